/**
 * SageMaker's wire protocols as far as moto supports them: it accepts and describes training jobs without running them,
 * and an endpoint answers with a configured response.
 */
import { randomUUID } from 'node:crypto';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { DescribeTrainingJobCommand } from '@aws-sdk/client-sagemaker';
import { describe, expect, inject, it } from 'vitest';
import { s3Client } from '../../adapters/aws/s3/s3-client.ts';
import { sageMakerRuntimeClient, SageMakerSplitModel } from '../../adapters/aws/sagemaker/sagemaker-split-model.ts';
import { S3BlobStore } from '../../adapters/aws/s3/s3-blob-store.ts';
import { sageMakerClient } from '../../adapters/aws/sagemaker/sagemaker-client.ts';
import { SageMakerModelTrainer } from '../../adapters/aws/sagemaker/sagemaker-model-trainer.ts';
import { NotFoundError } from '../../core/errors.ts';
import { makePageJson } from '../contract/page-record.ts';

const url = inject('motoUrl');
const options = { region: 'eu-central-1', endpointUrl: url };

describe('SageMakerModelTrainer over the wire', () => {
  const client = sageMakerClient(options);

  const makeTrainer = async () => {
    const bucket = `bucket-${randomUUID()}`;
    const s3 = s3Client(options);
    await s3.send(
      new CreateBucketCommand({ Bucket: bucket, CreateBucketConfiguration: { LocationConstraint: 'eu-central-1' } }),
    );
    const blobs = new S3BlobStore({ client: s3, bucket });
    const trainer = new SageMakerModelTrainer({
      client,
      blobs,
      bucket,
      image: '123456789012.dkr.ecr.eu-central-1.amazonaws.com/model:1',
      roleArn: 'arn:aws:iam::123456789012:role/training',
      instance: 'ml.m5.large',
    });
    return { bucket, blobs, trainer };
  };

  it('describes the job as the model container expects it, with a channel for each folder with documents', async () => {
    const { bucket, blobs, trainer } = await makeTrainer();
    const name = `training-${randomUUID()}`;
    await blobs.put('in/training/sender/a.jsonl', '{}', 'application/x-ndjson');
    await trainer.start({ name, inputPrefix: 'in/', outputPrefix: 'out/', hyperparameters: { seed: '3' } });
    const job = await client.send(new DescribeTrainingJobCommand({ TrainingJobName: name }));
    expect(job.InputDataConfig).toMatchObject([
      {
        ChannelName: 'training',
        DataSource: { S3DataSource: { S3DataType: 'S3Prefix', S3Uri: `s3://${bucket}/in/training/` } },
      },
    ]);
    expect(job).toMatchObject({
      HyperParameters: { seed: '3' },
      OutputDataConfig: { S3OutputPath: `s3://${bucket}/out` },
      EnableManagedSpotTraining: true,
      EnableNetworkIsolation: true,
    });
  });

  it('throws NotFoundError for a job that was never started', async () => {
    const { trainer } = await makeTrainer();
    await expect(trainer.state(`training-${randomUUID()}`)).rejects.toThrow(NotFoundError);
  });
});

describe('SageMakerSplitModel over the wire', () => {
  it('parses the response of an endpoint', async () => {
    const results = [{ Body: '{"probabilities":[0.25],"model_version":"base-1"}', ContentType: 'application/json' }];
    await fetch(`${url}/moto-api/static/sagemaker/endpoint-results`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ region: 'eu-central-1', results }),
    });
    const model = new SageMakerSplitModel({ client: sageMakerRuntimeClient(options), endpoint: 'split-model' });
    expect(await model.score([makePageJson(1), makePageJson(2)], 'accounts/a/models/1/weights.json')).toEqual({
      probabilities: [0.25],
      modelVersion: 'base-1',
    });
  });
});
