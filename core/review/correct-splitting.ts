/** A reviewer's correction of a splitting, without reads and writes. */
import type { DocumentSplitting, SplitDecision, SubDocument } from '../requests/processing-request.ts';
import { modelConfidence } from '../splitting/confidence.ts';

/** Confidence of a gap that the model was never asked about: undecided. */
const UNSCORED = 0;

/**
 * The splitting with other sub-documents. A gap that the reviewer decided otherwise is `reviewer`'s; its confidence is
 * the model's, since 1 is reserved for the caller of the processing request.
 * @param original  as the model and the caller decided
 * @param documents  every page once, in order
 * @param probabilities  of a split at each gap, from the model; empty where it was not asked
 */
export const correctSplitting = (
  original: DocumentSplitting,
  documents: readonly SubDocument[],
  probabilities: readonly number[],
): DocumentSplitting => {
  const splits = splitsOf(documents);
  const decisions = decisionsOf(original).map((decision, gap): SplitDecision => {
    const split = splits[gap] ?? false;
    if (split === decision.split) return decision;
    const confidence = decision.decided_by === 'caller' ? scoredConfidence(probabilities[gap]) : decision.confidence;
    return { ...decision, split, confidence, decided_by: 'reviewer' };
  });
  return {
    schema_version: 1,
    sub_documents: [...documents],
    split_point_confidences: decisions.map(({ confidence }) => confidence),
    decisions,
    ...(original.unread_pages === undefined ? {} : { unread_pages: original.unread_pages }),
  };
};

/** Whether the documents are those of the splitting, with the same names. */
export const hasDocuments = ({ sub_documents: own }: DocumentSplitting, documents: readonly SubDocument[]): boolean =>
  JSON.stringify(own.map(namedPages)) === JSON.stringify(documents.map(namedPages));

const namedPages = ({ name, pages }: SubDocument) => [name, pages];

const scoredConfidence = (probability: number | undefined): number =>
  probability === undefined ? UNSCORED : modelConfidence(probability);

/** One value a gap: whether a document ends before it. */
const splitsOf = (documents: readonly SubDocument[]): boolean[] =>
  documents.flatMap(({ pages }) => pages.map((_, index) => index === pages.length - 1)).slice(0, -1);

/** The decisions of a splitting. Results of earlier releases have none: they follow from what these do have. */
const decisionsOf = ({ sub_documents, split_point_confidences, decisions }: DocumentSplitting): SplitDecision[] =>
  decisions ??
  splitsOf(sub_documents).map((split, gap) => {
    const confidence = split_point_confidences[gap] ?? UNSCORED;
    return { after_page: gap + 1, split, confidence, decided_by: confidence === 1 ? 'caller' : 'model' };
  });
