/** What the service itself checks of a workflow's weights; the endpoint checks the rest when it loads them. */
import { z } from 'zod';

/** Schema version of weights that this service supports. */
export const WEIGHTS_VERSION = 3;

export const weightsSchema = z.object({
  kind: z.literal('workflow'),
  schema_version: z.literal(WEIGHTS_VERSION),
  base: z.string().min(1),
  fine_tuned: z.object({}),
  calibration: z.object({}),
});

/** Whether a text is weights of the supported schema version. */
export const checkWeights = (text: string): boolean => {
  try {
    return weightsSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};
