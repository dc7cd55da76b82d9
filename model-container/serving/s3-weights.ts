/**
 * Reads the weights of workflows from the blob bucket in S3, for SageMaker. This is the only file outside of
 * adapters/aws that imports the AWS SDK (docs/decisions/0005-the-container-fetches-weights-itself.md). The model's role
 * needs s3:GetObject on the weights, s3:ListBucket on the bucket for their prefix, and kms:Decrypt on the bucket's key. S3
 * answers 403 for a missing object where the caller may list only a prefix: listing the key then decides.
 */
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { checkSize, WeightsNotFoundError } from './workflow-models.ts';
import type { ReadWeights } from './workflow-models.ts';

const ATTEMPTS = 5;
/** Milliseconds for one download with all its attempts. A request to the container may take 60 seconds. */
const LIMIT_MS = 20_000;
const FORBIDDEN = 403;

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
    const abortSignal = AbortSignal.timeout(LIMIT_MS);
    const isMissing = async (error: unknown): Promise<boolean> => {
      if (error instanceof NoSuchKey) return true;
      if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== FORBIDDEN) return false;
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: key, MaxKeys: 1 }),
        { abortSignal },
      );
      return !Contents.some(({ Key }) => Key === key);
    };
    try {
      const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
        abortSignal,
      });
      checkSize(key, ContentLength);
      if (Body === undefined) throw new WeightsNotFoundError(key);
      return await Body.transformToByteArray();
    } catch (error) {
      throw (await isMissing(error)) ? new WeightsNotFoundError(key, { cause: error }) : error;
    }
  };
