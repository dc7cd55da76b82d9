/** An estimate of what processed documents cost the operator: counts of usage times unit costs of the deployment. */
import { z } from 'zod';
import { includesRole } from '../caller.ts';
import type { Caller } from '../caller.ts';
import type { UnitCosts } from './unit-costs.ts';
import type { Counter } from './usage-rows.ts';

export const estimatedCostSchema = z
  .strictObject({
    amount: z.number().min(0).describe('In the currency, rounded to a millionth'),
    currency: z.string().describe('ISO 4217'),
    prices_of: z.iso.date().describe('The date of the prices'),
  })
  .describe(
    'An estimate of what the documents that succeeded cost the operator; not a bill. Only for owners, and only where the ' +
      'deployment has unit costs',
  );
export type EstimatedCost = z.infer<typeof estimatedCostSchema>;

const MILLION = 1_000_000;

/** @param counted  the sum of a counter */
export const estimateCost = (
  { currency, perDocument, perPage, perOcrPage, pricesOf }: UnitCosts,
  counted: (name: Counter) => number,
): EstimatedCost => {
  const amount = counted('succeeded') * perDocument + counted('pages') * perPage + counted('ocr_pages') * perOcrPage;
  return { amount: Math.round(amount * MILLION) / MILLION, currency, prices_of: pricesOf };
};

/** The deployment's unit costs, where the caller may see what is estimated from them: owners may. */
export const unitCostsFor = (
  { role }: Pick<Caller, 'role'>,
  { estimatedCost }: { readonly estimatedCost?: UnitCosts },
): UnitCosts | undefined => (includesRole(role, 'owner') ? estimatedCost : undefined);
