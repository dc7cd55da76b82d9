/** Plans of tests. */
import type { Plan } from '../../core/accounts/limits/plan.ts';

/** A plan with these limits and no others. */
export const planWith = (limits: Partial<Plan>): Plan => ({
  pages_per_month: null,
  credits_per_month: null,
  max_pages: null,
  max_document_bytes: null,
  work_per_second: null,
  work_per_minute: null,
  work_per_hour: null,
  reads_per_second: null,
  ...limits,
});

/** Settings of a service whose accounts all have a plan with these limits. */
export const withPlan = (limits: Partial<Plan>) => ({ plans: { tried: planWith(limits) }, defaultPlan: 'tried' });
