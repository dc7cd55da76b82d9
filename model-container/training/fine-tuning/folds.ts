/** K-fold assignment of a customer's documents. A document keeps its fold in all later trainings of the workflow. */
import type { PreparedDocument } from './prepared-documents.ts';

/** From this many documents on there are six folds instead of three, if the documents come from at least six files. */
const MANY = 24;
const [FEW_FOLDS, MANY_FOLDS] = [3, 6];

/** Fingerprints of the documents in each fold of the workflow's serving model; empty where there was no training. */
export type PreviousFolds = readonly (readonly string[])[];

/**
 * Assigns the documents to three or six folds. Documents of one sender share a fold where there are at least as many
 * known senders as folds; otherwise documents of one merged file do. Known documents keep their fold, so that two
 * models are compared on documents that neither of them was trained on.
 */
export const assignFolds = (
  documents: readonly PreparedDocument[],
  previous: PreviousFolds = [],
): PreparedDocument[][] =>
  assignToFolds(
    Math.max(
      documents.length >= MANY && new Set(documents.map(fileOf)).size >= MANY_FOLDS ? MANY_FOLDS : FEW_FOLDS,
      previous.length,
    ),
    documents,
    previous,
  );

const fileOf = ({ merged, fingerprint }: PreparedDocument): string =>
  merged === null ? fingerprint : `file ${merged.file}`;

/** The same, with this many folds, or fewer where there are fewer groups of documents. */
export const assignToFolds = (
  count: number,
  documents: readonly PreparedDocument[],
  previous: PreviousFolds = [],
): PreparedDocument[][] => distribute(groupsOf(documents, count), count, previous);

/** Between `least` and `most` folds: one a group of documents where there are not more groups than `most`. */
export function assignToManyFolds(
  least: number,
  most: number,
  documents: readonly PreparedDocument[],
): PreparedDocument[][] {
  const groups = groupsOf(documents, least);
  return distribute(groups, Math.min(most, groups.length), []);
}

function distribute(
  groups: readonly (readonly PreparedDocument[])[],
  count: number,
  previous: PreviousFolds,
): PreparedDocument[][] {
  const known = new Map(previous.flatMap((of, fold) => of.map((fingerprint) => [fingerprint, fold] as const)));
  const folds: PreparedDocument[][] = Array.from({ length: count }, () => []);
  const smallest = (of: readonly number[]) =>
    of.reduce((least, fold) => ((folds[fold]?.length ?? 0) < (folds[least]?.length ?? 0) ? fold : least));
  const all = Array.from(folds.keys());
  for (const group of groups) {
    const fold = group.map((document) => known.get(document.fingerprint)).find((found) => found !== undefined);
    // Where the number of folds has doubled, each previous fold is divided into two.
    const open =
      fold === undefined ? all : all.filter((candidate) => candidate % Math.max(1, previous.length) === fold);
    folds[smallest(open)]?.push(...group);
  }
  return folds.filter((fold) => fold.length > 0);
}

/**
 * Groups of documents, largest first, then by fingerprint: the assignment does not depend on the order of the
 * documents.
 */
function groupsOf(documents: readonly PreparedDocument[], folds: number): PreparedDocument[][] {
  const bySender = new Set(documents.map(({ sender }) => sender).filter((sender) => sender !== null)).size >= folds;
  const byFile = [
    ...Map.groupBy(documents, (document) =>
      bySender && document.sender !== null ? `sender ${document.sender}` : fileOf(document),
    ).values(),
  ];
  // With fewer files than folds, documents are assigned individually.
  const groups = byFile.length >= folds ? byFile : documents.map((document) => [document]);
  return groups.sort((a, b) => b.length - a.length || ((a[0]?.fingerprint ?? '') < (b[0]?.fingerprint ?? '') ? -1 : 1));
}
