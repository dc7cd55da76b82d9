/** A stage for development: within the quotas of a new AWS account, and removed completely, with all of its documents. */
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { WEB_INTERFACE } from '../settings.ts';
import type { StageSettings } from '../settings.ts';

const MIB = 1024 * 1024;

export const dev: StageSettings = {
  stage: 'dev',
  architecture: 'arm64',
  data: { keptOnRemoval: false, deletedFilesKeptDays: 1, pointInTimeRecoveryDays: 1 },
  logs: { keptDays: RetentionDays.ONE_WEEK, dataEvents: false },
  limits: { maxUploadBytes: 100 * MIB, maxPages: 2000, maxWaitSeconds: 25 },
  functions: {
    api: { memoryMb: 512 },
    // The maximum of a new AWS account.
    parsers: { memoryMb: 3008, storageMb: 2048 },
    results: { memoryMb: 1024, storageMb: 1024 },
    boundaries: { memoryMb: 1024 },
    light: { memoryMb: 256 },
  },
  parsing: { isolatedNetwork: false, environmentPerTenant: false },
  // No `reservedConcurrency`: Lambda cannot reserve any of the 10 concurrent executions of a new AWS account.
  // Two documents × two chunks × two executions, and two for the API: the quota of 10 of a new account.
  pipeline: { documents: 2, chunksPerDocument: 2 },
  endpoint: { mode: 'serverless', memoryMb: 3072, maxConcurrency: 5 },
  training: { instanceType: 'ml.m5.large' },
  api: { corsOrigins: [WEB_INTERFACE], requestsPerSecond: 20, burst: 40, requestsPerAddress: 1000 },
  // Of `npm run cost -- --unit-costs --stage dev`, in US East.
  estimatedCost: {
    currency: 'USD',
    perDocument: 0.00095,
    perPage: 0.000025,
    perOcrPage: 0.000071,
    pricesOf: '2026-11-25',
  },
  // No alarms, and at rest only storage and the KMS key cost anything.
  alwaysOn: { firewall: false, monitoring: false },
  runbook: 'docs/operate.md',
};
