/** The migration of a workflow to a model that was trained from a newer base model. */
import { z } from 'zod';

/**
 * `training` → `announced` → `moved` | `declined`. `failed`: the preview could not be trained. A workflow has at most one
 * migration for each base model.
 */
export const migrationStateSchema = z.enum(['training', 'announced', 'moved', 'declined', 'failed']);

export const migrationSchema = z.object({
  /** The new base model. */
  base_version: z.string(),
  state: migrationStateSchema,
  preview_workflow_id: z.uuid(),
  /** The model in use with which the preview's is compared. */
  before_version: z.string(),
  /** The preview's model; known once it is announced. */
  model_version: z.string().optional(),
  /** Whether the workflow moves by itself when it is due: the new model makes no more errors. */
  automatic: z.boolean().optional(),
  due_at: z.iso.datetime().optional(),
  /** When the mail was sent. */
  announced_at: z.iso.datetime().optional(),
  /** Code of the error where the mail was refused for good; it is not sent again. */
  mail_failure: z.string().optional(),
  error_rate_before: z.number().optional(),
  error_rate_after: z.number().optional(),
  reason: z.string().optional(),
  ended_at: z.iso.datetime().optional(),
});
export type Migration = z.infer<typeof migrationSchema>;

/** Milliseconds between the mail and the move. */
export const NOTICE_MS = 14 * 24 * 3_600_000;

export const hasEnded = ({ state }: Pick<Migration, 'state'>): boolean =>
  state === 'moved' || state === 'declined' || state === 'failed';
