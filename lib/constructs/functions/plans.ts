/** What the stage's settings say of accounts, as variables of the functions that need it: own plans and unit costs. */
import type { StageSettings } from '../../settings.ts';

export const plansOf = ({ plans }: StageSettings): Readonly<Record<string, string>> =>
  plans === undefined ? {} : { TEARLINE_PLANS: JSON.stringify(plans) };

export const unitCostsOf = ({ estimatedCost }: StageSettings): Readonly<Record<string, string>> =>
  estimatedCost === undefined ? {} : { TEARLINE_ESTIMATED_COST: JSON.stringify(estimatedCost) };
