/** Between the API's sub-documents and decisions, and the editor's split. */
import { ownNameOf } from '../../api/results/own-name.ts';
import { unreadPagesOf } from '../unread/unread-pages.ts';
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
  /** Of the file, from 1. Absent where all pages were read. */
  readonly unread_pages?: readonly number[] | undefined;
}

/** Only the caller of a processing request is certain. */
const CERTAIN = 1;

/** The split of a result. */
export const servedSplitOf = (splitting: ApiSplitting): ServedSplit => {
  const { sub_documents: documents } = splitting;
  const pages = pagesOf(documents);
  const ends = endsOf(documents);
  const unread = unreadPagesOf(pages, splitting.unread_pages);
  const gaps = pages.slice(1).map((_, gap): ServedGap => ({
    split: ends.has(gap),
    ...decisionAt(splitting, gap),
    proposed: null,
    ...(unread.has(gap) || unread.has(gap + 1) ? { besideUnread: true } : {}),
  }));
  return { pages, gaps, names: namesOf(documents) };
};

const decisionAt = (
  { split_point_confidences: confidences, decisions }: ApiSplitting,
  gap: number,
): Pick<ServedGap, 'confidence' | 'decidedBy'> => {
  const decision = decisions?.[gap];
  if (decision !== undefined) return { confidence: decision.confidence, decidedBy: decision.decided_by };
  const confidence = confidences[gap] ?? null;
  return { confidence, decidedBy: confidence === CERTAIN ? 'caller' : 'model' };
};

export interface TrainingSplit {
  readonly pageCount: number;
  /** The annotation; null: nobody has annotated the file. */
  readonly annotation: readonly ApiSubDocument[] | null;
  /** Whether the file was sent as one document. */
  readonly sentAsOne: boolean;
  /** The splitting of the model that read the file; null where it was not kept. */
  readonly proposal: ApiSplitting | null;
}

/** The split of a training document: its annotation; else that it is one document; else what the model proposes. */
export const trainingSplitOf = ({ pageCount, annotation, sentAsOne, proposal }: TrainingSplit): ServedSplit => {
  const proposed = proposal === null ? null : servedSplitOf(proposal);
  if (annotation !== null) return personsSplitOf(annotation, 'reviewer', proposed);
  if (proposed === null)
    return personsSplitOf([{ pages: Array.from({ length: pageCount }, (_, index) => index + 1) }], null, null);
  if (sentAsOne) return personsSplitOf([asOne(proposed)], 'caller', proposed);
  // What the sender of a result had decided, who then called the result wrong, is nobody's decision.
  const gaps = proposed.gaps.map((gap): ServedGap =>
    gap.decidedBy === 'model' ? { ...gap, proposed: gap.split } : { ...gap, confidence: null, decidedBy: null },
  );
  return { ...proposed, gaps };
};

const asOne = ({ pages }: ServedSplit): ApiSubDocument => ({
  pages: pages.map(({ page }) => page),
  crops: pages.map(({ crop }) => crop),
});

/** Documents that a person named, beside what the model would decide. */
const personsSplitOf = (
  documents: readonly ApiSubDocument[],
  decidedBy: DecidedBy | null,
  proposed: ServedSplit | null,
): ServedSplit => {
  const pages = pagesOf(documents);
  const ends = endsOf(documents);
  const gaps = pages.slice(1).map((_, gap): ServedGap => {
    const models = proposed?.gaps[gap];
    const isModels = models?.decidedBy === 'model';
    return {
      split: ends.has(gap),
      confidence: isModels ? models.confidence : null,
      decidedBy,
      proposed: isModels ? models.split : null,
    };
  });
  return { pages, gaps, names: namesOf(documents) };
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

const namesOf = (documents: readonly ApiSubDocument[]): Map<number, string> => {
  const names = new Map<number, string>();
  let start = 0;
  for (const [index, { name, pages }] of documents.entries()) {
    const own = ownNameOf(name, index);
    if (own !== undefined) names.set(start, own);
    start += pages.length;
  }
  return names;
};
