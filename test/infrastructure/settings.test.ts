import { describe, expect, it } from 'vitest';
import { checkStageSettings, StageSettingsError } from '../../lib/settings.ts';
import { readStageSettings } from '../../lib/stages.ts';

describe('the settings of a stage', () => {
  it('are given for dev and prod', () => {
    expect(readStageSettings('dev').data.keptOnRemoval).toBe(false);
    expect(readStageSettings('prod').data.keptOnRemoval).toBe(true);
  });

  it.each([undefined, '', 'staging', 'constructor', 3])('are asked for where the stage is %j', (stage) => {
    expect(() => readStageSettings(stage)).toThrow(StageSettingsError);
    expect(() => readStageSettings(stage)).toThrow('-c stage=dev or -c stage=prod');
  });

  it.each([
    ['a stage that no API key could hold', { stage: 'Prod-1' }, 'stage'],
    ['a member that is misspelled', { retention: 3 }, 'retention'],
    ['memory that parsers do not get along with', { functions: { ...readStageSettings('dev').functions, parsers: { memoryMb: 2048, storageMb: 512 } } }, 'functions.parsers.memoryMb'],
    ['memory that page records do not fit into', { functions: { ...readStageSettings('dev').functions, boundaries: { memoryMb: 256 } } }, 'functions.boundaries.memoryMb'],
    ['executions set aside for a function that takes few', { reservedConcurrency: { Complete: 10 } }, 'reservedConcurrency'],
    ['no executions at once, which would switch a function off', { reservedConcurrency: { ReadPages: 0 } }, 'reservedConcurrency.ReadPages'],
    ['memory that serverless endpoints do not come with', { endpoint: { mode: 'serverless', memoryMb: 1500, maxConcurrency: 5 } }, 'endpoint.memoryMb'],
    ['an endpoint of one instance', { endpoint: { mode: 'realtime', instanceType: 'ml.m5.large', instanceCount: 1 } }, 'endpoint.instanceCount'],
    ['a wait that the gateway would cut off', { limits: { maxUploadBytes: 1, maxPages: 1, maxWaitSeconds: 29 } }, 'limits.maxWaitSeconds'],
    ['days that CloudWatch keeps no logs for', { logs: { keptDays: 8 } }, 'logs.keptDays'],
    ['logs that never end', { logs: { keptDays: 9999 } }, 'logs must end'],
  ])('are refused with %s, which is named', (_, change, named) => {
    expect(() => checkStageSettings({ ...readStageSettings('dev'), ...change })).toThrow(named);
  });
});
