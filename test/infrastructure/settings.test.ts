import { describe, expect, it } from 'vitest';
import { processDocument } from '../../core/processing/process-document.ts';
import { inspect } from '../../core/processing/inspect.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../core/requests/processing-request.ts';
import { checkStageSettings, MOST_PAGES, StageSettingsError } from '../../lib/settings.ts';
import { readStageSettings } from '../../lib/stages.ts';
import { drawFakeDocument } from '../fakes/fake-document.ts';
import { addAccount, fakeService } from '../fakes/fake-service.ts';

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
    [
      'memory that parsers do not get along with',
      { functions: { ...readStageSettings('dev').functions, parsers: { memoryMb: 2048, storageMb: 512 } } },
      'functions.parsers.memoryMb',
    ],
    [
      'memory that page records do not fit into',
      { functions: { ...readStageSettings('dev').functions, boundaries: { memoryMb: 256 } } },
      'functions.boundaries.memoryMb',
    ],
    [
      'executions set aside for a function that takes few',
      { reservedConcurrency: { Complete: 10 } },
      'reservedConcurrency',
    ],
    [
      'no executions at once, which would switch a function off',
      { reservedConcurrency: { ReadPages: 0 } },
      'reservedConcurrency.ReadPages',
    ],
    [
      'memory that serverless endpoints do not come with',
      { endpoint: { mode: 'serverless', memoryMb: 1500, maxConcurrency: 5 } },
      'endpoint.memoryMb',
    ],
    [
      'an endpoint of one instance',
      { endpoint: { mode: 'realtime', instanceType: 'ml.m5.large', instanceCount: 1 } },
      'endpoint.instanceCount',
    ],
    [
      'a wait that the gateway would cut off',
      { limits: { maxUploadBytes: 1, maxPages: 1, maxWaitSeconds: 29 } },
      'limits.maxWaitSeconds',
    ],
    [
      'more pages than the steps can tell each other of',
      { limits: { maxUploadBytes: 1, maxPages: MOST_PAGES + 1, maxWaitSeconds: 20 } },
      'limits.maxPages',
    ],
    ['days that CloudWatch keeps no logs for', { logs: { keptDays: 8 } }, 'logs.keptDays'],
    ['logs that never end', { logs: { keptDays: 9999 } }, 'logs must end'],
  ])('are refused with %s, which is named', (_, change, named) => {
    expect(() => checkStageSettings({ ...readStageSettings('dev'), ...change })).toThrow(named);
  });
});

describe('the most pages of a document', () => {
  /** What Step Functions carries from a state to the next. */
  const LARGEST_STATE = 256 * 1024;

  it.each([
    ['a scan', 1, ['none']],
    ['a scan, two processes a function', 2, ['none']],
    ['a file of which every other page is a scan', 1, ['none', 'good']],
    ['a file with a few scanned pages', 1, [...Array<'good'>(24).fill('good'), 'none']],
  ] as const)('are dealt out within what Step Functions carries: %s', async (_, jobsAChunk, layers) => {
    const service = fakeService({ maxPages: MOST_PAGES });
    service.stateMachines.runsAtOnce = false;
    const pages = Array.from({ length: MOST_PAGES }, (_page, index) => ({
      width_mm: 210,
      height_mm: 297,
      text_layer: layers[index % layers.length] ?? 'none',
    }));
    // The one job that Inspect asks for.
    const parsers = {
      jobsAChunk,
      run: () => Promise.resolve({ kind: 'pdf', page_count: MOST_PAGES, encrypted: false, pages } as never),
      close: () => Promise.resolve(),
    };
    const { account } = await addAccount(service, 'one');
    const accepted = await processDocument(service, account, {
      workflowKey: GENERIC_WORKFLOW_ID,
      file: { name: 'scan.pdf', bytes: drawFakeDocument({ pages: 1 }) },
      parameters: processingParametersSchema.parse({}),
    });
    const output = JSON.stringify(await inspect({ ...service, parsers }, accepted));
    expect(output.length).toBeGreaterThan(10_000);
    expect(output.length).toBeLessThan(0.9 * LARGEST_STATE);
  });
});
