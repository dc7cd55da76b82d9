/** The parts of a training that take time, each one a step of its own that is kept once done. */
import { logisticLoss } from '../../classifiers/workflow/correction.ts';
import { scoreRows } from '../../classifiers/workflow/base-scores.ts';
import type { BaseModel } from '../../classifiers/workflow/base-scores.ts';
import type { CorrectionRow } from '../../classifiers/workflow/correction.ts';
import { correctionInputs, UNKNOWN_PAGE_TYPE } from '../../classifiers/workflow/gap-inputs.ts';
import { fitCorrection, buildTrainingSet } from './learner.ts';
import type { FineTunedParameters } from '../../classifiers/workflow/correction.ts';
import type { LabelledStream } from './base-features.ts';
import { drawTrainingStreams } from './stream-rows.ts';
import type { PreparedDocument } from './prepared-documents.ts';
import { seededRandom } from '../../random.ts';

/** Strengths of the pull to the base model, from the strongest on: training goes along them and stops early. */
export const L2_STRENGTHS = [100, 20, 5, 1, 0.3] as const;

export type BaseRows = readonly Omit<CorrectionRow, 'weight'>[];

export interface PathPoint {
  readonly parameters: FineTunedParameters;
  /** Mean loss on the gaps that were learnt from. */
  readonly loss: number;
}

/** The gaps of the base model's own training, with nothing known of the pages' roles. */
export const baseRowsOf = (base: BaseModel, streams: readonly LabelledStream[]): BaseRows =>
  streams.flatMap(({ rows, labels }) =>
    scoreRows(base, rows).map(({ features, logOdds }, gap) => ({
      inputs: correctionInputs(features, logOdds, UNKNOWN_PAGE_TYPE, UNKNOWN_PAGE_TYPE),
      baseLogOdds: logOdds,
      label: labels[gap] ?? 0,
    })),
  );

/** Documents in all streams together that are enough for a few documents, and rounds that many documents get. */
const MIN_DOCUMENT_DRAWS = 240;
const MIN_ROUNDS = 2;

/** One correction a strength of the pull, each begun where the one before ended. */
export function fitRegularisationPath(
  documents: readonly PreparedDocument[],
  base: BaseModel,
  baseRows: BaseRows,
  seed: number,
  pulls: readonly number[],
): PathPoint[] {
  const rounds = Math.max(MIN_ROUNDS, Math.ceil(MIN_DOCUMENT_DRAWS / documents.length));
  const lesson = buildTrainingSet(documents, drawTrainingStreams(documents, rounds, base, seededRandom(seed)), baseRows);
  const rungs: PathPoint[] = [];
  for (const pull of pulls) {
    const parameters = fitCorrection(lesson, pull, rungs.at(-1)?.parameters);
    rungs.push({ parameters, loss: logisticLoss(parameters.correction, lesson.rows) });
  }
  return rungs;
}
