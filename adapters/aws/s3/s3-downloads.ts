/** Presigned URLs for downloads from the bucket. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DownloadAddresses } from '../../../core/ports.ts';
import { s3Client } from './s3-client.ts';
import type { AwsSettings } from '../settings.ts';
import { currentTenantId, tenantSessions } from '../tenants/tenant-sessions.ts';

type Download = Parameters<DownloadAddresses['presignDownload']>;

/**
 * Signing sends no request: the URL of a blob that is absent, or that the signer may not read, answers 403 or 404.
 * Within `withinTenant`, URLs are signed with a session of the tenant that lasts as long as the URL.
 */
export const s3Downloads = (
  settings: Pick<AwsSettings, 'bucket' | 'region' | 'endpointUrl' | 'dataRoleArn'>,
): DownloadAddresses => {
  const { bucket, region, endpointUrl } = settings;
  const own = s3Client({ region, endpointUrl });
  const sessions = tenantSessions(settings);
  const sign = (client: S3Client, ...[key, expiresAt, contentDisposition]: Download): Promise<string> =>
    getSignedUrl(
      client,
      new GetObjectCommand({ Bucket: bucket, Key: key, ResponseContentDisposition: contentDisposition }),
      { expiresIn: Math.max(1, Math.round((expiresAt.getTime() - Date.now()) / 1000)) },
    );
  return {
    presignDownload: async (...download) => {
      const tenant = currentTenantId();
      if (tenant === undefined || sessions === undefined) return sign(own, ...download);
      const credentials = await sessions.credentials(tenant, download[1].getTime() - Date.now());
      // Signing opens no connection.
      return sign(s3Client({ region, endpointUrl, credentials }), ...download);
    },
  };
};
