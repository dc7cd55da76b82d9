/**
 * Reads a PDF with PDFium. A page that traps the engine (a failed allocation, a bug in it) costs that page only: the next
 * call starts a fresh engine. Hanging is the parser pool's business.
 */
import { DocumentEmptyError, DocumentEncryptedError, DocumentUnreadableError } from '../../errors.ts';
import type { DocumentReader, PageSize, TextLayer } from '../formats/document-reader.ts';
import type { PdfiumFunctions } from './pdfium/pdfium-functions.ts';
import { startPdfium } from './pdfium/pdfium-engine.ts';
import { readTextLayer, refuseGiantImages, renderPage } from './pdf-page.ts';
import { Scratch } from './pdfium/pdfium-scratch.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import { UndeclaredFonts } from './undeclared-fonts.ts';

const MM_PER_POINT = 25.4 / 72;
/** fpdfview.h */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
const NO_FORM = 0;
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;
const FLATTEN_FOR_DISPLAY = 0;
/** What is shown of a page whose own size makes no sense: ISO A4 in points. */
const A4 = { width: 595, height: 842 };

interface OpenDocument {
  readonly pdfium: PdfiumFunctions;
  readonly document: number;
  readonly form: number;
  readonly scratch: Scratch;
}

interface LoadedPage {
  readonly page: number;
  readonly handle: number;
}

const startForm = (pdfium: PdfiumFunctions, document: number): number => {
  if (pdfium.FPDF_GetFormType(document) === NO_FORM) return 0;
  const info = pdfium.malloc(FORM_INFO_BYTES);
  const memory = new DataView(pdfium.memory.buffer, info, FORM_INFO_BYTES);
  for (let offset = 0; offset < FORM_INFO_BYTES; offset += 4) memory.setUint32(offset, 0);
  memory.setUint32(0, FORM_INFO_VERSION, true);
  return pdfium.FPDFDOC_InitFormFillEnvironment(document, info);
};

/** @throws DocumentEncryptedError, DocumentUnreadableError */
const load = async (bytes: Uint8Array): Promise<OpenDocument> => {
  const pdfium = await startPdfium();
  const scratch = new Scratch(pdfium);
  const copy = pdfium.malloc(bytes.length);
  if (copy === 0) throw new DocumentUnreadableError('The document needs more memory than a document may.');
  new Uint8Array(pdfium.memory.buffer, copy >>> 0, bytes.length).set(bytes);
  const document = pdfium.FPDF_LoadMemDocument64(copy, bytes.length, 0);
  if (document === 0) throw loadError(pdfium.FPDF_GetLastError());
  return { pdfium, document, scratch, form: startForm(pdfium, document) };
};

const loadError = (code: number): Error => {
  if (code === ERROR_PASSWORD)
    return new DocumentEncryptedError('The PDF opens only with a password. Remove the password and send it again.');
  if (code === ERROR_SECURITY)
    return new DocumentEncryptedError(
      'The PDF is encrypted in a way that needs a key of its owner. Send it unencrypted.',
    );
  return new DocumentUnreadableError(
    'The PDF is damaged beyond repair. Open it in a PDF viewer, save or print it as a new PDF, and send that.',
  );
};

/** Runs a call into PDFium; whatever it throws is a trap of the engine. */
const guarded = <Result>(call: () => Result): Result => {
  try {
    return call();
  } catch (cause) {
    if (cause instanceof DocumentUnreadableError || cause instanceof DocumentEncryptedError) throw cause;
    throw new DocumentUnreadableError('The PDF makes its reader fail: it may be damaged.', { cause });
  }
};

const sizeByIndex = (
  { pdfium, document, scratch }: OpenDocument,
  index: number,
): { width: number; height: number } | undefined => {
  if (pdfium.FPDF_GetPageSizeByIndexF(document, index, scratch.pointer) === 0) return undefined;
  const [width = 0, height = 0] = scratch.floats;
  return width > 0 && height > 0 && Number.isFinite(width * height) ? { width, height } : A4;
};

/** Pages that a PDF may claim without each being looked for. */
const MOST_PAGES = 100_000;

/**
 * Indexes of the pages that are really there. A page tree may promise more pages than it has; the pages after the first
 * missing one are then looked for one by one.
 */
const findPages = (open: OpenDocument): readonly number[] => {
  const claimed = Math.min(open.pdfium.FPDF_GetPageCount(open.document), MOST_PAGES);
  return Array.from({ length: claimed }, (_, index) => index).filter((index) => sizeByIndex(open, index) !== undefined);
};

export class PdfReader implements DocumentReader {
  readonly kind = 'pdf';
  readonly pageCount: number;
  readonly encrypted: boolean;
  readonly #bytes: Uint8Array;
  readonly #pages: readonly number[];
  readonly #undeclaredFonts: UndeclaredFonts;
  #open: OpenDocument | undefined;
  #loaded: LoadedPage | undefined;

  private constructor(bytes: Uint8Array, open: OpenDocument, pages: readonly number[]) {
    this.#bytes = bytes;
    this.#open = open;
    this.#pages = pages;
    this.#undeclaredFonts = new UndeclaredFonts(bytes, open.pdfium.FPDF_GetPageCount(open.document));
    this.pageCount = pages.length;
    this.encrypted = open.pdfium.FPDF_GetSecurityHandlerRevision(open.document) >= 0;
  }

  /** @throws DocumentEncryptedError, DocumentUnreadableError, DocumentEmptyError */
  static async open(bytes: Uint8Array): Promise<PdfReader> {
    try {
      const open = await load(bytes);
      const pages = findPages(open);
      if (pages.length === 0)
        throw new DocumentEmptyError('The PDF has no pages. Check that it was saved completely, and send it again.');
      return new PdfReader(bytes, open, pages);
    } catch (error) {
      if (error instanceof DocumentEmptyError) throw error;
      return guarded(() => {
        throw error;
      });
    }
  }

  async pageSize(page: number): Promise<PageSize> {
    const size = await this.#with((open) => sizeByIndex(open, this.#indexOf(page)) ?? A4);
    return { widthMm: size.width * MM_PER_POINT, heightMm: size.height * MM_PER_POINT };
  }

  textLayer(page: number): Promise<TextLayer> {
    return this.#with((open) =>
      readTextLayer(open.pdfium, this.#load(open, page), open.scratch, () =>
        this.#undeclaredFonts.onPage(this.#indexOf(page)),
      ),
    );
  }

  render(page: number, size: { width: number; height: number }, channels: 1 | 3): Promise<RasterImage> {
    return this.#with((open) => {
      const handle = this.#load(open, page);
      refuseGiantImages(open.pdfium, handle, open.scratch);
      return renderPage(open.pdfium, handle, open.form, size, channels);
    });
  }

  /** The engine's memory goes with its last reference: nothing needs to be closed one by one. */
  close(): Promise<void> {
    this.#open = undefined;
    this.#loaded = undefined;
    return Promise.resolve();
  }

  #indexOf(page: number): number {
    const index = this.#pages[page - 1];
    if (index === undefined) throw new RangeError(`Page ${page} of ${this.pageCount} was asked for.`);
    return index;
  }

  /** Calls PDFium on the open document; after a trap the engine is thrown away, and the next call has a fresh one. */
  async #with<Result>(call: (open: OpenDocument) => Result): Promise<Result> {
    this.#open ??= await load(this.#bytes);
    const open = this.#open;
    try {
      return guarded(() => call(open));
    } catch (error) {
      this.#open = undefined;
      this.#loaded = undefined;
      throw error;
    }
  }

  /** The page's handle; one page is loaded at a time, so that its text and its picture cost one parse. */
  #load(open: OpenDocument, page: number): number {
    if (this.#loaded?.page === page) return this.#loaded.handle;
    this.#unload(open);
    let handle = loadPage(open, this.#indexOf(page));
    if (showsAnnotations(open, handle)) {
      // Values of form fields, stamps and notes on the page are annotations, which the text layer does not see: drawn into the page they are read as its text.
      open.pdfium.FPDFPage_Flatten(handle, FLATTEN_FOR_DISPLAY);
      closePage(open, handle);
      handle = loadPage(open, this.#indexOf(page));
    }
    this.#loaded = { page, handle };
    return handle;
  }

  #unload(open: OpenDocument): void {
    if (this.#loaded !== undefined) closePage(open, this.#loaded.handle);
    this.#loaded = undefined;
  }
}

const loadPage = ({ pdfium, document, form }: OpenDocument, index: number): number => {
  const handle = pdfium.FPDF_LoadPage(document, index);
  if (handle === 0) throw new DocumentUnreadableError(`Page ${index + 1} of the PDF is damaged beyond repair.`);
  if (form !== 0) pdfium.FORM_OnAfterLoadPage(handle, form);
  return handle;
};

const closePage = ({ pdfium, form }: OpenDocument, handle: number): void => {
  if (form !== 0) pdfium.FORM_OnBeforeClosePage(handle, form);
  pdfium.FPDF_ClosePage(handle);
};

/** Subtypes of annotations that show nothing of their own on the page. */
const [LINK, POPUP] = [2, 16];
/** Annotations of a page that are looked at: a page with more has some that show something. */
const MOST_LOOKED_AT = 200;

const showsAnnotations = ({ pdfium }: OpenDocument, handle: number): boolean => {
  const count = pdfium.FPDFPage_GetAnnotCount(handle);
  if (count > MOST_LOOKED_AT) return true;
  return Array.from({ length: count }, (_, index) => subtypeOf(pdfium, handle, index)).some(
    (subtype) => subtype !== LINK && subtype !== POPUP,
  );
};

const subtypeOf = (pdfium: PdfiumFunctions, handle: number, index: number): number => {
  const annotation = pdfium.FPDFPage_GetAnnot(handle, index);
  const subtype = pdfium.FPDFAnnot_GetSubtype(annotation);
  pdfium.FPDFPage_CloseAnnot(annotation);
  return subtype;
};
