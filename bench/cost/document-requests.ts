/**
 * Requests of one document to S3 and DynamoDB by step, as in the code of core/ and adapters/aws. A test runs a document
 * through the steps with counting stores and compares.
 */
import { PAGE_PARTS } from '../../core/requests/processing-blobs.ts';
import type { DocumentShape } from './document-shape.ts';

export interface Requests {
  /** GET and HEAD. */
  readonly blobReads: number;
  /** PUT and LIST; a deletion costs nothing. */
  readonly blobWrites: number;
  /** Strongly consistent reads of rows below 4 KB: one unit each. */
  readonly rowReads: number;
  /** Transactional writes of rows below 1 KB: two units each. */
  readonly rowWrites: number;
  /** Writes of the index that follow from them: one unit each. */
  readonly indexWrites: number;
}

/** Requests of Parse to read the upload: a GET. */
const UPLOAD = 1;

/** Pages after which a job cuts no further sub-document of up to 400 pages (core/results/pdf/cut-sub-documents.ts). */
const PAGES_PER_CUT_JOB = 50;

/** Jobs that cut the sub-documents, all of about the same length. */
export const cutJobsOf = ({ pages, found }: DocumentShape): number =>
  Math.ceil(found / Math.ceil((PAGES_PER_CUT_JOB * found) / pages));

const REQUESTS = {
  /** The row and the blob of the upload, and the transaction that creates the processing request and its list entries. */
  accept: () => ({ blobReads: 0, blobWrites: 1, rowReads: 0, rowWrites: 5, indexWrites: 5 }),
  /**
   * Checks for the output of an earlier run, reads the upload, writes the inspection and the plan. The pages are reserved
   * in the request's row and in the account's month. Counted is a month that has begun. As each step that writes files, it
   * reads the request's row once more at its end: nothing is left of a document that was deleted meanwhile.
   */
  Inspect: () => ({ blobReads: 2 + UPLOAD, blobWrites: 2, rowReads: 2, rowWrites: 6, indexWrites: 6 }),
  /** All chunks: checks for page records; reads inspection and upload; writes page records and partial results. */
  ReadPages: ({ chunks }) => ({
    blobReads: chunks.length * (2 + UPLOAD),
    blobWrites: chunks.length * (1 + PAGE_PARTS.length),
    rowReads: 2 * chunks.length,
    rowWrites: 0,
    indexWrites: 0,
  }),
  /**
   * Reads the page records for the model, and the page extractions for the titles. A document of one page is not
   * scored. The credits are reserved as the pages are.
   */
  FindBoundaries: ({ chunks, pages }) =>
    pages === 1
      ? { blobReads: 1 + chunks.length, blobWrites: 3, rowReads: 2, rowWrites: 2, indexWrites: 1 }
      : { blobReads: 2 + 2 * chunks.length, blobWrites: 5, rowReads: 2, rowWrites: 2, indexWrites: 1 },
  /** Joins three texts from their parts, which are deleted by kind; renders a thumbnail, cuts a PDF for each sub-document. */
  BuildResults: (shape) => ({
    blobReads: 3 + UPLOAD * (1 + cutJobsOf(shape)) + 3 * shape.chunks.length,
    blobWrites: 9 + shape.found,
    rowReads: 2,
    rowWrites: 0,
    indexWrites: 0,
  }),
  /** A document with a gap also joins the review queue. */
  Complete: ({ pages }) => ({
    blobReads: 3,
    blobWrites: 0,
    rowReads: 2,
    rowWrites: pages === 1 ? 5 : 6,
    indexWrites: 6,
  }),
} as const satisfies Readonly<Record<string, (shape: DocumentShape) => Requests>>;

export type RequestingStep = keyof typeof REQUESTS;
export const REQUESTING_STEPS = Object.keys(REQUESTS) as readonly RequestingStep[]; // No other members.

export const requestsOf = (step: RequestingStep, shape: DocumentShape): Requests => REQUESTS[step](shape);

/** Reads of a result response: document splitting, text and extractions. */
export const ANSWER: Requests = { blobReads: 3, blobWrites: 0, rowReads: 0, rowWrites: 0, indexWrites: 0 };
/** Requests to fetch the PDF of a sub-document. */
export const FETCH_PDF: Requests = { blobReads: 2, blobWrites: 0, rowReads: 1, rowWrites: 0, indexWrites: 0 };
/** Deletion at the end of the retention: lists two prefixes, looks for dependent rows, deletes row and list entries. */
export const DELETE: Requests = { blobReads: 0, blobWrites: 2, rowReads: 1, rowWrites: 4, indexWrites: 3 };

export const sumOf = (all: readonly Requests[]): Requests =>
  all.reduce(
    (sum, one) => ({
      blobReads: sum.blobReads + one.blobReads,
      blobWrites: sum.blobWrites + one.blobWrites,
      rowReads: sum.rowReads + one.rowReads,
      rowWrites: sum.rowWrites + one.rowWrites,
      indexWrites: sum.indexWrites + one.indexWrites,
    }),
    { blobReads: 0, blobWrites: 0, rowReads: 0, rowWrites: 0, indexWrites: 0 },
  );
