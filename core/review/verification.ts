/** A verification as the API shows it. */
import { z } from 'zod';
import type { ProcessingRequest } from '../requests/processing-request.ts';

export const shownVerificationSchema = z
  .strictObject({
    verified: z.boolean(),
    verified_at: z.iso.datetime().optional(),
    verified_by: z
      .string()
      .optional()
      .describe('Name of the API key, address of the person, or name of the share link'),
    corrected: z
      .boolean()
      .optional()
      .describe("Whether the results show other sub-documents or other names than the model's"),
    comment: z.string().optional(),
    model_version: z
      .string()
      .optional()
      .describe('The model whose decisions were verified; absent where no model was asked'),
  })
  .meta({ id: 'Verification', description: 'Where `verified` is false, it has no other member' });
export type ShownVerification = z.infer<typeof shownVerificationSchema>;

export const showVerification = ({ verification }: ProcessingRequest): ShownVerification => {
  if (verification === undefined) return { verified: false };
  const { verified_at, verified_by, corrected, comment, model_version } = verification;
  return {
    verified: true,
    verified_at,
    verified_by,
    corrected,
    ...(comment === undefined ? {} : { comment }),
    ...(model_version === undefined ? {} : { model_version }),
  };
};
