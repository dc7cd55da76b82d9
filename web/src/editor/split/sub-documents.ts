/** Between the API's sub-documents and decisions, and the editor's split. */
import { documentsOf } from './split.ts';
import type { DecidedBy, PageRef, ServedGap, ServedSplit, Split } from './split.ts';

/** A sub-document as the API has it. `crops` is there where a page has several crops. */
export interface ApiSubDocument {
  readonly name?: string | undefined;
  readonly pages: readonly number[];
  readonly crops?: readonly number[] | undefined;
}

export interface ApiDecision {
  readonly split: boolean;
  readonly confidence: number;
  readonly decided_by: DecidedBy;
}

export interface ApiSplitting {
  readonly sub_documents: readonly ApiSubDocument[];
  readonly split_point_confidences: readonly number[];
  /** Absent from results of earlier releases. */
  readonly decisions?: readonly ApiDecision[] | undefined;
}

/** Only the caller of a processing request is certain. */
const CERTAIN = 1;

/** The split of a result. */
export const servedSplitOf = ({ sub_documents, split_point_confidences, decisions }: ApiSplitting): ServedSplit => {
  const pages = pagesOf(sub_documents);
  const ends = endsOf(sub_documents);
  const gaps = pages.slice(1).map((_, gap): ServedGap => {
    const decision = decisions?.[gap];
    if (decision !== undefined)
      return { split: ends.has(gap), confidence: decision.confidence, decidedBy: decision.decided_by };
    const confidence = split_point_confidences[gap] ?? null;
    return { split: ends.has(gap), confidence, decidedBy: confidence === CERTAIN ? 'caller' : 'model' };
  });
  return { pages, gaps, names: namesOf(sub_documents) };
};

/**
 * The split of a file that no model has been asked about.
 * @param documents  its annotation; null: nobody has annotated it, and its pages are one document
 */
export const annotatedSplitOf = (pageCount: number, documents: readonly ApiSubDocument[] | null): ServedSplit => {
  const pages =
    documents === null
      ? Array.from({ length: pageCount }, (_, index): PageRef => ({ page: index + 1, crop: 1 }))
      : pagesOf(documents);
  const ends = documents === null ? new Set<number>() : endsOf(documents);
  const gaps = pages.slice(1).map((_, gap): ServedGap => ({
    split: ends.has(gap),
    confidence: null,
    decidedBy: documents === null ? null : 'reviewer',
  }));
  return { pages, gaps, names: documents === null ? new Map() : namesOf(documents) };
};

/** The sub-documents of a split. Those without a name of their own are sent without one: the service names them. */
export const subDocumentsOf = (
  pages: readonly PageRef[],
  split: Split,
): { name?: string; pages: number[]; crops?: number[] }[] => {
  const hasCrops = pages.some(({ crop }) => crop > 1);
  return documentsOf(split, pages.length).map(({ from, to, name }) => {
    const own = pages.slice(from, to + 1);
    return {
      ...(name === null ? {} : { name }),
      pages: own.map(({ page }) => page),
      ...(hasCrops ? { crops: own.map(({ crop }) => crop) } : {}),
    };
  });
};

const pagesOf = (documents: readonly ApiSubDocument[]): PageRef[] =>
  documents.flatMap(({ pages, crops }) => pages.map((page, index) => ({ page, crop: crops?.[index] ?? 1 })));

/** Gaps before which a document ends; that of the last document is no gap. */
const endsOf = (documents: readonly ApiSubDocument[]): Set<number> => {
  let end = -1;
  return new Set(
    documents.map(({ pages }) => {
      end += pages.length;
      return end;
    }),
  );
};

/** A name that the service made of the document's number is none of its own: it would be wrong after another split. */
const namesOf = (documents: readonly ApiSubDocument[]): Map<number, string> => {
  const names = new Map<number, string>();
  let start = 0;
  for (const [index, { name, pages }] of documents.entries()) {
    if (name !== undefined && name !== `Document ${index + 1}`) names.set(start, name);
    start += pages.length;
  }
  return names;
};
