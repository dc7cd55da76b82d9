/** The composition of the AWS service: a port without settings throws NotConfiguredError when it is used. */
import { describe, expect, it, vi } from 'vitest';
import { awsService } from '../../../adapters/aws/aws-service.ts';
import { withinSignal } from '../../../adapters/aws/call-aws.ts';
import { readAwsSettings } from '../../../adapters/aws/settings.ts';
import { NotConfiguredError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { Parsers } from '../../../core/parser-jobs.ts';

const REQUIRED = {
  TEARLINE_ENVIRONMENT: 'dev',
  TEARLINE_TABLE: 'table',
  TEARLINE_BUCKET: 'bucket',
  AWS_REGION: 'eu-central-1',
};
const parsers: Parsers = { run: () => Promise.reject(new Error('not asked')), close: () => Promise.resolve() };

describe('the settings of a function', () => {
  it('have four required variables, and defaults', () => {
    expect(readAwsSettings(REQUIRED)).toEqual({
      environment: 'dev',
      parseMemoryMb: 3008,
      parsePerTenant: false,
      plans: {},
      region: 'eu-central-1',
      table: 'table',
      bucket: 'bucket',
      maxWaitSeconds: 25,
      maxUploadBytes: 104_857_600,
      maxPages: 2000,
      trainingInstance: 'ml.m5.large',
      corsOrigins: [],
    });
  });

  it('contain the origins whose web pages may call the API', () => {
    const origins = (text: string) => readAwsSettings({ ...REQUIRED, TEARLINE_CORS_ORIGINS: text }).corsOrigins;
    expect(origins('https://a.example,http://localhost:5173')).toEqual(['https://a.example', 'http://localhost:5173']);
    expect(() => origins('*')).toThrow('TEARLINE_CORS_ORIGINS');
  });

  it('contain the retention of documents if there is one', async () => {
    expect(readAwsSettings({ ...REQUIRED, TEARLINE_MAX_RETAIN_DAYS: '90' })).toMatchObject({ maxRetainDays: 90 });
    expect(
      (await awsService(readAwsSettings({ ...REQUIRED, TEARLINE_MAX_RETAIN_DAYS: '90' }), parsers)).settings
        .maxRetainDays,
    ).toBe(90);
  });

  it('contain the unit costs of the estimate if there are any', async () => {
    const estimatedCost = {
      currency: 'USD',
      perDocument: 0.001,
      perPage: 0.00004,
      perOcrPage: 0.0001,
      pricesOf: '2026-11-25',
    };
    const of = (value: unknown) =>
      readAwsSettings({
        ...REQUIRED,
        TEARLINE_ESTIMATED_COST: typeof value === 'string' ? value : JSON.stringify(value),
      });
    expect((await awsService(of(estimatedCost), parsers)).settings.estimatedCost).toEqual(estimatedCost);
    expect((await awsService(readAwsSettings(REQUIRED), parsers)).settings).not.toHaveProperty('estimatedCost');
    for (const invalid of ['dollars', { ...estimatedCost, perPage: -1 }, { ...estimatedCost, currency: '$' }])
      expect(() => of(invalid)).toThrow('TEARLINE_ESTIMATED_COST');
  });

  it.each(Object.keys(REQUIRED))('require %s', (name) => {
    expect(() => readAwsSettings({ ...REQUIRED, [name]: undefined })).toThrow(NotConfiguredError);
    expect(() => readAwsSettings({ ...REQUIRED, [name]: '' })).toThrow(name);
  });

  it.each([
    ['TEARLINE_MAX_WAIT_SECONDS', '121'],
    ['TEARLINE_MAX_PAGES', 'many'],
    ['TEARLINE_ENVIRONMENT', 'Dev-1'],
    ['AWS_ENDPOINT_URL', 'nowhere'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readAwsSettings({ ...REQUIRED, [name]: value })).toThrow(NotConfiguredError);
  });

  it("contain the first administrator's address, which is part of the service's settings", async () => {
    const settings = readAwsSettings({ ...REQUIRED, TEARLINE_ADMIN_EMAIL: 'ann@example.com' });
    expect((await awsService(settings, parsers)).settings.administratorEmail).toBe('ann@example.com');
    const without = await awsService(readAwsSettings({ ...REQUIRED, TEARLINE_ADMIN_EMAIL: '' }), parsers);
    expect(without.settings).not.toHaveProperty('administratorEmail');
  });

  it('contain the address of the web interface, to which mails lead', async () => {
    const settings = readAwsSettings({ ...REQUIRED, TEARLINE_WEB_URL: 'https://split.example.com' });
    expect((await awsService(settings, parsers)).settings.webUrl).toBe('https://split.example.com');
  });

  it('treat an empty variable as absent', () => {
    expect(readAwsSettings({ ...REQUIRED, TEARLINE_ENDPOINT: '', TEARLINE_EVENT_BUS: 'bus' })).toMatchObject({
      eventBus: 'bus',
    });
    expect(readAwsSettings({ ...REQUIRED, TEARLINE_ENDPOINT: '' })).not.toHaveProperty('endpoint');
  });
});

describe('A function with only the required settings', async () => {
  const service = await awsService(readAwsSettings(REQUIRED), parsers);

  it.each([
    ['the pipeline', () => service.stateMachines.start('process-document', 'name', {})],
    ['the training pipeline', () => service.stateMachines.start('train-workflow', 'name', {})],
    ['the split model', () => service.splitModel.score([])],
    ['the trainer', () => service.trainer.state('job')],
    [
      'the event bus',
      () =>
        service.events.publish({
          id: '1',
          type: 'processing.failed',
          accountId: 'a',
          time: '2026-01-01T00:00:00Z',
          data: {},
        }),
    ],
    ['the user directory, to add a user', () => service.users.add('a@example.com')],
    ['the user directory, to remove a user', () => service.users.remove('a@example.com')],
    ['the mailer', () => service.mailer.send({ to: ['a@example.com'], subject: 's', text: 't' })],
  ])('starts, and throws NotConfiguredError for %s', async (_, use) => {
    await expect(use()).rejects.toThrow(NotConfiguredError);
  });
});

describe('A function with the settings of training and of the user pool', () => {
  it('loads the clients of SageMaker and Cognito on first use', async () => {
    // Without credentials in the environment, the SDK would search for them on the network.
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    const refusing = {
      TEARLINE_TRAINING_IMAGE: 'image',
      TEARLINE_TRAINING_ROLE_ARN: 'arn:role',
      TEARLINE_USER_POOL_ID: 'eu-central-1_abcdefghi',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    };
    const { trainer, users } = await awsService(readAwsSettings({ ...REQUIRED, ...refusing }), parsers);
    // Nothing listens on this port: the error is that of the call, not NotConfiguredError.
    const calls: readonly (() => Promise<unknown>)[] = [
      () => trainer.state('job'),
      () => users.add('a@example.com'),
      () => users.remove('a@example.com'),
    ];
    for (const call of calls)
      await expect(withinSignal(AbortSignal.timeout(300), call)).rejects.toThrow(TemporarilyUnavailableError);
    vi.unstubAllEnvs();
  });
});
