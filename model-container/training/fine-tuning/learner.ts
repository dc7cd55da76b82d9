/** Learns what a workflow's documents have of their own: which pages begin and end one, and what that changes in the base model's answers. */
import { learnCorrection } from '../../classifiers/workflow/correction.ts';
import type { Correction, CorrectionRow } from '../../classifiers/workflow/correction.ts';
import { dealInto } from './folds.ts';
import { inputsOf, NO_ROLES, pullsOf } from '../../classifiers/workflow/gap-inputs.ts';
import { learnPageRoles, oddsOfPage } from '../../classifiers/workflow/page-type-classifier.ts';
import type { MarkedPage, PageRoles } from '../../classifiers/workflow/page-type-classifier.ts';
import type { SeenDocument } from './seen-documents.ts';
import { weighGaps } from './stream-rows.ts';
import type { StreamGaps } from './stream-rows.ts';

export interface Learnt {
  readonly roles: PageRoles;
  readonly correction: Correction;
}

/** All that a correction is learnt from, computed once for several strengths of the pull. */
export interface Lesson {
  readonly rows: readonly CorrectionRow[];
  readonly roles: PageRoles;
}

/** All base gaps together count as much as this share of the customer's gaps, and as this many gaps at the least. */
const BASE_SHARE = 0.25;
const BASE_GAPS = 40;
const FOLDS = 4;

/** @param baseRows  gaps of the base model's training, so that it is not forgotten */
export function prepareLesson(
  documents: readonly SeenDocument[],
  streams: readonly StreamGaps[],
  baseRows: readonly Omit<CorrectionRow, 'weight'>[],
): Lesson {
  const own = ownRows(documents, streams);
  const weight =
    Math.max(BASE_GAPS, BASE_SHARE * own.reduce((sum, row) => sum + row.weight, 0)) / Math.max(1, baseRows.length);
  return {
    rows: [...own, ...baseRows.map((row) => ({ ...row, weight }))],
    roles: learnPageRoles(markedPages(documents)),
  };
}

/** @param featurePull  how strongly the corrections of features are pulled to nothing */
export const learn = ({ rows, roles }: Lesson, featurePull: number, start?: Learnt): Learnt => ({
  roles,
  correction: learnCorrection(rows, pullsOf(rows[0]?.inputs.length ?? 0, featurePull), start?.correction),
});

/** Gaps with what the roles say that were learnt without the gap's own documents: as it will be for new ones. */
function ownRows(documents: readonly SeenDocument[], streams: readonly StreamGaps[]): CorrectionRow[] {
  const roles = crossRoles(documents);
  const gaps = streams.flat();
  const weights = weighGaps(gaps);
  return gaps.map((gap, at) => {
    const [left, right] = [roles.get(gap.left), roles.get(gap.right)];
    const odds = [
      left === undefined ? NO_ROLES : oddsOfPage(left, gap.marks[0]),
      right === undefined ? NO_ROLES : oddsOfPage(right, gap.marks[1]),
    ] as const;
    return {
      inputs: inputsOf(gap.features, gap.baseOdds, ...odds),
      baseOdds: gap.baseOdds,
      label: gap.label,
      weight: weights[at] ?? 0,
    };
  });
}

/** By the number of each document what pages say by documents of other folds, dealt as those that are held out: by sender where that can be. */
export function crossRoles(documents: readonly SeenDocument[]): Map<number, PageRoles> {
  return new Map(
    dealInto(FOLDS, documents).flatMap((fold) => {
      const roles = learnPageRoles(markedPages(documents.filter((document) => !fold.includes(document))));
      return fold.map((document) => [document.number, roles] as const);
    }),
  );
}

const markedPages = (documents: readonly SeenDocument[]): MarkedPage[] =>
  documents.flatMap(({ pages }) =>
    pages.map(({ marks }, at) => ({ marks, first: Number(at === 0), last: Number(at === pages.length - 1) })),
  );
