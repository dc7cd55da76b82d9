/**
 * Reads a PDF with PDFium. If a page traps the engine (a failed allocation, a bug), only that page is lost: the next
 * call starts a new engine. The parser pool handles a hanging engine.
 */
import { DocumentEmptyError, DocumentEncryptedError, DocumentUnreadableError } from '../../errors.ts';
import type { DocumentReader, PageSize, TextLayer } from '../formats/document-reader.ts';
import type { PageFont } from '../page-record.ts';
import { flattenAnnotations, hasVisibleAnnotations } from './annotations.ts';
import { hiddenLayers, leaveOutLayers } from './hidden-layers.ts';
import { pageFonts } from './page-fonts.ts';
import type { PdfiumFunctions } from './pdfium/pdfium-functions.ts';
import { startPdfium } from './pdfium/pdfium-engine.ts';
import { withOwnResources } from './own-resources.ts';
import { A4, sizeByIndex, uncropIfEmpty } from './page-size.ts';
import { readTextLayer, rejectOversizedImages, renderPage } from './pdf-page.ts';
import { mayChangeImages } from './scan/image-entries.ts';
import { decodeGrey, scanJpeg } from './scan/scan-jpeg.ts';
import { scanResolution } from './scan/scan-resolution.ts';
import { userUnits } from './syntax/user-units.ts';
import type { Engine } from './pdfium/pdfium-scratch.ts';
import { Scratch } from './pdfium/pdfium-scratch.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import { widenTinySteps } from './tiling-steps.ts';
import { FontDictionaries } from './font-dictionaries.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '../../units.ts';

const MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH;
/** FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY (fpdfview.h), FORMTYPE_NONE and FPDF_FORMFILLINFO (fpdf_formfill.h). */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
const NO_FORM = 0;
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;

interface OpenDocument extends Engine {
  readonly document: number;
  readonly form: number;
}

interface LoadedPage {
  readonly page: number;
  readonly handle: number;
  /** Whether it has visible annotations that are not part of its content. */
  readonly isAnnotated: boolean;
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
  new Uint8Array(pdfium.memory.buffer, copy >>> 0, bytes.length).set(widenTinySteps(bytes));
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

/** Runs a call into PDFium. Any other error that it throws is a trap of the engine. @throws DocumentUnreadableError */
const guarded = <Result>(call: () => Result): Result => {
  try {
    return call();
  } catch (cause) {
    if (cause instanceof DocumentUnreadableError || cause instanceof DocumentEncryptedError) throw cause;
    throw new DocumentUnreadableError('The PDF makes its reader fail: it may be damaged.', { cause });
  }
};

/** Maximum number of pages of the page tree that are checked. */
const MAX_PAGES = 100_000;

/**
 * Indexes of the pages that exist. A page tree may state more pages than it contains, so each one is checked.
 */
const findPages = (open: OpenDocument): readonly number[] => {
  const claimed = Math.min(open.pdfium.FPDF_GetPageCount(open.document), MAX_PAGES);
  return Array.from({ length: claimed }, (_, index) => index).filter((index) => sizeByIndex(open, index) !== undefined);
};

export class PdfReader implements DocumentReader {
  readonly kind = 'pdf';
  readonly pageCount: number;
  readonly encrypted: boolean;
  readonly #claimedPages: number;
  readonly #pages: readonly number[];
  readonly #fontDictionaries: FontDictionaries;
  #bytes: Uint8Array;
  /** Begun for the first page with visible annotations. */
  #ownResources: Promise<void> | undefined;
  /** Found out for the first text layer. */
  #hiddenLayers: ReadonlySet<string> | undefined;
  /** By page index, in points; read for the first page that is measured. */
  #userUnits: Promise<readonly number[]> | undefined;
  /** Found out for the first page that is one JPEG: it takes a look at the whole file. */
  #changesImages: boolean | undefined;
  #open: OpenDocument | undefined;
  #loaded: LoadedPage | undefined;

  private constructor(bytes: Uint8Array, open: OpenDocument, pages: readonly number[]) {
    this.#bytes = bytes;
    this.#open = open;
    this.#pages = pages;
    this.#claimedPages = open.pdfium.FPDF_GetPageCount(open.document);
    this.#fontDictionaries = new FontDictionaries(bytes, this.#claimedPages);
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
    const index = this.#indexOf(page);
    const size = await this.#with((open) => sizeByIndex(open, index) ?? A4);
    const mmPerUnit = MM_PER_POINT * (await this.#unitOf(page));
    return { widthMm: size.width * mmPerUnit, heightMm: size.height * mmPerUnit };
  }

  async measurePage(page: number): Promise<PageSize> {
    const size = await this.pageSize(page);
    const perUnit = await this.#withPage(page, ({ pdfium, scratch }, handle) =>
      scanResolution(pdfium, handle, scratch),
    );
    return perUnit === undefined ? size : { ...size, ownDpi: perUnit / (await this.#unitOf(page)) };
  }

  async textLayer(page: number): Promise<TextLayer> {
    const layer = await this.#readTextLayer(page);
    const better = (await this.#fontDictionaries.rewriteIfUnreadable()) ? await this.#readTextLayer(page) : layer;
    return inPoints(better, await this.#unitOf(page));
  }

  fonts(page: number): Promise<PageFont[]> {
    return this.#withPage(page, ({ pdfium, scratch }, handle) => pageFonts(pdfium, handle, scratch));
  }

  async render(page: number, size: { width: number; height: number }, channels: 1 | 3): Promise<RasterImage> {
    const scan = channels === 1 ? await this.#decodeScan(page, size) : undefined;
    return scan ?? this.#draw(page, size, channels);
  }

  /** The page in grey without PDFium; undefined for a page that is not one JPEG, and for a damaged one. */
  async #decodeScan(page: number, size: { width: number; height: number }): Promise<RasterImage | undefined> {
    if (this.#changesImages === true) return undefined;
    const jpeg = await this.#withPage(page, scanJpeg);
    if (jpeg === undefined) return undefined;
    this.#changesImages ??= mayChangeImages(this.#bytes);
    return this.#changesImages ? undefined : decodeGrey(jpeg, size).catch(() => undefined);
  }

  #draw(page: number, size: { width: number; height: number }, channels: 1 | 3): Promise<RasterImage> {
    return this.#withPage(page, (open, handle) => {
      rejectOversizedImages(open.pdfium, handle, open.scratch);
      return renderPage(open.pdfium, handle, open.form, size, channels);
    });
  }

  /** The memory of the engine is freed with its last reference, so nothing needs to be closed explicitly. */
  close(): Promise<void> {
    this.#open = undefined;
    this.#loaded = undefined;
    return Promise.resolve();
  }

  #readTextLayer(page: number): Promise<TextLayer> {
    return this.#withPage(page, (open, handle) => {
      const { pdfium, scratch } = open;
      this.#hiddenLayers ??= hiddenLayers(this.#bytes);
      if (this.#hiddenLayers.size > 0) leaveOutLayers(open, handle, this.#hiddenLayers);
      return readTextLayer(pdfium, handle, scratch, this.#fontDictionaries.ofPage(this.#indexOf(page)));
    });
  }

  async #unitOf(page: number): Promise<number> {
    this.#userUnits ??= userUnits(this.#bytes, this.#claimedPages);
    return (await this.#userUnits)[this.#indexOf(page)] ?? 1;
  }

  #indexOf(page: number): number {
    const index = this.#pages[page - 1];
    if (index === undefined) throw new RangeError(`Page ${page} of ${this.pageCount} was requested.`);
    return index;
  }

  /** Calls PDFium on the open document; after an error the engine is discarded, and the next call starts a new one. */
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

  /** Calls PDFium on a page whose annotations are part of its content. */
  async #withPage<Result>(page: number, call: (open: OpenDocument, handle: number) => Result): Promise<Result> {
    this.#indexOf(page); // A page that does not exist is an error of the caller, not of the document.
    if (await this.#with((open) => this.#load(open, page).isAnnotated))
      await (this.#ownResources ??= this.#writeOwnResources());
    return this.#with((open) => call(open, this.#flatten(open, page)));
  }

  async #writeOwnResources(): Promise<void> {
    const bytes = await withOwnResources(this.#bytes, this.#claimedPages);
    if (bytes === this.#bytes) return;
    this.#bytes = bytes;
    this.#open = undefined;
    this.#loaded = undefined;
  }

  /** Loads a page. The last one stays loaded, so that reading and rendering it parse it once. */
  #load(open: OpenDocument, page: number): LoadedPage {
    if (this.#loaded?.page === page) return this.#loaded;
    this.#unload(open);
    const handle = loadPage(open, this.#indexOf(page));
    return (this.#loaded = { page, handle, isAnnotated: hasVisibleAnnotations(open.pdfium, handle) });
  }

  /** Loads a page and returns its handle. Its annotations become part of its content, and so of its text layer. */
  #flatten(open: OpenDocument, page: number): number {
    const { handle, isAnnotated } = this.#load(open, page);
    if (!isAnnotated) return handle;
    flattenAnnotations(open, handle);
    this.#unload(open);
    this.#loaded = { page, handle: loadPage(open, this.#indexOf(page)), isAnnotated: false };
    return this.#loaded.handle;
  }

  #unload(open: OpenDocument): void {
    if (this.#loaded !== undefined) closePage(open, this.#loaded.handle);
    this.#loaded = undefined;
  }
}

/** @param layer with boxes in units of the page @param unit in points */
const inPoints = (layer: TextLayer, unit: number): TextLayer => {
  if (unit === 1) return layer;
  const words = layer.words.map((word) => ({
    ...word,
    x1: word.x1 * unit,
    y1: word.y1 * unit,
    x2: word.x2 * unit,
    y2: word.y2 * unit,
  }));
  return { ...layer, words };
};

const loadPage = (open: OpenDocument, index: number): number => {
  uncropIfEmpty(open, index);
  const { pdfium, document, form } = open;
  const handle = pdfium.FPDF_LoadPage(document, index);
  if (handle === 0) throw new DocumentUnreadableError(`Page ${index + 1} of the PDF is damaged beyond repair.`);
  if (form !== 0) pdfium.FORM_OnAfterLoadPage(handle, form);
  return handle;
};

const closePage = ({ pdfium, form }: OpenDocument, handle: number): void => {
  if (form !== 0) pdfium.FORM_OnBeforeClosePage(handle, form);
  pdfium.FPDF_ClosePage(handle);
};
