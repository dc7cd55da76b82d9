/**
 * The work that touches untrusted bytes, by name. Each job runs in a child process of the parser pool
 * (parser-pool.ts), takes and gives plain data and file paths, and may be killed at any moment.
 * Every path is on this machine's disk; output files are written by the job and moved into the blob store
 * by the caller, so a killed job leaves nothing behind that anybody reads.
 */
import type { DocumentKind, Inspection, PageInspection, PageRange } from './documents/formats/document-file.ts';
import type { PageRecord } from './documents/page-record.ts';
import type { Language } from './ocr/languages/languages.ts';

/** The parameters of split-pdfs, sub-pdfs and pdf that describe rendered pages (specification, "Query parameters of split-pdfs"). */
export interface RenderedPdfOptions {
  readonly jpeg_quality?: number;
  readonly pdfa_compliant?: boolean;
  /** Pixels of the short side of the rendered images. */
  readonly image_height?: number;
  readonly image_width?: number;
  /** Millimetres: height is the long side, width the short side; both or neither. */
  readonly page_height?: number;
  readonly page_width?: number;
  /** Pixels per inch, default 220. */
  readonly dpi?: number;
}

/** Where and how a page's image is to be taken from the upload. */
export interface PageImageRequest {
  readonly path: string;
  readonly kind: DocumentKind;
  /** The page's geometry as ReadPages decided it. */
  readonly record: Pick<PageRecord, 'page' | 'width' | 'height' | 'dpi' | 'rotation' | 'skew'>;
}

export interface ParserJobs {
  /** Reads nothing: loads modules and engines. */
  loadEngines: { input: null; output: { readonly loaded: true } };
  /** Reads a document for nothing, and its first page by OCR: so many `words`. */
  warmUp: { input: { readonly path: string }; output: { readonly pages: number; readonly words: number } };
  /** @throws UnsupportedFormatError, DocumentUnreadableError, DocumentEncryptedError, DocumentEmptyError, TooManyPagesError */
  inspect: {
    input: { readonly path: string; readonly maxPages: number | null };
    output: Inspection;
  };
  /** Reads a range of pages and writes what is known of them into `folder`: PAGE_FILES. Reports progress by page. */
  readPageRange: {
    input: {
      readonly path: string;
      readonly kind: DocumentKind;
      readonly range: PageRange;
      /** Inspections of the pages of `range`, in order. */
      readonly pages: readonly PageInspection[];
      /** The caller's own choice of languages; empty: detect per page. */
      readonly languages: readonly Language[];
      readonly folder: string;
    };
    output: { readonly pages: number; readonly ocrPages: number };
  };
  /** The page image at its record's size, or scaled down to width/height (pixels), never up: a JPEG or PNG at outPath. */
  renderPageImage: {
    input: PageImageRequest & { readonly width?: number; readonly height?: number; readonly outPath: string };
    output: { readonly width: number; readonly height: number; readonly contentType: 'image/jpeg' | 'image/png' };
  };
  /** Cuts original pages, unchanged, into one PDF per entry. An image upload's pages are wrapped, pixels untouched. */
  cutPdfs: {
    input: {
      readonly path: string;
      readonly kind: DocumentKind;
      /** Pages that Inspect counted: where the file's own page tree says otherwise, it is repaired first. Absent: not compared. */
      readonly pageCount?: number;
      readonly cuts: readonly { readonly pages: readonly number[]; readonly outPath: string }[];
    };
    output: { readonly cut: number };
  };
  /** A PDF of rendered page images with invisible text over them. */
  writeRenderedPdf: {
    input: {
      readonly path: string;
      readonly kind: DocumentKind;
      /** Files of page records (JSON lines) that together hold every page asked for. */
      readonly recordPaths: readonly string[];
      readonly pages: readonly number[];
      readonly options: RenderedPdfOptions;
      readonly title: string;
      readonly outPath: string;
    };
    output: { readonly pages: number };
  };
}

export type ParserJobName = keyof ParserJobs;

export interface ParserJobOptions {
  /** Milliseconds of processor time after which the child is killed and the job fails with DocumentUnreadableError. */
  readonly timeLimitMs?: number;
  /** Called with the page number whenever a page is done. */
  readonly onPage?: (page: number) => void;
  readonly signal?: AbortSignal;
}

/** Runs parsing jobs in child processes: implemented by ParserPool. */
export interface Parsers {
  /** Jobs of one chunk of pages that run side by side: more than one where a chunk has all processes to itself, as in a function. Default 1. */
  readonly jobsAChunk?: number;
  /**
   * @throws the job's own named errors
   * @throws DocumentUnreadableError where the child was killed at its time or memory limit, or the file crashed it
   * @throws TemporarilyUnavailableError where no child could be had
   */
  run<Name extends ParserJobName>(
    name: Name,
    input: ParserJobs[Name]['input'],
    options?: ParserJobOptions,
  ): Promise<ParserJobs[Name]['output']>;
  close(): Promise<void>;
}

/** How a job is implemented, inside the child: one file a job exports one of these. */
export type ParserJob<Name extends ParserJobName> = (
  input: ParserJobs[Name]['input'],
  report: { page(page: number): void },
) => Promise<ParserJobs[Name]['output']>;
