/** The composition: a function has what it was given, and says what it was not given when it is used. */
import { describe, expect, it, vi } from 'vitest';
import { awsService } from '../../../adapters/aws/aws-service.ts';
import { withinSignal } from '../../../adapters/aws/call-aws.ts';
import { readAwsSettings } from '../../../adapters/aws/settings.ts';
import { NotConfiguredError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { Parsers } from '../../../core/parser-jobs.ts';

const LEAST = {
  TEARLINE_ENVIRONMENT: 'dev',
  TEARLINE_TABLE: 'table',
  TEARLINE_BUCKET: 'bucket',
  AWS_REGION: 'eu-central-1',
};
const parsers: Parsers = { run: () => Promise.reject(new Error('not asked')), close: () => Promise.resolve() };

describe('the settings of a function', () => {
  it('are four that every function needs, and defaults', () => {
    expect(readAwsSettings(LEAST)).toEqual({
      environment: 'dev',
      region: 'eu-central-1',
      table: 'table',
      bucket: 'bucket',
      maxWaitSeconds: 25,
      maxUploadBytes: 104_857_600,
      maxPages: 2000,
      trainingInstance: 'ml.m5.large',
    });
  });

  it('say for how long documents are kept, where there is an end', () => {
    expect(readAwsSettings({ ...LEAST, TEARLINE_MAX_RETAIN_DAYS: '90' })).toMatchObject({ maxRetainDays: 90 });
    expect(
      awsService(readAwsSettings({ ...LEAST, TEARLINE_MAX_RETAIN_DAYS: '90' }), parsers).settings.maxRetainDays,
    ).toBe(90);
  });

  it.each(Object.keys(LEAST))('name %s where it is absent', (name) => {
    expect(() => readAwsSettings({ ...LEAST, [name]: undefined })).toThrow(NotConfiguredError);
    expect(() => readAwsSettings({ ...LEAST, [name]: '' })).toThrow(name);
  });

  it.each([
    ['TEARLINE_MAX_WAIT_SECONDS', '121'],
    ['TEARLINE_MAX_PAGES', 'many'],
    ['TEARLINE_ENVIRONMENT', 'Dev-1'],
    ['AWS_ENDPOINT_URL', 'nowhere'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readAwsSettings({ ...LEAST, [name]: value })).toThrow(NotConfiguredError);
  });

  it('take an empty variable for none', () => {
    expect(readAwsSettings({ ...LEAST, TEARLINE_ENDPOINT: '', TEARLINE_EVENT_BUS: 'bus' })).toMatchObject({
      eventBus: 'bus',
    });
    expect(readAwsSettings({ ...LEAST, TEARLINE_ENDPOINT: '' })).not.toHaveProperty('endpoint');
  });
});

describe('a function that was given the least', () => {
  const service = awsService(readAwsSettings(LEAST), parsers);

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
    ['the mailer', () => service.mailer.send({ to: ['a@example.com'], subject: 's', text: 't' })],
  ])('starts, and refuses to use %s', async (_, use) => {
    await expect(use()).rejects.toThrow(NotConfiguredError);
  });
});

describe('a function that trains', () => {
  it('loads SageMaker’s client when it first uses it', async () => {
    // A function has credentials in its environment; without any the SDK would look for them on the network.
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    const refusing = {
      TEARLINE_TRAINING_IMAGE: 'image',
      TEARLINE_TRAINING_ROLE_ARN: 'arn:role',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    };
    const { trainer } = awsService(readAwsSettings({ ...LEAST, ...refusing }), parsers);
    // Nobody listens there: what it says is the call's own error, not that it was not configured.
    await expect(withinSignal(AbortSignal.timeout(300), () => trainer.state('job'))).rejects.toThrow(
      TemporarilyUnavailableError,
    );
    vi.unstubAllEnvs();
  });
});
