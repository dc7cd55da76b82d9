/**
 * Reads the weights of workflows from the blob bucket in S3, for SageMaker. This is the only file outside of
 * adapters/aws that imports the AWS SDK (docs/decisions/0005-the-container-fetches-weights-itself.md). The model's role
 * needs s3:GetObject on the weights, s3:ListBucket on the bucket (without it S3 answers 403 for a missing object) and
 * kms:Decrypt on the bucket's key.
 */
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { checkSize, WeightsNotFoundError } from './workflow-models.ts';
import type { ReadWeights } from './workflow-models.ts';

const ATTEMPTS = 5;
/** Milliseconds for one download with all its attempts. A request to the container may take 60 seconds. */
const LIMIT_MS = 20_000;

/** @param client  default: a client with the credentials of the model's role */
export const s3Weights =
  (
    bucket: string,
    client = new S3Client({
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
    }),
  ): ReadWeights =>
  async (key) => {
    try {
      const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
        abortSignal: AbortSignal.timeout(LIMIT_MS),
      });
      checkSize(key, ContentLength);
      if (Body === undefined) throw new WeightsNotFoundError(key);
      return await Body.transformToByteArray();
    } catch (error) {
      throw error instanceof NoSuchKey ? new WeightsNotFoundError(key, { cause: error }) : error;
    }
  };
