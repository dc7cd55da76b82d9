/** The first document of the day: every function and the endpoint start cold, one after another where one waits for another. */
import { WORKLOADS } from '../cost/deployed-design.ts';
import type { FunctionName } from '../cost/deployed-design.ts';
import type { DocumentShape } from '../cost/document-shape.ts';
import { parseResultsMs, resultMs } from '../cost/document-times.ts';
import { ASSUMED_MS, COLD_START_MS } from '../cost/measured-times.ts';

const coldMs = (name: FunctionName): number =>
  WORKLOADS[name] === 'parsers' ? COLD_START_MS.parsers : COLD_START_MS.light;

/** Starts that the result waits for, in their order. Inspect leaves one environment of Parse warm. */
const startsOf = (shape: DocumentShape): readonly number[] => {
  const more = (parses: number): number => (parses > 1 ? coldMs('Parse') : 0);
  return [
    ...(['Authorizer', 'Api', 'Inspect', 'Parse', 'ReadPages'] as const).map(coldMs),
    more(shape.chunks.length),
    coldMs('FindBoundaries'),
    shape.pages === 1 ? 0 : COLD_START_MS.endpoint,
    coldMs('BuildResults'),
    // Chunks that were read at the same time have left as many environments warm.
    shape.chunks.length >= parseResultsMs(shape).length ? 0 : more(parseResultsMs(shape).length),
    coldMs('Complete'),
  ];
};

/** Milliseconds from the request's arrival at the gateway to its result. */
export const firstDocumentMs = (shape: DocumentShape): number =>
  startsOf(shape).reduce((sum, start) => sum + start, 0) +
  ASSUMED_MS.authorise +
  ASSUMED_MS.answer +
  ASSUMED_MS.writeBlob +
  2 * ASSUMED_MS.writeRows +
  resultMs(shape);
