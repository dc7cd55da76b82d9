import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plansOf } from '../../core/accounts/limits/plan.ts';
import { processDocument } from '../../core/processing/process-document.ts';
import { inspect } from '../../core/processing/reading/inspect.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../core/requests/processing-request.ts';
import { checkStageSettings, MAX_PAGES, StageSettingsError } from '../../lib/settings.ts';
import { PAGE, withSettingsTable } from '../../lib/settings/describe.ts';
import { isFirstDeployment, readStageSettings } from '../../lib/stages.ts';
import { writeFakeDocument } from '../fakes/documents/fake-document.ts';
import { addAccount, fakeService } from '../fakes/fake-service.ts';

const GIB = 1024 ** 3;

const HOST = {
  name: 'split.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f',
};

describe('The table of settings', () => {
  const page = readFileSync(PAGE, 'utf8');

  it('in docs/deploy.md is that of the schema: `npm run settings-table` writes it', () => {
    expect(withSettingsTable(page)).toBe(page);
  });

  it('says of every member what it does', () => {
    const rows = page.split('\n').filter((line) => /^\| `[\w.]+` \|.*\|.*\|.*\|.*\|$/.test(line));
    const members = rows.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
    expect(members.length).toBeGreaterThan(50);
    const silent = members.filter((cells) => cells[2] !== 'one of the following' && cells[5] === '');
    expect(silent.map((cells) => cells[1])).toEqual([]);
  });
});

describe('the settings of a stage', () => {
  it('are given for dev and prod', () => {
    expect(readStageSettings('dev').data.keptOnRemoval).toBe(false);
    expect(readStageSettings('prod').data.keptOnRemoval).toBe(true);
  });

  it.each([undefined, '', 'staging', 'constructor', 3])('require a known stage, not %j', (stage) => {
    expect(() => readStageSettings(stage)).toThrow(StageSettingsError);
    expect(() => readStageSettings(stage)).toThrow('-c stage=dev or -c stage=prod');
  });

  it.each([
    ['a stage that no API key could hold', { stage: 'Prod-1' }, 'stage'],
    ['a member that is misspelled', { retention: 3 }, 'retention'],
    [
      'too little memory for parsers',
      { functions: { ...readStageSettings('dev').functions, parsers: { memoryMb: 2048, storageMb: 512 } } },
      'functions.parsers.memoryMb',
    ],
    [
      'too little memory for page records',
      { functions: { ...readStageSettings('dev').functions, boundaries: { memoryMb: 256 } } },
      'functions.boundaries.memoryMb',
    ],
    ['pages from S3 without a domain', { web: { hosting: 's3' } }, 'domain.web'],
    [
      'pages from S3 in frames of others',
      { web: { hosting: 's3', frameAncestors: ['https://dms.example.com'] }, domain: { web: HOST } },
      'web.frameAncestors',
    ],
    [
      'a domain of a web interface that is not there',
      { web: { hosting: 'none' }, domain: { web: HOST } },
      'domain.web',
    ],
    [
      "a certificate that is not in CloudFront's region",
      { domain: { web: { ...HOST, certificateArn: HOST.certificateArn.replace('us-east-1', 'eu-west-1') } } },
      'domain.web.certificateArn',
    ],
    ['one host name for the API and the web interface', { domain: { api: HOST, web: HOST } }, 'domain.web.name'],
    [
      'a hosted zone that does not have the host name',
      { domain: { api: { ...HOST, hostedZone: { id: 'Z0123456789ABC', name: 'example.org' } } } },
      'domain.api.hostedZone.name',
    ],
    ['a host name that is none', { domain: { api: { ...HOST, name: 'https://api.example.com' } } }, 'domain.api.name'],
    [
      'reserved concurrency of a function that needs none',
      { reservedConcurrency: { Complete: 10 } },
      'reservedConcurrency',
    ],
    [
      'reserved concurrency of 0, which would disable a function',
      { reservedConcurrency: { ReadPages: 0 } },
      'reservedConcurrency.ReadPages',
    ],
    [
      'a memory size that serverless endpoints do not have',
      { endpoint: { mode: 'serverless', memoryMb: 1500, maxConcurrency: 5 } },
      'endpoint.memoryMb',
    ],
    [
      'an endpoint of one instance',
      { endpoint: { mode: 'realtime', instanceType: 'ml.m5.large', instanceCount: 1 } },
      'endpoint.instanceCount',
    ],
    [
      'a wait beyond the timeout of API Gateway',
      { limits: { maxUploadBytes: 1, maxPages: 1, maxWaitSeconds: 29 } },
      'limits.maxWaitSeconds',
    ],
    [
      'more pages than a state of Step Functions can describe',
      { limits: { maxUploadBytes: 1, maxPages: MAX_PAGES + 1, maxWaitSeconds: 20 } },
      'limits.maxPages',
    ],
    [
      'uploads that are larger than S3 takes in one request, which no function would start with',
      { limits: { maxUploadBytes: 5 * GIB + 1, maxPages: 1, maxWaitSeconds: 20 } },
      'limits.maxUploadBytes',
    ],
    [
      'uploads that do not fit into the storage of Parse',
      { limits: { maxUploadBytes: 2 * GIB, maxPages: 1, maxWaitSeconds: 20 } },
      'functions.parsers.storageMb',
    ],
    [
      'a sender outside of its domain, whose mails SES would refuse',
      { mail: { from: 'split@example.org', domain: 'example.com' } },
      'mail.from',
    ],
    [
      'more plans than fit into the environment of a function',
      {
        plans: Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`plan-${at}`, plansOf({})['free'] ?? {}])),
      },
      'plans',
    ],
    ["a stage whose name Cognito does not take in the sign-in pages' address", { stage: 'awsdev' }, 'stage'],
    [
      'an endpoint on a processor that the image is not for',
      { endpoint: { mode: 'realtime', instanceType: 'ml.c7g.large', instanceCount: 2 } },
      'endpoint.instanceType',
    ],
    [
      'trainings on an instance with local storage, for which SageMaker takes no key',
      { training: { instanceType: 'ml.g4dn.xlarge' } },
      'training.instanceType',
    ],
    [
      'an origin with a path',
      { api: { ...readStageSettings('dev').api, corsOrigins: ['https://a.b/c'] } },
      'corsOrigins',
    ],
    ['every origin', { api: { ...readStageSettings('dev').api, corsOrigins: ['*'] } }, 'corsOrigins'],
    ['a retention that CloudWatch does not offer', { logs: { keptDays: 8 } }, 'logs.keptDays'],
    ['logs without a retention', { logs: { keptDays: 9999 } }, 'logs must expire'],
  ])('are rejected with %s, and the error names it', (_, change, named) => {
    expect(() => checkStageSettings({ ...readStageSettings('dev'), ...change })).toThrow(named);
  });
});

describe('The settings', () => {
  it.each([
    ['a sender of a subdomain', { mail: { from: 'split@mail.example.com', domain: 'example.com' } }],
    ['a sender in capital letters', { mail: { from: 'Split@Example.com', domain: 'example.com' } }],
    [
      'a host name that is the zone itself',
      { domain: { api: { ...HOST, hostedZone: { id: 'Z0123456789ABC', name: HOST.name } } } },
    ],
    [
      'uploads of a gigabyte, which fit into the storage',
      {
        limits: { maxUploadBytes: GIB, maxPages: 1, maxWaitSeconds: 20 },
      },
    ],
    ['trainings on other x86 instances', { training: { instanceType: 'ml.c6i.2xlarge' } }],
  ])('take %s', (_, change) => {
    expect(() => checkStageSettings({ ...readStageSettings('dev'), ...change })).not.toThrow();
  });
});

describe('The first deployment', () => {
  it.each([
    [undefined, false],
    ['true', true],
    ['false', false],
    [true, true],
    [false, false],
  ])('is said by `-c first=true` and by no other value: %j', (first, expected) => {
    expect(isFirstDeployment(first)).toBe(expected);
  });

  it.each(['', 'yes', '0', 1])(
    'is not guessed from %j, which would leave out the protection against deletion',
    (first) => {
      expect(() => isFirstDeployment(first)).toThrow(StageSettingsError);
      expect(() => isFirstDeployment(first)).toThrow('-c first=true');
    },
  );
});

describe('A document with the maximum number of pages', () => {
  /** Step Functions' limit for the data of a state, in bytes. */
  const LARGEST_STATE = 256 * 1024;

  it.each([
    ['a scan', 1, ['none']],
    ['a scan, two processes per function', 2, ['none']],
    ['a file with a scan on every other page', 1, ['none', 'good']],
    ['a file with a few scanned pages', 1, [...Array<'good'>(24).fill('good'), 'none']],
  ] as const)('has chunks that fit into a state of Step Functions: %s', async (_, jobsPerChunk, layers) => {
    const service = fakeService({ maxPages: MAX_PAGES });
    service.stateMachines.runsAtOnce = false;
    const pages = Array.from({ length: MAX_PAGES }, (_page, index) => ({
      width_mm: 210,
      height_mm: 297,
      text_layer: layers[index % layers.length] ?? 'none',
    }));
    // The only job of Inspect.
    const parsers = {
      jobsPerChunk,
      run: () => Promise.resolve({ kind: 'pdf', page_count: MAX_PAGES, encrypted: false, pages } as never),
      close: () => Promise.resolve(),
    };
    const { account } = await addAccount(service, 'one');
    const accepted = await processDocument(service, account, {
      workflowKey: GENERIC_WORKFLOW_ID,
      file: { name: 'scan.pdf', bytes: writeFakeDocument({ pages: 1 }) },
      parameters: processingParametersSchema.parse({}),
    });
    const output = JSON.stringify(await inspect({ ...service, parsers }, accepted));
    expect(output.length).toBeGreaterThan(10_000);
    expect(output.length).toBeLessThan(0.9 * LARGEST_STATE);
  });
});
