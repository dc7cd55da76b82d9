/** Addresses under which blobs of the bucket can be fetched for a while, without credentials. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DownloadAddresses } from '../../core/ports.ts';
import { s3Client } from './aws-clients.ts';
import type { AwsSettings } from './settings.ts';

/** Signing asks nobody: an address of a blob that is not there, or not the function's to read, is made all the same and gives 403 or 404. */
export const s3Downloads = ({ bucket, region, standInUrl }: Pick<AwsSettings, 'bucket' | 'region' | 'standInUrl'>): DownloadAddresses => {
  const client = s3Client({ region, standInUrl });
  return {
    presignDownload: (key, expiresAt) =>
      getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn: Math.max(1, Math.round((expiresAt.getTime() - Date.now()) / 1000)) }),
  };
};
