/** Plans of tests. */
import { planOf } from '../../core/accounts/limits/plan.ts';
import type { Plan } from '../../core/accounts/limits/plan.ts';

/** A plan with these limits and no others. */
export const planWith = (limits: Partial<Plan>): Plan => ({
  ...planOf({}, { plan: 'unlimited' }),
  ...limits,
});

/** Settings of a service whose accounts all have a plan with these limits. */
export const withPlan = (limits: Partial<Plan>) => ({ plans: { tried: planWith(limits) }, defaultPlan: 'tried' });
