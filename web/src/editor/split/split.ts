/** The pages of a file in their order, the decision on each gap between two of them, and the names of the documents. */

/** A page, or one of the crops of a page; both numbers from 1. A page that was not cropped has the crop 1 alone. */
export interface PageRef {
  readonly page: number;
  readonly crop: number;
}

export type DecidedBy = 'model' | 'caller' | 'reviewer';

/** A decision as the service gave it. */
export interface ServedGap {
  readonly split: boolean;
  /** 0 is undecided, near 1 is certain; null where no model was asked. */
  readonly confidence: number | null;
  /** Null where nobody has decided yet, as in a training document that waits for its annotation. */
  readonly decidedBy: DecidedBy | null;
  /**
   * What the model would decide, of a training document; null where that is not known. It differs from `split` where a
   * person has decided otherwise, or sent the file as one document.
   */
  readonly proposed: boolean | null;
  /** Nothing could be read of one of its two pages, of which the model then knows little. Absent: both were read. */
  readonly besideUnread?: true;
}

/** What the service gave. `gaps` has one entry fewer than `pages`. */
export interface ServedSplit {
  readonly pages: readonly PageRef[];
  readonly gaps: readonly ServedGap[];
  /** By the index of a document's first page; documents without a name of their own are left out. */
  readonly names: ReadonlyMap<number, string>;
}

/** What the editor changes. */
export interface Split {
  /** One value a gap: whether a document ends before it. */
  readonly splits: readonly boolean[];
  /**
   * By the index of a document's first page. The name of a document that was joined to the one before stays here, so
   * that it is there again when the pages are split again.
   */
  readonly names: ReadonlyMap<number, string>;
}

/** A document of a split: pages `from` to `to`, indexes from 0, both included. */
export interface SplitDocument {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** Null where the document has no name of its own: then the service names it by its title or its number. */
  readonly name: string | null;
}

export const splitOf = ({ gaps, names }: ServedSplit): Split => ({ splits: gaps.map(({ split }) => split), names });

/** The documents in their order; a file of no page has none. @param pageCount  one more than there are gaps */
export const documentsOf = ({ splits, names }: Split, pageCount: number): SplitDocument[] => {
  const documents: SplitDocument[] = [];
  let from = 0;
  for (let page = 0; page < pageCount; page += 1) {
    if (page < pageCount - 1 && splits[page] !== true) continue;
    documents.push({ index: documents.length, from, to: page, name: names.get(from) ?? null });
    from = page + 1;
  }
  return documents;
};

/** The document of a page, by binary search. @param page  index from 0 */
export const documentAt = (documents: readonly SplitDocument[], page: number): SplitDocument | undefined => {
  let low = 0;
  let high = documents.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const document = documents[middle];
    if (document === undefined) return undefined;
    if (page < document.from) high = middle - 1;
    else if (page > document.to) low = middle + 1;
    else return document;
  }
  return undefined;
};

/** Whether two splits have the same documents with the same names. */
export const sameSplit = (one: Split, other: Split): boolean => {
  if (one.splits.length !== other.splits.length) return false;
  if (one.splits.some((split, gap) => split !== other.splits[gap])) return false;
  return startsOf(one).every((start) => one.names.get(start) === other.names.get(start));
};

/** Indexes of the first pages of the documents. */
export const startsOf = ({ splits }: Split): number[] => [
  0,
  ...splits.flatMap((split, gap) => (split ? [gap + 1] : [])),
];

export interface SplitDifference {
  /** Gaps that the two decide otherwise. */
  readonly gaps: readonly number[];
  /** First pages, by index, of documents that both have, under another name. */
  readonly names: readonly number[];
}

export const differenceOf = (one: Split, other: Split): SplitDifference => ({
  gaps: one.splits.flatMap((split, gap) => (split === other.splits[gap] ? [] : [gap])),
  names: startsOf(one).filter(
    (start) => (start === 0 || other.splits[start - 1] === true) && one.names.get(start) !== other.names.get(start),
  ),
});
