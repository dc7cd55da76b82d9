/** What a document costs the operator, in units that usage is counted in. Part of a deployment's configuration. */
import { z } from 'zod';

const unitCost = z.number().min(0).max(1000);

export const unitCostsSchema = z.strictObject({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'three capital letters, such as USD')
    .describe('Of the amounts: ISO 4217, such as USD'),
  perDocument: unitCost.describe('For each document that succeeded, whatever its pages'),
  perPage: unitCost.describe('For each of its pages'),
  perOcrPage: unitCost.describe('In addition, for each of its pages without a usable text layer'),
  pricesOf: z.iso.date().describe('The date of the prices'),
});
export type UnitCosts = z.infer<typeof unitCostsSchema>;
