/** Inputs and outputs of the steps of process-document.asl.json: keys and page ranges, never bytes. */
import { z } from 'zod';

/** Input of the state machine, and part of every step's input and output. */
export const processingKeySchema = z.object({ account_id: z.string().min(1), processing_id: z.uuid() });
export type ProcessingKey = z.infer<typeof processingKeySchema>;

/** A page range of plan-chunks.ts: pages from 1, both ends included; `starts`: first pages of its ranges. */
export const plannedChunkSchema = z.object({
  from: z.int().min(1),
  to: z.int().min(1),
  starts: z.array(z.int().min(1)).min(1).readonly().optional(),
});

/** Input of ReadPages. */
export const chunkSchema = processingKeySchema.extend(plannedChunkSchema.shape);
export type Chunk = z.infer<typeof chunkSchema>;

/** Output of Inspect; input of ForEachChunk. */
export const inspectOutputSchema = processingKeySchema.extend({ chunks: z.array(chunkSchema) });
export type InspectOutput = z.infer<typeof inspectOutputSchema>;

/**
 * The error that the state machine caught. After a timeout `Cause` may be missing; the failure must be recorded all the
 * same.
 */
export const caughtErrorSchema = z
  .object({ Error: z.string().catch(''), Cause: z.string().catch('') })
  .catch({ Error: '', Cause: '' });

/** Input of RecordFailure: the input of the failed step, with the caught error. */
export const recordFailureInputSchema = processingKeySchema.extend({ error: caughtErrorSchema });
export type RecordFailureInput = z.infer<typeof recordFailureInputSchema>;

/** Returns the key alone, without the other properties of the argument. */
export const processingKeyOf = ({ account_id, processing_id }: ProcessingKey): ProcessingKey => ({
  account_id,
  processing_id,
});
