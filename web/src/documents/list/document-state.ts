import type { ProcessedDocument } from '../../api/documents.ts';
import { DEFAULT_THRESHOLD } from '../../editor/header/thresholds.ts';

export type DocumentState =
  | 'unfinished'
  | 'failed'
  | 'cancelled'
  | 'verified'
  | 'corrected'
  /** The model is not sure of a decision, or decided without the text of a page. */
  | 'to_review'
  | 'sure';

/** Where a document is between sending and verification. */
export const documentStateOf = (document: ProcessedDocument): DocumentState => {
  const { state, failure_code: code, verified, corrected } = document;
  if (state === 'failed') return code === 'cancelled' ? 'cancelled' : 'failed';
  if (state !== 'succeeded') return 'unfinished';
  if (verified) return corrected ? 'corrected' : 'verified';
  return awaitsReview(document) ? 'to_review' : 'sure';
};

/** As the review queue does: a document of which the sender decided every gap, each with the confidence 1, is left out. */
const awaitsReview = ({ lowest_confidence: lowest, unread_page_count: unread }: ProcessedDocument): boolean =>
  lowest !== null && (lowest <= DEFAULT_THRESHOLD || (unread > 0 && lowest < 1));
