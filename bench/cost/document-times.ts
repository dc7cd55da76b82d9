/** Duration of the steps of one document: measured processor time plus assumed waits for AWS. */
import { ASSUMED_MS, PROCESSOR_MS } from './measured-times.ts';
import { mapOf, statesOf } from './count-transitions.ts';
import { PARSER_PROCESSES } from './deployed-design.ts';
import { requestsOf } from './document-requests.ts';
import type { RequestingStep } from './document-requests.ts';
import type { DocumentShape } from './document-shape.ts';

/** Milliseconds to write the files of a chunk: the page records, then all others in parallel. */
const SENDING_A_CHUNK = 2 * ASSUMED_MS.writeBlob;
/** Milliseconds to read a chunk, sequentially: page records, inspection, HEAD and GET of the upload; the row twice. */
const READING_A_CHUNK = 4 * ASSUMED_MS.readBlob + 2 * ASSUMED_MS.readRow;

const waitsOf = (step: RequestingStep, shape: DocumentShape): number => {
  const { blobReads, blobWrites, rowReads, rowWrites } = requestsOf(step, shape);
  return (
    blobReads * ASSUMED_MS.readBlob +
    blobWrites * ASSUMED_MS.writeBlob +
    rowReads * ASSUMED_MS.readRow +
    rowWrites * ASSUMED_MS.writeRows
  );
};

/**
 * Duration of ReadPages in milliseconds for a chunk. The parser processes share the pages, each on its own core; all
 * pages take the same time.
 */
export const chunkMs = (pages: number, scanned: boolean): number =>
  READING_A_CHUNK +
  Math.ceil(pages / PARSER_PROCESSES) * (scanned ? PROCESSOR_MS.ocrPage : PROCESSOR_MS.textLayerPage) +
  SENDING_A_CHUNK;

export const inspectMs = (shape: DocumentShape): number => PROCESSOR_MS.inspectDocument + waitsOf('Inspect', shape);

/** Duration of the endpoint call in milliseconds. */
export const scoreMs = ({ pages }: DocumentShape): number =>
  pages === 1 ? 0 : ASSUMED_MS.callEndpoint + pages * PROCESSOR_MS.modelPage;

/** Duration of FindBoundaries in milliseconds without the endpoint call. The page extractions are read in parallel. */
export const findBoundariesMs = (shape: DocumentShape): number =>
  waitsOf('FindBoundaries', shape) - (shape.chunks.length - 1) * ASSUMED_MS.readBlob;

export const buildResultsMs = (shape: DocumentShape): number =>
  PROCESSOR_MS.buildDocument + shape.pages * PROCESSOR_MS.buildPage + waitsOf('BuildResults', shape);

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
