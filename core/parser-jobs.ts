/**
 * The jobs that parse untrusted bytes, on two levels.
 *
 * `DocumentJobs` are what use cases ask for, through the port `Parsers`: they name the blobs that a job reads and writes,
 * and the host moves the bytes. `ParserJobs` are what runs in a child process of the parser pool
 * (parsers/parser-pool.ts), which may be killed at any moment: they have paths on this machine's disk. A job writes its
 * output files; they are moved into the blob store when it has succeeded, so that nobody reads the files of a killed job.
 * processing/parsing/ runs a document job by parser jobs.
 */
import type { DocumentKind, Inspection, PageInspection, PageRange } from './documents/formats/document-file.ts';
import type { PageRecord, TextKind } from './documents/page-record.ts';
import type { Language } from './ocr/languages/languages.ts';

/**
 * Query parameters of split-pdfs, sub-pdfs and pdf for rendered pages (specification, "Query parameters of
 * split-pdfs").
 */
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

/** The page of an upload that is to be rendered. */
export interface PageImageRequest {
  readonly path: string;
  readonly kind: DocumentKind;
  /** The page's geometry, as ReadPages determined it. */
  readonly record: Pick<
    PageRecord,
    'page' | 'width' | 'height' | 'dpi' | 'rotation' | 'skew' | 'sheet' | 'curl' | 'crop_corners'
  >;
}

/** What is not read of a page: its `text`, so that it has its picture alone, or the `page`, which stays blank. */
export type UnreadPart = 'text' | 'page';

export interface ParserJobs {
  /** Loads modules and engines; reads no document. */
  loadEngines: { input: null; output: { readonly loaded: true } };
  /** Reads a document without keeping the output, and its first page by OCR. `words`: number of words on that page. */
  warmUp: { input: { readonly path: string }; output: { readonly pages: number; readonly words: number } };
  /**
   * @throws UnsupportedFormatError, DocumentUnreadableError, DocumentEncryptedError, DocumentEmptyError,
   *   DocumentTooLargeError, TooManyPagesError
   */
  inspect: {
    input: { readonly path: string; readonly maxPages: number | null };
    output: Inspection;
  };
  /** Reads a range of pages and writes PAGE_FILES to `folder`. Reports each finished page. */
  readPageRange: {
    input: {
      readonly path: string;
      readonly kind: DocumentKind;
      readonly range: PageRange;
      /** Inspections of the pages of `range`, in order. */
      readonly pages: readonly PageInspection[];
      /** Languages that the caller named; empty: detected page by page. */
      readonly languages: readonly Language[];
      /** Whether the documents on a page without a usable text layer become pages of their own. Absent: no. */
      readonly cropping?: boolean;
      /** The kind of text that the results are limited to. Absent: all. */
      readonly textType?: TextKind | undefined;
      /** What stays unread of the pages, because a process was stopped at it. Absent: nothing. */
      readonly unread?: UnreadPart;
      readonly folder: string;
    };
    output: { readonly pages: number; readonly ocrPages: number };
  };
  /** Writes the page image to `outPath` as JPEG, at its record's size or scaled down to width/height (pixels). */
  renderPageImage: {
    input: PageImageRequest & { readonly width?: number; readonly height?: number; readonly outPath: string };
    output: { readonly width: number; readonly height: number };
  };
  /**
   * Writes the original pages, unchanged, to one PDF per entry of `cuts`. The pages of an image are embedded unchanged.
   */
  cutPdfs: {
    input: {
      readonly path: string;
      readonly kind: DocumentKind;
      /** Page count of Inspect: a file whose page tree has another count is repaired first. Absent: not compared. */
      readonly pageCount?: number;
      readonly cuts: readonly { readonly pages: readonly number[]; readonly outPath: string }[];
    };
    output: { readonly cut: number };
  };
  /**
   * Writes a small JPEG of an image (JPEG, PNG, GIF or WebP) to `outPath`.
   * @throws DocumentUnreadableError where it cannot be decoded, or has too many pixels
   */
  makeThumbnail: {
    input: { readonly path: string; readonly outPath: string };
    output: { readonly width: number; readonly height: number };
  };
  /** Writes a PDF of rendered page images with an invisible text layer. */
  writeRenderedPdf: {
    input: {
      readonly path: string;
      readonly kind: DocumentKind;
      /** Files of page records (JSON lines) that together contain all requested pages. */
      readonly recordPaths: readonly string[];
      readonly pages: readonly number[];
      /** As long as `pages`: of each page the crop's number. Absent: no page has several. */
      readonly crops?: readonly number[];
      readonly options: RenderedPdfOptions;
      /** The kind of text that the pages have. Absent: all. */
      readonly textType?: TextKind | undefined;
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
  /** Called with the number of each finished page. */
  readonly onPage?: (page: number) => void;
  readonly signal?: AbortSignal;
  /** Whose document it is: a child process works for one tenant only. Absent: nobody's. */
  readonly tenant?: string;
}

/** Runs parser jobs on files of this machine, in child processes. Implemented by ParserPool. */
export interface JobRunner {
  /** Jobs of one document that run in parallel. Above 1 where one document has all processes, as in a function. Default 1. */
  readonly jobsPerChunk?: number;
  /**
   * @throws the job's own named errors
   * @throws DocumentUnreadableError with a ParserStoppedError as its cause, where the child was killed at its time or
   *   memory limit, or the file crashed it
   * @throws TemporarilyUnavailableError where no child process could be started
   */
  run<Name extends ParserJobName>(
    name: Name,
    input: ParserJobs[Name]['input'],
    options?: ParserJobOptions,
  ): Promise<ParserJobs[Name]['output']>;
  close(): Promise<void>;
}

/** How far a job has come. Its time limit between two pages begins again at each report. */
export interface JobReport {
  /** A page is finished. */
  page(page: number): void;
  /** A crop of the page after those that are finished has been read. */
  crop(): void;
}

/** The implementation of a job. The job's module exports it as `run`. */
export type ParserJob<Name extends ParserJobName> = (
  input: ParserJobs[Name]['input'],
  report: JobReport,
) => Promise<ParserJobs[Name]['output']>;

// ---- Document jobs: the port -------------------------------------------------------------------------------

/** A blob that a job writes. */
export interface BlobToWrite {
  readonly key: string;
  readonly contentType: string;
}

/** The upload with its format: what most jobs read first. */
interface OfKind {
  readonly kind: DocumentKind;
}

export interface DocumentJobs {
  /** Reads the upload. @throws the errors of the parser job `inspect` */
  inspect: { input: { readonly maxPages: number | null }; output: Inspection };
  /**
   * Reads the upload; writes the files PAGE_FILES of all ranges together, in that order: the page records last. Calls
   * `onPage` with each finished page where the host can.
   */
  readPages: {
    input: OfKind & {
      /** Consecutive ranges, which are read in parallel where `jobsPerChunk` is above 1. */
      readonly ranges: readonly PageRange[];
      /** Inspections of the pages of all ranges, in order. */
      readonly pages: readonly PageInspection[];
      readonly languages: readonly Language[];
      readonly cropping?: boolean;
      /** The kind of text that the results are limited to. Absent: all. */
      readonly textType?: TextKind | undefined;
      /** Pages at which a process may be stopped, and that then stay unread. At one more the job fails. */
      readonly mostUnread: number;
    };
    output: { readonly pages: number; readonly ocrPages: number; readonly unreadPages: number };
  };
  /** Reads the upload; writes the page image as JPEG. */
  renderPageImage: {
    input: OfKind & Pick<PageImageRequest, 'record'> & { readonly width?: number; readonly height?: number };
    output: { readonly width: number; readonly height: number };
  };
  /** Reads the upload; writes one PDF for each entry of `cuts`. */
  cutPdfs: {
    input: OfKind & {
      readonly pageCount?: number;
      /** Page numbers of each PDF. */
      readonly cuts: readonly (readonly number[])[];
    };
    output: { readonly cut: number };
  };
  /** Reads an image; writes a small JPEG of it. @throws the errors of the parser job `makeThumbnail` */
  makeThumbnail: { input: null; output: { readonly width: number; readonly height: number } };
  /** Reads the upload, then the blobs of page records that contain all requested pages; writes the PDF. */
  writeRenderedPdf: {
    input: OfKind & {
      readonly pages: readonly number[];
      readonly crops?: readonly number[];
      readonly options: RenderedPdfOptions;
      /** The kind of text that the pages have. Absent: all. */
      readonly textType?: TextKind | undefined;
      readonly title: string;
    };
    output: { readonly pages: number };
  };
}

export type DocumentJobName = keyof DocumentJobs;

export interface DocumentJob<Name extends DocumentJobName, Read = string, Write = BlobToWrite> {
  /** Blob keys, all of one account, in the order that the job's description says. */
  readonly reads: readonly Read[];
  /** Blobs that exist once the job has succeeded. The last one is written after all others. */
  readonly writes: readonly Write[];
  readonly input: DocumentJobs[Name]['input'];
}

export interface DocumentJobOptions {
  /** Called with the number of each finished page. Never called where the parsers run on another machine. */
  readonly onPage?: (page: number) => void;
  readonly signal?: AbortSignal;
}

/** Parses untrusted documents where nothing else is. A job reads and writes blobs of one account. */
export interface Parsers {
  /** Page ranges of one chunk that are read in parallel. Default 1. */
  readonly jobsPerChunk?: number;
  /**
   * @throws BlobNotFoundError, StorageFullError
   * @throws the job's own named errors
   * @throws DocumentUnreadableError where the job reached its time or memory limit, or the file crashed its process
   * @throws TemporarilyUnavailableError where the job could not be run
   */
  run<Name extends DocumentJobName>(
    name: Name,
    job: DocumentJob<Name>,
    options?: DocumentJobOptions,
  ): Promise<DocumentJobs[Name]['output']>;
  close(): Promise<void>;
}
