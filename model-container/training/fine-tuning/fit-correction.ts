/**
 * Fits the fine-tuned part of a workflow's model: the page-type classifier, and the correction of the base model's
 * log-odds.
 */
import { MASKED_LOG_ODDS } from '../../calibration/gap-probabilities.ts';
import { fitLogisticCorrection } from '../../classifiers/workflow/correction.ts';
import type { CorrectionRow, FineTunedParameters } from '../../classifiers/workflow/correction.ts';
import { assignToManyFolds } from './folds.ts';
import { correctionInputs, UNKNOWN_PAGE_TYPE, correctionPenalty } from '../../classifiers/workflow/gap-inputs.ts';
import { fitPageTypeClassifier, pageTypeLogOdds } from '../../classifiers/workflow/page-type-classifier.ts';
import type { LabelledPage, PageTypeClassifier } from '../../classifiers/workflow/page-type-classifier.ts';
import type { PreparedDocument } from './prepared-documents.ts';
import { weighGaps } from './stream-rows.ts';
import type { StreamGaps } from './stream-rows.ts';

/** The training set of a correction, computed once for all L2 strengths. */
export interface CorrectionTrainingSet {
  readonly rows: readonly CorrectionRow[];
  readonly pageTypes: PageTypeClassifier;
}

/** Total weight of the base gaps: this share of the customer's gaps, but at least that of this many gaps. */
const BASE_SHARE = 0.25;
const MIN_BASE_GAPS = 40;
/**
 * Number of folds of the out-of-fold page-type scores. Each document is a fold of its own where there are few, so that the
 * classifiers learn from as many documents as possible; up to FEW_DOCUMENTS this takes little time.
 */
const [FEWEST_FOLDS, MOST_FOLDS, FEW_DOCUMENTS] = [4, 20, 40];

/**
 * Weight of the gaps of a customer's documents, relative to that of the L2 penalty: they are few, and chosen on other
 * sources (docs/model-experiments.md).
 */
const OWN_WEIGHT = 3;
/** Weight of a document whose boundaries a person confirmed. Others have weight 1: an upload may hold several documents. */
const VERIFIED_WEIGHT = 2;

const weightOf = ({ verified }: PreparedDocument): number => (verified ? VERIFIED_WEIGHT : 1);

/** @param baseRows  gaps of the base model's training, which prevent catastrophic forgetting */
export function buildTrainingSet(
  documents: readonly PreparedDocument[],
  streams: readonly StreamGaps[],
  baseRows: readonly Omit<CorrectionRow, 'weight'>[],
): CorrectionTrainingSet {
  const own = customerRows(documents, streams);
  const weight =
    Math.max(MIN_BASE_GAPS, BASE_SHARE * own.reduce((sum, row) => sum + row.weight, 0)) / Math.max(1, baseRows.length);
  return {
    rows: [...own, ...baseRows.map((row) => ({ ...row, weight }))],
    pageTypes: fitPageTypeClassifier(labelledPages(documents)),
  };
}

/**
 * @param l2Strength  L2 regularisation of the coefficients of the base model's features
 * @param start  coefficients to start from
 */
export const fitCorrection = (
  { rows, pageTypes }: CorrectionTrainingSet,
  l2Strength: number,
  start?: FineTunedParameters,
): FineTunedParameters => ({
  pageTypes,
  correction: fitLogisticCorrection(
    rows,
    correctionPenalty(rows[0]?.inputs.length ?? 0, l2Strength),
    start?.correction,
  ),
});

/**
 * The customer's scored gaps with out-of-fold page-type log-odds: for new documents the classifier is out of sample as well.
 */
function customerRows(documents: readonly PreparedDocument[], streams: readonly StreamGaps[]): CorrectionRow[] {
  const pageTypes = outOfFoldPageTypes(documents);
  const ofDocument = new Map(documents.map((document) => [document.number, weightOf(document)]));
  const gaps = streams.flat().filter(({ baseLogOdds }) => baseLogOdds !== MASKED_LOG_ODDS);
  const weights = weighGaps(gaps);
  return gaps.map((gap, at) => {
    const [left, right] = [pageTypes.get(gap.left), pageTypes.get(gap.right)];
    const pageTypeScores = [
      left === undefined ? UNKNOWN_PAGE_TYPE : pageTypeLogOdds(left, gap.hashedFeatures[0]),
      right === undefined ? UNKNOWN_PAGE_TYPE : pageTypeLogOdds(right, gap.hashedFeatures[1]),
    ] as const;
    return {
      inputs: correctionInputs(gap.features, gap.baseLogOdds, ...pageTypeScores),
      baseLogOdds: gap.baseLogOdds,
      label: gap.label,
      // Of both documents of a boundary: it is right only if the end of one and the beginning of the other are.
      weight:
        (OWN_WEIGHT * (weights[at] ?? 0) * ((ofDocument.get(gap.left) ?? 1) + (ofDocument.get(gap.right) ?? 1))) / 2,
    };
  });
}

/**
 * Page-type classifiers by document number, each fitted without the document's fold. Folds are assigned as for the
 * evaluation: by sender where possible.
 */
export function outOfFoldPageTypes(documents: readonly PreparedDocument[]): Map<number, PageTypeClassifier> {
  return new Map(
    assignToManyFolds(FEWEST_FOLDS, documents.length <= FEW_DOCUMENTS ? MOST_FOLDS : FEWEST_FOLDS, documents).flatMap(
      (fold) => {
        const pageTypes = fitPageTypeClassifier(
          labelledPages(documents.filter((document) => !fold.includes(document))),
        );
        return fold.map((document) => [document.number, pageTypes] as const);
      },
    ),
  );
}

const labelledPages = (documents: readonly PreparedDocument[]): LabelledPage[] =>
  documents.flatMap((document) =>
    document.pages.map(({ hashedFeatures }, at) => ({
      hashedFeatures,
      first: Number(at === 0),
      last: Number(at === document.pages.length - 1),
      weight: weightOf(document),
    })),
  );
