/** The stage that customers use: nothing that holds data goes when the stack goes. */
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageSettings } from '../settings.ts';

const MIB = 1024 * 1024;

export const prod: StageSettings = {
  stage: 'prod',
  architecture: 'arm64',
  data: { keptOnRemoval: true, deletedFilesKeptDays: 30, pointInTimeRecoveryDays: 35 },
  logs: { keptDays: RetentionDays.THREE_MONTHS },
  limits: { maxUploadBytes: 100 * MIB, maxPages: 2000, maxWaitSeconds: 25 },
  functions: {
    api: { memoryMb: 1024 },
    // Two cores: one document's pages are read side by side. Set `reservedConcurrency` of `api` once the account's quota is 400 or
    // more: requests that wait for their results must not take the executions that would finish them (docs/scale.md). AWS keeps 100
    // of the quota unreserved, so a new account can reserve none.
    parsers: { memoryMb: 3538, storageMb: 4096 },
    light: { memoryMb: 512 },
  },
  endpoint: { mode: 'serverless', memoryMb: 3072, maxConcurrency: 20 },
  training: { instanceType: 'ml.m5.xlarge' },
  api: { requestsPerSecond: 100, burst: 200, requestsPerAddress: 6000 },
  runbook: 'docs/operate.md',
};
