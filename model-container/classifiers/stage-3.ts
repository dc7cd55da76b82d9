/**
 * Stage 3 corrects the log-odds of stage 2. Its inputs are the neighbourhood features again, computed from the stage-2
 * scores and over twice the reach, the features of the pages' nearest neighbours in the stream, and the stage-1
 * log-odds. The longer reach finds the previous issue of a newsletter, which begins with a similar page.
 */
import {
  NEAREST_NEIGHBOUR_FEATURES,
  NEIGHBOURHOOD_FEATURES,
  STREAM_SIMILARITY_FEATURES,
  neighbourhoodRows,
} from '../features/neighbourhood-features.ts';
import { SIMILARITY_REACH } from '../features/reach.ts';
import type { StageDefinition } from './stage.ts';

const features: readonly string[] = [
  ...NEIGHBOURHOOD_FEATURES,
  ...NEAREST_NEIGHBOUR_FEATURES,
  ...STREAM_SIMILARITY_FEATURES,
  'stage_1_log_odds',
];

/** Masked gaps are left out of the neighbourhood; their rows are NaN. */
export const STAGE_3: StageDefinition = {
  features,
  inputRows: (rows, scores) =>
    neighbourhoodRows(rows, scores.at(-1) ?? [], SIMILARITY_REACH, features.length, (stream, at, gap) => [
      ...stream.neighbourhood(at),
      ...stream.nearestNeighbours(at),
      ...stream.streamSimilarity(at),
      scores[0]?.[gap] ?? Number.NaN,
    ]),
};
