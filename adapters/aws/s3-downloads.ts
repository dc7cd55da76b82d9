/** Addresses under which blobs of the bucket can be fetched for a while, without credentials. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DownloadAddresses } from '../../core/ports.ts';
import { s3Client, stsClient } from './aws-clients.ts';
import type { AwsSettings } from './settings.ts';
import { assumeForTenant, tenantNow } from './tenant-blob-store.ts';

/**
 * Signing asks nobody: an address of a blob that is not there, or not the signer's to read, is made all the same and gives 403 or 404.
 * Within a tenant the tenant's credentials sign, where there is a role for them.
 */
export const s3Downloads = ({
  bucket,
  region,
  standInUrl,
  dataRoleArn,
}: Pick<AwsSettings, 'bucket' | 'region' | 'standInUrl' | 'dataRoleArn'>): DownloadAddresses => {
  const own = s3Client({ region, standInUrl });
  const sts = stsClient({ region, standInUrl });
  const sign = (client: S3Client, key: string, expiresAt: Date): Promise<string> =>
    getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key }), {
      expiresIn: Math.max(1, Math.round((expiresAt.getTime() - Date.now()) / 1000)),
    });
  const signAsTenant = async (role: string, tenant: string, key: string, expiresAt: Date): Promise<string> => {
    // Of a session that begins now: one that is kept may end before the address does.
    const client = s3Client({ region, standInUrl, credentials: await assumeForTenant(sts, role, tenant) });
    try {
      return await sign(client, key, expiresAt);
    } finally {
      client.destroy();
    }
  };
  return {
    presignDownload: (key, expiresAt) => {
      const tenant = tenantNow();
      return tenant === undefined || dataRoleArn === undefined
        ? sign(own, key, expiresAt)
        : signAsTenant(dataRoleArn, tenant, key, expiresAt);
    },
  };
};
