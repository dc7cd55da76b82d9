/** Learns what a workflow's documents have of their own: which pages begin and end one, and what that changes in the base model's answers. */
import { fitLogisticCorrection } from '../../classifiers/workflow/correction.ts';
import type { CorrectionRow, FineTunedParameters } from '../../classifiers/workflow/correction.ts';
import { assignToFolds } from './folds.ts';
import { correctionInputs, UNKNOWN_PAGE_TYPE, l2Strengths } from '../../classifiers/workflow/gap-inputs.ts';
import { fitPageTypeClassifier, pageTypeLogOdds } from '../../classifiers/workflow/page-type-classifier.ts';
import type { LabelledPage, PageTypeClassifier } from '../../classifiers/workflow/page-type-classifier.ts';
import type { PreparedDocument } from './prepared-documents.ts';
import { weighGaps } from './stream-rows.ts';
import type { StreamGaps } from './stream-rows.ts';

/** All that a correction is learnt from, computed once for several strengths of the pull. */
export interface CorrectionTrainingSet {
  readonly rows: readonly CorrectionRow[];
  readonly pageTypes: PageTypeClassifier;
}

/** All base gaps together count as much as this share of the customer's gaps, and as this many gaps at the least. */
const BASE_SHARE = 0.25;
const BASE_GAPS = 40;
const FOLDS = 4;

/** @param baseRows  gaps of the base model's training, so that it is not forgotten */
export function buildTrainingSet(
  documents: readonly PreparedDocument[],
  streams: readonly StreamGaps[],
  baseRows: readonly Omit<CorrectionRow, 'weight'>[],
): CorrectionTrainingSet {
  const own = customerRows(documents, streams);
  const weight =
    Math.max(BASE_GAPS, BASE_SHARE * own.reduce((sum, row) => sum + row.weight, 0)) / Math.max(1, baseRows.length);
  return {
    rows: [...own, ...baseRows.map((row) => ({ ...row, weight }))],
    pageTypes: fitPageTypeClassifier(markedPages(documents)),
  };
}

/** @param featureStrength  how strongly the corrections of features are pulled to nothing */
export const fitCorrection = ({ rows, pageTypes }: CorrectionTrainingSet, featureStrength: number, start?: FineTunedParameters): FineTunedParameters => ({
  pageTypes,
  correction: fitLogisticCorrection(rows, l2Strengths(rows[0]?.inputs.length ?? 0, featureStrength), start?.correction),
});

/** Gaps with what the roles say that were learnt without the gap's own documents: as it will be for new ones. */
function customerRows(documents: readonly PreparedDocument[], streams: readonly StreamGaps[]): CorrectionRow[] {
  const roles = outOfFoldPageTypes(documents);
  const gaps = streams.flat();
  const weights = weighGaps(gaps);
  return gaps.map((gap, at) => {
    const [left, right] = [roles.get(gap.left), roles.get(gap.right)];
    const odds = [
      left === undefined ? UNKNOWN_PAGE_TYPE : pageTypeLogOdds(left, gap.hashedFeatures[0]),
      right === undefined ? UNKNOWN_PAGE_TYPE : pageTypeLogOdds(right, gap.hashedFeatures[1]),
    ] as const;
    return {
      inputs: correctionInputs(gap.features, gap.baseLogOdds, ...odds),
      baseLogOdds: gap.baseLogOdds,
      label: gap.label,
      weight: weights[at] ?? 0,
    };
  });
}

/** By the number of each document what pages say by documents of other folds, dealt as those that are held out: by sender where that can be. */
export function outOfFoldPageTypes(documents: readonly PreparedDocument[]): Map<number, PageTypeClassifier> {
  return new Map(
    assignToFolds(FOLDS, documents).flatMap((fold) => {
      const roles = fitPageTypeClassifier(markedPages(documents.filter((document) => !fold.includes(document))));
      return fold.map((document) => [document.number, roles] as const);
    }),
  );
}

const markedPages = (documents: readonly PreparedDocument[]): LabelledPage[] =>
  documents.flatMap(({ pages }) =>
    pages.map(({ hashedFeatures }, at) => ({
      hashedFeatures,
      first: Number(at === 0),
      last: Number(at === pages.length - 1),
    })),
  );
