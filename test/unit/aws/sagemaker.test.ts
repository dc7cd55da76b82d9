/** Requests to SageMaker, and its error responses and those of the model container. */
import { describe, expect, it } from 'vitest';
import { s3Client } from '../../../adapters/aws/s3/s3-client.ts';
import { sageMakerRuntimeClient, SageMakerSplitModel } from '../../../adapters/aws/sagemaker/sagemaker-split-model.ts';
import { withinSignal } from '../../../adapters/aws/call-aws.ts';
import { S3BlobStore } from '../../../adapters/aws/s3/s3-blob-store.ts';
import { sageMakerClient } from '../../../adapters/aws/sagemaker/sagemaker-client.ts';
import { SageMakerModelTrainer } from '../../../adapters/aws/sagemaker/sagemaker-model-trainer.ts';
import { NotFoundError, SplitModelFaultError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { makePageJson } from '../../contract/page-record.ts';
import { FakeS3 } from '../../fakes/aws/fake-s3.ts';
import { FakeWire, jsonAnswer, jsonError } from '../../fakes/aws/fake-wire.ts';
import type { WireAnswer, WireRequest } from '../../fakes/aws/fake-wire.ts';
import { TEST_CLIENT, through } from '../../fakes/aws/test-clients.ts';

/** Returns the given responses one after the other, then repeats the last one. */
class Scripted extends FakeWire {
  readonly requests: WireRequest[] = [];
  readonly #answers: readonly WireAnswer[];
  constructor(...answers: readonly WireAnswer[]) {
    super();
    this.#answers = answers;
  }
  protected answer(request: WireRequest): WireAnswer {
    this.requests.push(request);
    return this.#answers[Math.min(this.requests.length, this.#answers.length) - 1] ?? { status: 500 };
  }
}

const PAGES = [makePageJson(1), makePageJson(2)];
const good: WireAnswer = { status: 200, body: '{"probabilities":[0.25],"model_version":"base-1"}' };
const modelError = (status: number, message = 'said the container'): WireAnswer =>
  jsonError('ModelError', message, { OriginalStatusCode: status, OriginalMessage: message }, 424);
const openModel = (...answers: readonly WireAnswer[]) => {
  const wire = new Scripted(...answers);
  return {
    wire,
    model: new SageMakerSplitModel({
      client: through(sageMakerRuntimeClient(TEST_CLIENT), wire),
      endpoint: 'split-model',
    }),
  };
};

describe('SageMakerSplitModel', () => {
  it('passes the key of a workflow’s weights to the container', async () => {
    const { model, wire } = openModel(good);
    expect(await model.score(PAGES, 'accounts/a/models/1/weights.json')).toEqual({
      probabilities: [0.25],
      modelVersion: 'base-1',
    });
    expect(wire.requests[0]?.headers['x-amzn-sagemaker-custom-attributes']).toBe('accounts/a/models/1/weights.json');
    expect(wire.requests[0]?.path).toBe('/endpoints/split-model/invocations');
  });

  it('retries while an endpoint is cold', async () => {
    const { model } = openModel(
      jsonError('ModelNotReadyException', 'not yet', {}, 429),
      jsonError('ServiceUnavailable', 'not yet', {}, 503),
      good,
    );
    expect((await model.score(PAGES)).probabilities).toEqual([0.25]);
  });

  it.each([400, 404, 413, 422])('does not retry where the container rejects the pages with %d', async (status) => {
    const { model, wire } = openModel(modelError(status));
    await expect(model.score(PAGES)).rejects.toThrow(SplitModelFaultError);
    await expect(model.score(PAGES)).rejects.toThrow(new RegExp(`${status} said the container`, 'u'));
    expect(wire.requests).toHaveLength(2);
  });

  it.each([429, 500, 503])('throws TemporarilyUnavailableError where the container answers %d', async (status) => {
    const { model } = openModel(modelError(status));
    await expect(withinSignal(AbortSignal.timeout(300), () => model.score(PAGES))).rejects.toThrow(
      TemporarilyUnavailableError,
    );
  });

  it.each([
    '',
    'null',
    '<html>',
    '{"probabilities":"many","model_version":"1"}',
    '{"probabilities":[2],"model_version":"1"}',
    '{"probabilities":[0.5,0.5],"model_version":"1"}',
    '{"probabilities":[0.5]}',
  ])('rejects the invalid response %j', async (body) => {
    await expect(openModel({ status: 200, body }).model.score(PAGES)).rejects.toThrow(SplitModelFaultError);
  });
});

const openTrainer = (...answers: readonly WireAnswer[]) => {
  const s3 = new FakeS3();
  const wire = new Scripted(...answers);
  const blobs = new S3BlobStore({ client: through(s3Client(TEST_CLIENT), s3), bucket: 'bucket' });
  const trainer = new SageMakerModelTrainer({
    client: through(sageMakerClient(TEST_CLIENT), wire),
    blobs,
    bucket: 'bucket',
    image: 'image',
    roleArn: 'arn:role',
    instance: 'ml.m5.large',
    keyArn: 'arn:key',
  });
  return { s3, wire, trainer };
};
const described = (TrainingJobStatus: string, more: object = {}): WireAnswer =>
  jsonAnswer({
    TrainingJobName: 'job',
    TrainingJobStatus,
    OutputDataConfig: { S3OutputPath: 's3://bucket/out' },
    ModelArtifacts: { S3ModelArtifacts: 's3://bucket/out/job/output/model/' },
    ...more,
  });

describe('SageMakerModelTrainer', () => {
  it('requests an isolated spot instance with checkpoints, encryption, and the channels that have documents', async () => {
    const { s3, trainer, wire } = openTrainer(jsonAnswer({ TrainingJobArn: 'arn' }));
    s3.store('in/training/a/1.jsonl', Buffer.from('{}'), 'application/x-ndjson');
    s3.store('in/serving/weights.json', Buffer.from('{}'), 'application/json');
    await trainer.start({ name: 'job', inputPrefix: 'in/', outputPrefix: 'out/', hyperparameters: { seed: '3' } });
    const asked = JSON.parse(wire.requests[0]?.body.toString() ?? '') as {
      InputDataConfig: { ChannelName: string }[];
    };
    expect(asked.InputDataConfig.map(({ ChannelName }) => ChannelName)).toEqual(['training', 'serving']);
    expect(asked).toMatchObject({
      EnableManagedSpotTraining: true,
      EnableNetworkIsolation: true,
      HyperParameters: { seed: '3' },
      CheckpointConfig: { S3Uri: 's3://bucket/out/job/checkpoints', LocalPath: '/opt/ml/checkpoints' },
      OutputDataConfig: { S3OutputPath: 's3://bucket/out', CompressionType: 'NONE', KmsKeyId: 'arn:key' },
      ResourceConfig: { InstanceCount: 1, VolumeKmsKeyId: 'arn:key' },
    });
  });

  it('moves the results before it returns `succeeded`, also after an interruption', async () => {
    const { s3, trainer } = openTrainer(described('Completed'));
    s3.store('out/job/output/model/weights.json', Buffer.from('weights'), 'binary/octet-stream');
    s3.store('out/job/output/model/report.json', Buffer.from('report'), 'binary/octet-stream');
    s3.store('out/job/checkpoints/checkpoint.json', Buffer.from('{}'), 'application/json');
    s3.store('out/weights.json', Buffer.from('half'), 'application/json');
    expect(await trainer.state('job')).toEqual({ state: 'succeeded', metrics: {} });
    expect(await trainer.state('job')).toEqual({ state: 'succeeded', metrics: {} });
    expect([...s3.objects].map(([key, { bytes }]) => [key, bytes.toString()])).toEqual([
      ['out/weights.json', 'weights'],
      ['out/report.json', 'report'],
    ]);
  });

  it.each([
    ['InProgress', 'running'],
    ['Stopping', 'running'],
    ['Stopped', 'stopped'],
    ['Failed', 'failed'],
  ])('maps the status %s to %s', async (status, state) => {
    expect((await openTrainer(described(status)).trainer.state('job')).state).toBe(state);
  });

  it('returns the failure of the container, or that of SageMaker where there is no other', async () => {
    const refused = openTrainer(
      described('Failed', {
        FailureReason: 'AlgorithmError: too_few_documents: 3 documents are too few.\n, exit code: 2',
      }),
    );
    expect(await refused.trainer.state('job')).toEqual({
      state: 'failed',
      metrics: {},
      failure: 'too_few_documents: 3 documents are too few.',
    });
    const full = openTrainer(
      described('Failed', { FailureReason: 'CapacityError: Unable to provision requested ML compute capacity.' }),
    );
    expect((await full.trainer.state('job')).failure).toMatch(/^internal_error: CapacityError/u);
  });

  it('ignores the stop of an ended job, and throws NotFoundError for an unknown one', async () => {
    await openTrainer(
      jsonError('ValidationException', 'The request was rejected because the training job is in status Completed.'),
    ).trainer.stop('job');
    const unknown = openTrainer(jsonError('ValidationException', 'Requested resource not found.')).trainer;
    await expect(unknown.stop('job')).rejects.toThrow(NotFoundError);
    await expect(unknown.state('job')).rejects.toThrow(NotFoundError);
  });

  it('throws TemporarilyUnavailableError where the quota of training jobs is used up', async () => {
    const { trainer } = openTrainer(jsonError('ResourceLimitExceeded', 'The account-level service limit is 1'));
    await expect(
      trainer.start({ name: 'job', inputPrefix: 'in/', outputPrefix: 'out/', hyperparameters: {} }),
    ).rejects.toThrow(TemporarilyUnavailableError);
  });
});
