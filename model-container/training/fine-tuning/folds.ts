/** Which documents are held out together. A document stays in its fold in every later training of the workflow. */
import type { PreparedDocument } from './prepared-documents.ts';

/** Fewer documents are dealt into three folds; more into six, each of the three in two, if they are of as many files. */
const MANY = 24;
const [FEW_FOLDS, MANY_FOLDS] = [3, 6];

/** Held-out groups of the workflow's serving model, if it has any. */
export type PreviousFolds = readonly (readonly string[])[];

/**
 * Documents of one sender share a fold where at least as many senders as folds are known, else those of one merged file; any other is
 * dealt on its own.
 * Known documents keep their fold, so that a later model is compared on documents that neither it nor the one before saw.
 */
export const assignFolds = (documents: readonly PreparedDocument[], earlier: PreviousFolds = []): PreparedDocument[][] =>
  assignToFolds(
    Math.max(
      documents.length >= MANY && new Set(documents.map(fileOf)).size >= MANY_FOLDS ? MANY_FOLDS : FEW_FOLDS,
      earlier.length,
    ),
    documents,
    earlier,
  );

const fileOf = ({ merged, fingerprint }: PreparedDocument): string =>
  merged === null ? fingerprint : `file ${merged.file}`;

/** The same into this many folds, or fewer where there are fewer documents. */
export function assignToFolds(
  count: number,
  documents: readonly PreparedDocument[],
  earlier: PreviousFolds = [],
): PreparedDocument[][] {
  const groups = groupsOf(documents, count);
  const known = new Map(earlier.flatMap((of, fold) => of.map((fingerprint) => [fingerprint, fold] as const)));
  const folds: PreparedDocument[][] = Array.from({ length: count }, () => []);
  const smallest = (of: readonly number[]) =>
    of.reduce((least, fold) => ((folds[fold]?.length ?? 0) < (folds[least]?.length ?? 0) ? fold : least));
  const all = Array.from(folds.keys());
  for (const group of groups) {
    const fold = group.map((document) => known.get(document.fingerprint)).find((found) => found !== undefined);
    // Where there are twice as many folds as before, each of the earlier ones went into two.
    const open = fold === undefined ? all : all.filter((candidate) => candidate % Math.max(1, earlier.length) === fold);
    folds[smallest(open)]?.push(...group);
  }
  return folds.filter((fold) => fold.length > 0);
}

/** Largest first, then by fingerprint: the same documents are always dealt alike. */
function groupsOf(documents: readonly PreparedDocument[], folds: number): PreparedDocument[][] {
  const bySender = new Set(documents.map(({ sender }) => sender).filter((sender) => sender !== null)).size >= folds;
  const whole = [
    ...Map.groupBy(documents, (document) =>
      bySender && document.sender !== null ? `sender ${document.sender}` : fileOf(document),
    ).values(),
  ];
  // Fewer files than folds cannot be held out one by one: their documents are.
  const groups = whole.length >= folds ? whole : documents.map((document) => [document]);
  return groups.sort((a, b) => b.length - a.length || ((a[0]?.fingerprint ?? '') < (b[0]?.fingerprint ?? '') ? -1 : 1));
}
