/** S3BlobStore fulfils the contract of BlobStore over S3's wire protocol. */
import { randomUUID } from 'node:crypto';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { s3Client } from '../../adapters/aws/s3/s3-client.ts';
import { S3BlobStore } from '../../adapters/aws/s3/s3-blob-store.ts';
import type { PresignedUpload } from '../../core/ports.ts';
import { describeBlobStoreContract } from '../contract/blob-store.contract.ts';
import { hasValidSignature } from '../fakes/signature-check.ts';

const client = s3Client({ region: 'eu-central-1', endpointUrl: inject('motoUrl') });

/** Verifies signatures as S3 does, because moto ignores them. */
const send = async (
  upload: PresignedUpload,
  body: Uint8Array,
  more: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const headers = { ...upload.headers, ...more };
  const sent = {
    host: new URL(upload.url).host,
    'content-length': String(body.length),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  };
  if (!hasValidSignature({ method: upload.method, url: upload.url, headers: sent }, 'test', Date.now())) return 403;
  return (await fetch(upload.url, { method: upload.method, headers, body: Buffer.from(body) })).status;
};

describeBlobStoreContract('S3BlobStore', async () => {
  const bucket = `bucket-${randomUUID()}`;
  await client.send(
    new CreateBucketCommand({ Bucket: bucket, CreateBucketConfiguration: { LocationConstraint: 'eu-central-1' } }),
  );
  return { blobs: new S3BlobStore({ client, bucket }), send, close: () => Promise.resolve() };
});
