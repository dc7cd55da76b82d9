/** What travels between the steps of process-document.asl.json: keys and page ranges, never bytes. */
import { z } from 'zod';

/** Input of the state machine, and part of every step's input and output. */
export const processingKeySchema = z.object({ account_id: z.string().min(1), processing_id: z.uuid() });
export type ProcessingKey = z.infer<typeof processingKeySchema>;

/** Pages from 1, both ends included, as plan-chunks.ts plans them. */
export const plannedChunkSchema = z.object({
  from: z.int().min(1),
  to: z.int().min(1),
  starts: z.array(z.int().min(1)).min(1).readonly().optional(),
});

/** One piece of ReadPages' work. */
export const chunkSchema = processingKeySchema.extend(plannedChunkSchema.shape);
export type Chunk = z.infer<typeof chunkSchema>;

/** Output of Inspect; input of ForEachChunk. */
export const inspectOutputSchema = processingKeySchema.extend({ chunks: z.array(chunkSchema) });
export type InspectOutput = z.infer<typeof inspectOutputSchema>;

/** The state machine's two words on why a step failed. After a timeout it may have no second one, and a failure must be recorded all the same. */
export const caughtErrorSchema = z
  .object({ Error: z.string().catch(''), Cause: z.string().catch('') })
  .catch({ Error: '', Cause: '' });

/** Input of RecordFailure: whatever the failed step was given, and why it failed. */
export const recordFailureInputSchema = processingKeySchema.extend({ error: caughtErrorSchema });
export type RecordFailureInput = z.infer<typeof recordFailureInputSchema>;

/** Only the key, whatever else came along. */
export const processingKeyOf = ({ account_id, processing_id }: ProcessingKey): ProcessingKey => ({ account_id, processing_id });
