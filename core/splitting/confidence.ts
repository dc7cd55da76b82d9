/** The confidence of the split model's decisions. */
import { CONFIDENCE_DECIMALS } from '../requests/processing-request.ts';

/** The largest confidence of the model, which 1 would not distinguish from a decision of the caller. */
export const MAX_MODEL_CONFIDENCE = 0.999999;

/**
 * The confidence of the model, 0 to MAX_MODEL_CONFIDENCE.
 * @param probability  of a split, 0 to 1
 */
export const modelConfidence = (probability: number): number =>
  Math.min(MAX_MODEL_CONFIDENCE, Number(Math.abs(2 * probability - 1).toFixed(CONFIDENCE_DECIMALS)));
