/** Duration of the steps of one document: measured processor time plus assumed waits for AWS. */
import { ASSUMED_MS, PROCESSOR_MS } from './measured-times.ts';
import { mapOf, statesOf } from './count-transitions.ts';
import { PARSER_PROCESSES } from './deployed-design.ts';
import { cutJobsOf, requestsOf } from './document-requests.ts';
import type { RequestingStep } from './document-requests.ts';
import type { DocumentShape } from './document-shape.ts';

/** Milliseconds to write the files of a chunk: the page records, then all others in parallel. */
const SENDING_A_CHUNK = 2 * ASSUMED_MS.writeBlob;
/** Milliseconds of ReadPages itself, sequentially: page records, inspection; the row twice; the call of Parse. */
const AROUND_A_CHUNK = 2 * ASSUMED_MS.readBlob + 2 * ASSUMED_MS.readRow + ASSUMED_MS.callParse;

const waitsOf = (step: RequestingStep, shape: DocumentShape): number => {
  const { blobReads, blobWrites, rowReads, rowWrites } = requestsOf(step, shape);
  return (
    blobReads * ASSUMED_MS.readBlob +
    blobWrites * ASSUMED_MS.writeBlob +
    rowReads * ASSUMED_MS.readRow +
    rowWrites * ASSUMED_MS.writeRows
  );
};

/** Duration of Parse in milliseconds for a chunk: it fetches the upload, reads, and stores the files. The parser processes share the pages, each on its own core; all
 * pages take the same time.
 */
export const parseChunkMs = (pages: number, scanned: boolean): number =>
  ASSUMED_MS.readBlob +
  Math.ceil(pages / PARSER_PROCESSES) * (scanned ? PROCESSOR_MS.ocrPage : PROCESSOR_MS.textLayerPage) +
  SENDING_A_CHUNK;

/** Duration of ReadPages in milliseconds for a chunk. */
export const chunkMs = (pages: number, scanned: boolean): number => AROUND_A_CHUNK + parseChunkMs(pages, scanned);

/** Duration of Parse in milliseconds for Inspect. */
export const PARSE_INSPECT_MS = ASSUMED_MS.readBlob + PROCESSOR_MS.inspectDocument;

export const inspectMs = (shape: DocumentShape): number =>
  PROCESSOR_MS.inspectDocument + ASSUMED_MS.callParse + waitsOf('Inspect', shape);

/** Duration of the endpoint call in milliseconds. */
export const scoreMs = ({ pages }: DocumentShape): number =>
  pages === 1 ? 0 : ASSUMED_MS.callEndpoint + pages * PROCESSOR_MS.modelPage;

/** Duration of FindBoundaries in milliseconds without the endpoint call. The page extractions are read in parallel. */
export const findBoundariesMs = (shape: DocumentShape): number =>
  waitsOf('FindBoundaries', shape) - (shape.chunks.length - 1) * ASSUMED_MS.readBlob;

/** Duration of each execution of Parse in milliseconds for BuildResults: one renders the thumbnail, the others cut. */
export const parseResultsMs = (shape: DocumentShape): readonly number[] => {
  const jobs = cutJobsOf(shape);
  const cut =
    ASSUMED_MS.readBlob +
    (PROCESSOR_MS.buildDocument + shape.pages * PROCESSOR_MS.buildPage) / (1 + jobs) +
    Math.ceil(shape.found / jobs) * ASSUMED_MS.writeBlob;
  return [
    ASSUMED_MS.readBlob + PROCESSOR_MS.buildDocument / (1 + jobs) + ASSUMED_MS.writeBlob,
    ...Array.from({ length: jobs }, () => cut),
  ];
};

export const buildResultsMs = (shape: DocumentShape): number =>
  PROCESSOR_MS.buildDocument +
  shape.pages * PROCESSOR_MS.buildPage +
  ASSUMED_MS.callParse +
  waitsOf('BuildResults', shape);

export const completeMs = (shape: DocumentShape): number => ASSUMED_MS.lightStep + waitsOf('Complete', shape);

/** Milliseconds from upload to result without cold starts and queueing. */
export const resultMs = (shape: DocumentShape): number => {
  const chunks = shape.chunks.length;
  const { width, distributed } = mapOf(chunks);
  const reading = Math.ceil(chunks / width) * chunkMs(Math.max(...shape.chunks), shape.scanned);
  const transitions =
    (statesOf(chunks).length + 1) * ASSUMED_MS.transition + (distributed ? ASSUMED_MS.startDistributedMap : 0);
  return (
    transitions +
    inspectMs(shape) +
    reading +
    findBoundariesMs(shape) +
    scoreMs(shape) +
    buildResultsMs(shape) +
    completeMs(shape)
  );
};
