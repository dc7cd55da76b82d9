/** The service's settings on AWS. */
import type { Service } from '../../core/service.ts';
import type { AwsSettings } from './settings.ts';

export const serviceSettings = (settings: AwsSettings): Service['settings'] => ({
  environment: settings.environment,
  maxWaitSeconds: settings.maxWaitSeconds,
  maxUploadBytes: settings.maxUploadBytes,
  maxPages: settings.maxPages,
  plans: settings.plans,
  defaultPlan: 'standard',
  // A call that waits holds an execution of Lambda.
  waitingIsCostly: true,
  ...(settings.maxExecutions === undefined ? {} : { maxExecutions: settings.maxExecutions }),
  ...(settings.administratorEmail === undefined ? {} : { administratorEmail: settings.administratorEmail }),
  ...(settings.webUrl === undefined ? {} : { webUrl: settings.webUrl }),
  ...(settings.estimatedCost === undefined ? {} : { estimatedCost: settings.estimatedCost }),
  ...(settings.maxRetainDays === undefined ? {} : { maxRetainDays: settings.maxRetainDays }),
});
