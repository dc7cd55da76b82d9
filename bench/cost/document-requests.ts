/**
 * What one document asks of S3 and DynamoDB, step by step, counted on the code of core/ and adapters/aws. A test runs a document through the
 * steps over counting stores and compares.
 */
import { PAGE_PARTS } from '../../core/requests/processing-blobs.ts';
import type { DocumentShape } from './document-shape.ts';

export interface Requests {
  /** GET and HEAD. */
  readonly blobReads: number;
  /** PUT and LIST; a deletion costs nothing. */
  readonly blobWrites: number;
  /** Strongly consistent reads of a row below 4 KB: a unit each. */
  readonly rowReads: number;
  /** Operations inside of transactions on rows below 1 KB: two units each. */
  readonly rowWrites: number;
  /** Changes of the index that follow from them: a unit each. */
  readonly indexWrites: number;
}

/** Of adapters/aws/s3-blob-store.ts: a file is looked for, then read. */
const FILE = 2;

const REQUESTS = {
  /** The upload's row, its bytes, and the transaction that makes a request of it. */
  accept: () => ({ blobReads: 0, blobWrites: 1, rowReads: 0, rowWrites: 3, indexWrites: 3 }),
  /** Looks for what a run before may have left, reads the upload, writes the inspection and the plan. */
  Inspect: () => ({ blobReads: 2 + FILE, blobWrites: 2, rowReads: 1, rowWrites: 2, indexWrites: 2 }),
  /** All chunks together: the records are looked for; inspection and upload are read; the records and the parts of the results are written. */
  ReadPages: ({ chunks }) => ({
    blobReads: chunks.length * (2 + FILE),
    blobWrites: chunks.length * (1 + PAGE_PARTS.length),
    rowReads: chunks.length,
    rowWrites: 0,
    indexWrites: 0,
  }),
  /** The records are read for the model, and what was found on the pages for the titles. The model is not asked about one page. */
  FindBoundaries: ({ chunks, pages }) =>
    pages === 1
      ? { blobReads: 1 + chunks.length, blobWrites: 3, rowReads: 1, rowWrites: 0, indexWrites: 0 }
      : { blobReads: 2 + 2 * chunks.length, blobWrites: 5, rowReads: 1, rowWrites: 0, indexWrites: 0 },
  /** Three texts are joined from their parts, which go kind by kind; a PDF is cut for each document found. */
  BuildResults: ({ chunks, found }) => ({
    blobReads: 3 + FILE + 3 * chunks.length,
    blobWrites: 10 + found,
    rowReads: 1,
    rowWrites: 0,
    indexWrites: 0,
  }),
  Complete: () => ({ blobReads: 2, blobWrites: 0, rowReads: 1, rowWrites: 3, indexWrites: 3 }),
} as const satisfies Readonly<Record<string, (shape: DocumentShape) => Requests>>;

export type RequestingStep = keyof typeof REQUESTS;
export const REQUESTING_STEPS = Object.keys(REQUESTS) as readonly RequestingStep[]; // The object has no other members.

export const requestsOf = (step: RequestingStep, shape: DocumentShape): Requests => REQUESTS[step](shape);

/** The whole result, read for an answer: the splitting and the text. */
export const ANSWER: Requests = { blobReads: 2, blobWrites: 0, rowReads: 0, rowWrites: 0, indexWrites: 0 };
/** A sub-document's PDF, cut before. */
export const FETCH_PDF: Requests = { blobReads: 2, blobWrites: 0, rowReads: 1, rowWrites: 0, indexWrites: 0 };
/** Deletion at the end of the retention: two prefixes are listed; the row goes, and its place in the index. */
export const DELETE: Requests = { blobReads: 0, blobWrites: 2, rowReads: 0, rowWrites: 0.5, indexWrites: 1 };

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
