/** The C functions that PDFium's WebAssembly module exports. */
type Pointer = number;

/** FPDF_PAGEOBJ_TEXT, FPDF_PAGEOBJ_IMAGE and FPDF_PAGEOBJ_FORM of fpdf_edit.h: what `FPDFPageObj_GetType` returns. */
export const PAGE_OBJECT = { text: 1, image: 3, form: 5 } as const;

/**
 * The functions of fpdfview.h, fpdf_text.h, fpdf_edit.h, fpdf_transformpage.h, fpdf_formfill.h and fpdf_sysfontinfo.h that
 * Tearline calls.
 */
export interface PdfiumFunctions {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
  malloc(bytes: number): Pointer;
  free(pointer: Pointer): void;
  FPDF_LoadMemDocument64(bytes: Pointer, size: number, password: Pointer): Pointer;
  FPDF_GetLastError(): number;
  FPDF_CloseDocument(document: Pointer): void;
  FPDF_GetPageCount(document: Pointer): number;
  FPDF_GetSecurityHandlerRevision(document: Pointer): number;
  FPDF_GetPageSizeByIndexF(document: Pointer, index: number, size: Pointer): number;
  FPDF_LoadPage(document: Pointer, index: number): Pointer;
  FPDF_ClosePage(page: Pointer): void;
  FPDF_GetPageWidthF(page: Pointer): number;
  FPDF_GetPageHeightF(page: Pointer): number;
  FPDF_PageToDevice(
    page: Pointer,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    x: number,
    y: number,
    outX: Pointer,
    outY: Pointer,
  ): number;
  FPDF_RenderPageBitmap(
    bitmap: Pointer,
    page: Pointer,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    flags: number,
  ): void;
  FPDF_FFLDraw(
    form: Pointer,
    bitmap: Pointer,
    page: Pointer,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    flags: number,
  ): void;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, firstScan: Pointer, stride: number): Pointer;
  FPDFBitmap_FillRect(bitmap: Pointer, left: number, top: number, width: number, height: number, color: number): number;
  FPDFBitmap_Destroy(bitmap: Pointer): void;
  FPDFDOC_InitFormFillEnvironment(document: Pointer, info: Pointer): Pointer;
  FPDFDOC_ExitFormFillEnvironment(form: Pointer): void;
  FPDF_GetFormType(document: Pointer): number;
  FORM_OnAfterLoadPage(page: Pointer, form: Pointer): void;
  FORM_OnBeforeClosePage(page: Pointer, form: Pointer): void;
  FPDFText_LoadPage(page: Pointer): Pointer;
  FPDFText_ClosePage(textPage: Pointer): void;
  FPDFText_CountChars(textPage: Pointer): number;
  FPDFText_GetUnicode(textPage: Pointer, index: number): number;
  FPDFText_IsGenerated(textPage: Pointer, index: number): number;
  FPDFText_HasUnicodeMapError(textPage: Pointer, index: number): number;
  FPDFText_GetCharBox(
    textPage: Pointer,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): number;
  FPDFText_GetLooseCharBox(textPage: Pointer, index: number, rectangle: Pointer): number;
  FPDFText_GetTextObject(textPage: Pointer, index: number): Pointer;
  FPDFText_GetCharOrigin(textPage: Pointer, index: number, x: Pointer, y: Pointer): number;
  FPDFText_GetMatrix(textPage: Pointer, index: number, matrix: Pointer): number;
  FPDFText_GetFontSize(textPage: Pointer, index: number): number;
  FPDFTextObj_GetTextRenderMode(textObject: Pointer): number;
  FPDFTextObj_SetTextRenderMode(textObject: Pointer, mode: number): number;
  FPDFTextObj_GetFont(textObject: Pointer): Pointer;
  FPDFFont_GetFlags(font: Pointer): number;
  FPDFFont_GetIsEmbedded(font: Pointer): number;
  FPDFFont_GetBaseFontName(font: Pointer, buffer: Pointer, length: number): number;
  FPDFFont_GetFontData(font: Pointer, buffer: Pointer, length: number, outLength: Pointer): number;
  FPDF_GetPageBoundingBox(page: Pointer, rectangle: Pointer): number;
  FPDFPage_GetRotation(page: Pointer): number;
  FPDFPage_SetRotation(page: Pointer, quarters: number): void;
  FPDFPageObj_HasTransparency(object: Pointer): number;
  FPDFPageObj_CountMarks(object: Pointer): number;
  FPDFPageObj_GetMark(object: Pointer, index: number): Pointer;
  FPDFPageObjMark_GetName(mark: Pointer, buffer: Pointer, length: number, outLength: Pointer): number;
  FPDFPageObjMark_GetParamBlobValue(
    mark: Pointer,
    key: Pointer,
    buffer: Pointer,
    length: number,
    outLength: Pointer,
  ): number;
  FPDFPageObj_SetIsActive(object: Pointer, active: 0 | 1): number;
  FPDFPageObj_GetClipPath(object: Pointer): Pointer;
  FPDFClipPath_CountPaths(clipPath: Pointer): number;
  FPDFImageObj_GetImageMetadata(image: Pointer, page: Pointer, metadata: Pointer): number;
  FPDFImageObj_GetImageFilterCount(image: Pointer): number;
  FPDFImageObj_GetImageFilter(image: Pointer, index: number, buffer: Pointer, length: number): number;
  FPDFImageObj_GetImageDataRaw(image: Pointer, buffer: Pointer, length: number): number;
  FPDFPage_CountObjects(page: Pointer): number;
  FPDFPage_GetObject(page: Pointer, index: number): Pointer;
  FPDFPageObj_GetType(object: Pointer): number;
  FPDFFormObj_CountObjects(form: Pointer): number;
  FPDFFormObj_GetObject(form: Pointer, index: number): Pointer;
  FPDFPage_GetAnnotCount(page: Pointer): number;
  FPDFPage_GetAnnot(page: Pointer, index: number): Pointer;
  FPDFPage_CloseAnnot(annotation: Pointer): void;
  FPDFAnnot_GetSubtype(annotation: Pointer): number;
  FPDFPage_Flatten(page: Pointer, purpose: number): number;
  FPDFPage_SetMediaBox(page: Pointer, left: number, bottom: number, right: number, top: number): void;
  FPDFPage_SetCropBox(page: Pointer, left: number, bottom: number, right: number, top: number): void;
  FPDFImageObj_GetImagePixelSize(image: Pointer, width: Pointer, height: Pointer): number;
  FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): number;
  FPDFPageObj_Transform(object: Pointer, a: number, b: number, c: number, d: number, e: number, f: number): void;
  FPDFPageObj_GetBounds(object: Pointer, left: Pointer, bottom: Pointer, right: Pointer, top: Pointer): number;
  FPDF_GetDefaultSystemFontInfo(): Pointer;
  FPDF_SetSystemFontInfo(info: Pointer): void;
}
