import type { ProcessedDocument } from '../../api/documents.ts';
import { DEFAULT_THRESHOLD } from '../../editor/header/thresholds.ts';

export type DocumentState =
  | 'unfinished'
  | 'failed'
  | 'cancelled'
  | 'verified'
  | 'corrected'
  /** The model is not sure of a decision. */
  | 'to_review'
  | 'sure';

/** Where a document is between sending and verification. */
export const documentStateOf = (document: ProcessedDocument): DocumentState => {
  const { state, failure_code: code, verified, corrected, lowest_confidence: lowest } = document;
  if (state === 'failed') return code === 'cancelled' ? 'cancelled' : 'failed';
  if (state !== 'succeeded') return 'unfinished';
  if (verified) return corrected ? 'corrected' : 'verified';
  return lowest !== null && lowest <= DEFAULT_THRESHOLD ? 'to_review' : 'sure';
};
