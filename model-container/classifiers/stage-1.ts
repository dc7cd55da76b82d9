/** Stage 1 scores each gap by its own features, which include comparisons with the gaps around. */
import { FEATURE_NAMES } from '../features/gap-features.ts';
import type { StageDefinition } from './stage.ts';

/** Its input rows are the streams' rows as they are: the columns behind FEATURE_NAMES are not read. */
export const STAGE_1: StageDefinition = { features: FEATURE_NAMES, inputRows: (rows) => rows };
