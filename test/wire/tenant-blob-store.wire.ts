/** TenantBlobStore with credentials of STS: fulfils the contract of BlobStore within a tenant, with a session of its own. */
import { randomUUID } from 'node:crypto';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { describe, expect, inject, it } from 'vitest';
import { s3Client } from '../../adapters/aws/s3/s3-client.ts';
import { assumeForTenant, stsClient, withinTenant } from '../../adapters/aws/tenants/tenant-sessions.ts';
import { S3BlobStore } from '../../adapters/aws/s3/s3-blob-store.ts';
import { TenantBlobStore } from '../../adapters/aws/tenants/tenant-blob-store.ts';
import type { TenantCredentials } from '../../adapters/aws/tenants/tenant-sessions.ts';

const options = { region: 'eu-central-1', endpointUrl: inject('motoUrl') };
const ROLE = 'arn:aws:iam::123456789012:role/data';
const TENANT = '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c01';
const sts = stsClient(options);

const openStores = async () => {
  const bucket = `bucket-${randomUUID()}`;
  const own = s3Client(options);
  await own.send(
    new CreateBucketCommand({ Bucket: bucket, CreateBucketConfiguration: { LocationConstraint: 'eu-central-1' } }),
  );
  const assumed: TenantCredentials[] = [];
  const ownBlobs = new S3BlobStore({ client: own, bucket });
  const blobs = new TenantBlobStore({
    own: ownBlobs,
    open: (tenant) => {
      const credentials = async (): Promise<TenantCredentials> => {
        const made = await assumeForTenant(sts, ROLE, tenant);
        assumed.push(made);
        return made;
      };
      const client = s3Client({ ...options, credentials });
      return new S3BlobStore({ client, bucket });
    },
    presignUpload: (...upload) => ownBlobs.presignUpload(...upload),
  });
  return { blobs, ownBlobs, assumed };
};

describe('The credentials of a tenant over the wire', () => {
  it('are those of a session of the data role that is named after the tenant, for an hour', async () => {
    const credentials = await assumeForTenant(sts, ROLE, TENANT);
    const identity = await stsClient({ ...options, credentials }).send(new GetCallerIdentityCommand({}));
    expect(identity.Arn).toBe(`arn:aws:sts::123456789012:assumed-role/data/tenant-${TENANT}`);
    const minutes = (credentials.expiration.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(50);
    expect(minutes).toBeLessThanOrEqual(61);
  });
});

describe('TenantBlobStore over the wire', () => {
  it('writes, reads, lists and deletes within a tenant with one session', async () => {
    const { blobs, ownBlobs, assumed } = await openStores();
    const key = `accounts/${TENANT}/a.txt`;
    await withinTenant(TENANT, async () => {
      await blobs.put(key, 'text', 'text/plain');
      expect(Buffer.from(await blobs.get(key)).toString()).toBe('text');
      expect(await blobs.list(`accounts/${TENANT}/`)).toEqual([key]);
    });
    expect(assumed).toHaveLength(1);
    expect(await ownBlobs.head(key)).toMatchObject({ size: 4, contentType: 'text/plain' });
    await withinTenant(TENANT, () => blobs.deleteAll(`accounts/${TENANT}/`));
    expect(await blobs.list('accounts/')).toEqual([]);
    expect(assumed).toHaveLength(1);
  });

  it('uses the credentials of the function outside of a tenant', async () => {
    const { blobs, assumed } = await openStores();
    await blobs.put('accounts/b.txt', 'text', 'text/plain');
    expect(assumed).toEqual([]);
  });
});
