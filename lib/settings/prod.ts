/** The stage for customers: all resources with data are retained when the stack is removed. */
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { WEB_INTERFACE } from '../settings.ts';
import type { StageSettings } from '../settings.ts';

const MIB = 1024 * 1024;

export const prod: StageSettings = {
  stage: 'prod',
  architecture: 'arm64',
  data: { keptOnRemoval: true, deletedFilesKeptDays: 30, pointInTimeRecoveryDays: 35 },
  logs: { keptDays: RetentionDays.THREE_MONTHS, dataEvents: false },
  limits: { maxUploadBytes: 100 * MIB, maxPages: 2000, maxWaitSeconds: 25 },
  functions: {
    api: { memoryMb: 1024 },
    // Two cores: two parser processes share the pages of a chunk.
    parsers: { memoryMb: 3538, storageMb: 4096 },
    results: { memoryMb: 1024, storageMb: 2048 },
    boundaries: { memoryMb: 1024 },
    light: { memoryMb: 512 },
  },
  parsing: { isolatedNetwork: true, environmentPerTenant: true },
  // Of a quota of 1,000, which a new AWS account must request before the first deployment (docs/deploy.md). Requests
  // that wait for results cannot use up the executions that produce them, and long scans of one sender leave room for
  // others. Each execution of Parse has a caller that waits for it. The remaining 200 are for the light steps and
  // trainings. In proportion to the load measured in docs/scale.md.
  reservedConcurrency: {
    Api: 140,
    RenderApi: 40,
    PublicApi: 20,
    Parse: 300,
    Inspect: 80,
    ReadPages: 180,
    BuildResults: 40,
  },
  // With more, the documents of a burst wait for executions instead of their turn, and those of other accounts with them.
  pipeline: { documents: 100, chunksPerDocument: 8 },
  endpoint: { mode: 'serverless', memoryMb: 3072, maxConcurrency: 20 },
  training: { instanceType: 'ml.m5.xlarge' },
  api: { corsOrigins: [WEB_INTERFACE], requestsPerSecond: 100, burst: 200, requestsPerAddress: 6000 },
  // Of `npm run cost -- --unit-costs --stage prod`, in US East.
  estimatedCost: {
    currency: 'USD',
    perDocument: 0.00098,
    perPage: 0.000034,
    perOcrPage: 0.000088,
    pricesOf: '2026-11-25',
  },
  alwaysOn: { firewall: true, monitoring: true },
  runbook: 'docs/operate.md',
};
