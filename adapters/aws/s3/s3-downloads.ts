/** Presigned URLs for downloads from the bucket. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DownloadAddresses } from '../../../core/ports.ts';
import { s3Client, stsClient } from '../aws-clients.ts';
import type { AwsSettings } from '../settings.ts';
import { assumeForTenant, currentTenantId } from './tenant-blob-store.ts';

type Download = Parameters<DownloadAddresses['presignDownload']>;

/**
 * Signing sends no request: the URL of a blob that is absent, or that the signer may not read, answers 403 or 404.
 * Within `withinTenant`, URLs are signed with the tenant's credentials if there is a data role.
 */
export const s3Downloads = ({
  bucket,
  region,
  endpointUrl,
  dataRoleArn,
}: Pick<AwsSettings, 'bucket' | 'region' | 'endpointUrl' | 'dataRoleArn'>): DownloadAddresses => {
  const own = s3Client({ region, endpointUrl });
  const sts = stsClient({ region, endpointUrl });
  const sign = (client: S3Client, ...[key, expiresAt, contentDisposition]: Download): Promise<string> =>
    getSignedUrl(
      client,
      new GetObjectCommand({ Bucket: bucket, Key: key, ResponseContentDisposition: contentDisposition }),
      { expiresIn: Math.max(1, Math.round((expiresAt.getTime() - Date.now()) / 1000)) },
    );
  const signAsTenant = async (role: string, tenant: string, ...download: Download): Promise<string> => {
    // With a new session: a cached one may expire before the URL.
    const client = s3Client({ region, endpointUrl, credentials: await assumeForTenant(sts, role, tenant) });
    try {
      return await sign(client, ...download);
    } finally {
      client.destroy();
    }
  };
  return {
    presignDownload: (...download) => {
      const tenant = currentTenantId();
      return tenant === undefined || dataRoleArn === undefined
        ? sign(own, ...download)
        : signAsTenant(dataRoleArn, tenant, ...download);
    },
  };
};
