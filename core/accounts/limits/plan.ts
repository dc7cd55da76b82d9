/** Plans: what an account may use. A deployment has the built-in plans and those of its configuration. */
import { z } from 'zod';
import { NotConfiguredError } from '../../errors.ts';

/** Null: no limit. */
const limit = z.int().min(1).nullable();

export const planSchema = z.strictObject({
  pages_per_month: limit.describe('Pages of documents that were processed in a calendar month (UTC)'),
  credits_per_month: limit.describe('Credits in a calendar month (UTC); a sub-document costs 25'),
  max_pages: limit.describe('Pages of a document'),
  max_document_bytes: limit.describe('Bytes of a document'),
  work_per_second: limit.describe('Requests a second that make work: documents, uploads, trainings'),
  work_per_minute: limit.describe('Requests a minute that make work'),
  work_per_hour: limit.describe('Requests an hour that make work'),
  reads_per_second: limit.describe('Other requests a second'),
});
export type Plan = z.infer<typeof planSchema>;

/** Plans by name. A name consists of lower-case letters, digits and hyphens. */
export const plansSchema = z.record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/), planSchema);
export type Plans = z.infer<typeof plansSchema>;

const UNLIMITED: Plan = {
  pages_per_month: null,
  credits_per_month: null,
  max_pages: null,
  max_document_bytes: null,
  work_per_second: null,
  work_per_minute: null,
  work_per_hour: null,
  reads_per_second: null,
};
const RATES = { work_per_second: 10, work_per_minute: 100, work_per_hour: 1000, reads_per_second: 100 };

/** `standard` limits rates alone, `free` also pages and sizes. */
const BUILT_IN_PLANS: Plans = {
  unlimited: UNLIMITED,
  standard: { ...UNLIMITED, ...RATES },
  free: { ...UNLIMITED, ...RATES, pages_per_month: 100, max_pages: 100, max_document_bytes: 100 * 1024 * 1024 },
};

/** The settings of a service that name plans. */
interface PlanSettings {
  readonly plans?: Plans;
  readonly defaultPlan?: string;
}

/** Every plan of the deployment, by name. */
export const plansOf = (settings: PlanSettings): Plans => ({ ...BUILT_IN_PLANS, ...settings.plans });

/** Name of an account's plan. Accounts of the releases before plans have that of the host. */
export const planNameOf = (settings: PlanSettings, account: { readonly plan?: string | undefined }): string =>
  account.plan ?? settings.defaultPlan ?? 'unlimited';

/** @throws NotConfiguredError where the account's plan is not configured any more */
export const planOf = (settings: PlanSettings, account: { readonly plan?: string | undefined }): Plan => {
  const name = planNameOf(settings, account);
  const plan = plansOf(settings)[name];
  if (plan === undefined)
    throw new NotConfiguredError(`The account's plan ${name} is not among the plans of this deployment.`);
  return plan;
};

/** Bytes of a document that the host and the account's plan allow. @throws NotConfiguredError as planOf */
export const maxDocumentBytes = (
  settings: PlanSettings & { readonly maxUploadBytes: number },
  account: { readonly plan?: string | undefined },
): number => Math.min(settings.maxUploadBytes, planOf(settings, account).max_document_bytes ?? Infinity);
