import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { s3Weights } from '../../../../model-container/serving/s3-weights.ts';
import { WeightsNotFoundError } from '../../../../model-container/serving/workflow-models.ts';
import { FakeS3 } from '../../../fakes/aws/fake-s3.ts';

const openBucket = () => {
  const s3 = new FakeS3();
  const client = new S3Client({
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: s3,
  });
  return { s3, read: s3Weights('bucket', client) };
};

describe('weights of workflows in S3', () => {
  it('are read by their key', async () => {
    const { s3, read } = openBucket();
    s3.store('accounts/a/models/1/weights.json', Buffer.from('{"kind":"workflow"}'), 'application/json');
    expect(new TextDecoder().decode(await read('accounts/a/models/1/weights.json'))).toBe('{"kind":"workflow"}');
  });

  it('are not found where there are none', async () => {
    await expect(openBucket().read('accounts/a/models/2/weights.json')).rejects.toThrow(WeightsNotFoundError);
  });

  it('are not found where S3 answers 403, because the role may list only their prefix', async () => {
    const { s3, read } = openBucket();
    s3.hidesAbsence = true;
    await expect(read('accounts/a/models/2/weights.json')).rejects.toThrow(WeightsNotFoundError);
  });

  it('are refused above the size limit', async () => {
    const { s3, read } = openBucket();
    s3.store('large', Buffer.alloc(17 * 1024 * 1024), 'application/json');
    await expect(read('large')).rejects.toThrow(/16777216 are the most/u);
  });
});
