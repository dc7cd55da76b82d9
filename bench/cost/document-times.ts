/** How long a function works on a step of one document: what is measured on the processor, and the waits for AWS. */
import { ASSUMED_MS, PROCESSOR_MS } from './measured-times.ts';
import { mapOf, statesOf } from './count-transitions.ts';
import { PARSER_PROCESSES } from './deployed-design.ts';
import { requestsOf } from './document-requests.ts';
import type { RequestingStep } from './document-requests.ts';
import type { DocumentShape } from './document-shape.ts';

/** Of a chunk's files all but the records are sent at once. */
const SENDING_A_CHUNK = 2 * ASSUMED_MS.writeBlob;
/** Of a chunk the code waits one by one for: its records, the inspection, the upload's head and the upload. */
const READING_A_CHUNK = 4 * ASSUMED_MS.readBlob + ASSUMED_MS.readRow;

const waitsOf = (step: RequestingStep, shape: DocumentShape): number => {
  const { blobReads, blobWrites, rowReads, rowWrites } = requestsOf(step, shape);
  return (
    blobReads * ASSUMED_MS.readBlob +
    blobWrites * ASSUMED_MS.writeBlob +
    rowReads * ASSUMED_MS.readRow +
    rowWrites * ASSUMED_MS.writeRows
  );
};

/** Milliseconds of ReadPages on a chunk of so many pages, which the parser processes share, each on a core of its own. The pages are taken to be equally heavy. */
export const chunkMs = (pages: number, scanned: boolean): number =>
  READING_A_CHUNK +
  Math.ceil(pages / PARSER_PROCESSES) * (scanned ? PROCESSOR_MS.ocrPage : PROCESSOR_MS.textLayerPage) +
  SENDING_A_CHUNK;

export const inspectMs = (shape: DocumentShape): number => PROCESSOR_MS.inspectDocument + waitsOf('Inspect', shape);

/** Milliseconds that the endpoint works. */
export const scoreMs = ({ pages }: DocumentShape): number =>
  pages === 1 ? 0 : ASSUMED_MS.callEndpoint + pages * PROCESSOR_MS.modelPage;

/** Without the endpoint's time. What was found on the pages is read at once. */
export const findBoundariesMs = (shape: DocumentShape): number =>
  waitsOf('FindBoundaries', shape) - (shape.chunks.length - 1) * ASSUMED_MS.readBlob;

export const buildResultsMs = (shape: DocumentShape): number =>
  PROCESSOR_MS.buildDocument + shape.pages * PROCESSOR_MS.buildPage + waitsOf('BuildResults', shape);

export const completeMs = (shape: DocumentShape): number => ASSUMED_MS.lightStep + waitsOf('Complete', shape);

/** Milliseconds from upload to result where everything is warm and nothing waits for its turn. */
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
