/**
 * The regularisation path: corrections fitted with decreasing L2 strength, each starting from the one before (warm
 * start).
 */
import { MASKED_LOG_ODDS } from '../../calibration/gap-probabilities.ts';
import { logisticLoss } from '../../classifiers/workflow/correction.ts';
import { scoreRows } from '../../classifiers/workflow/base-scores.ts';
import type { BaseModel } from '../../classifiers/workflow/base-scores.ts';
import type { CorrectionRow } from '../../classifiers/workflow/correction.ts';
import { correctionInputs, UNKNOWN_PAGE_TYPE } from '../../classifiers/workflow/gap-inputs.ts';
import { fitCorrection, buildTrainingSet } from './fit-correction.ts';
import type { FineTunedParameters } from '../../classifiers/workflow/correction.ts';
import type { LabelledStream } from './base-features.ts';
import { drawTrainingStreams } from './stream-rows.ts';
import type { PreparedDocument } from './prepared-documents.ts';
import { seededRandom } from '../../random.ts';

/** L2 strengths in descending order. A strong regularisation keeps the model close to the base model. */
export const L2_STRENGTHS = [100, 20, 5, 1, 0.3] as const;

export type BaseRows = readonly Omit<CorrectionRow, 'weight'>[];

/** The correction fitted with one L2 strength. */
export interface PathPoint {
  readonly parameters: FineTunedParameters;
  /** Mean logistic loss on the training set. */
  readonly loss: number;
}

/** Scored gaps of the base model's own training, without page types. */
export const baseRowsOf = (base: BaseModel, streams: readonly LabelledStream[]): BaseRows =>
  streams
    .flatMap(({ rows, labels }) =>
      scoreRows(base, rows).map(({ features, logOdds }, gap) => ({
        inputs: correctionInputs(features, logOdds, UNKNOWN_PAGE_TYPE, UNKNOWN_PAGE_TYPE),
        baseLogOdds: logOdds,
        label: labels[gap] ?? 0,
      })),
    )
    .filter(({ baseLogOdds }) => baseLogOdds !== MASKED_LOG_ODDS);

/** Each document is drawn in at least two rounds. */
const MIN_ROUNDS = 2;

/**
 * Returns one correction per L2 strength, in their order.
 * @param documentDraws  minimum number of draws of a document, in total over all training streams
 */
export function fitRegularisationPath(
  documents: readonly PreparedDocument[],
  base: BaseModel,
  baseRows: BaseRows,
  seed: number,
  strengths: readonly number[],
  documentDraws: number,
): PathPoint[] {
  const rounds = Math.max(MIN_ROUNDS, Math.ceil(documentDraws / documents.length));
  const trainingSet = buildTrainingSet(
    documents,
    drawTrainingStreams(documents, rounds, base, seededRandom(seed)),
    baseRows,
  );
  const path: PathPoint[] = [];
  for (const strength of strengths) {
    const parameters = fitCorrection(trainingSet, strength, path.at(-1)?.parameters);
    path.push({ parameters, loss: logisticLoss(parameters.correction, trainingSet.rows) });
  }
  return path;
}
