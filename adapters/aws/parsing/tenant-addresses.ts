/**
 * Presigned URLs with the credentials of the tenant whose job is at work: they are good for nothing outside its prefix,
 * whatever key is asked for. Their host is that of the region, which a gateway endpoint of a VPC serves.
 */
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkKey } from '../../../core/storage/blob-keys.ts';
import { s3Client } from '../s3/s3-client.ts';
import type { AwsSettings } from '../settings.ts';
import { currentTenantId, tenantSessions } from '../tenants/tenant-sessions.ts';
import type { BlobAddresses } from './blob-addresses.ts';

/** A session is not used for signing when less of it is left: a URL ends with its session. Milliseconds. */
const LEAST_LEFT_MS = 20 * 60_000;

type Settings = Pick<AwsSettings, 'bucket' | 'region' | 'endpointUrl' | 'dataRoleArn'>;

export const tenantAddresses = (settings: Settings): BlobAddresses => {
  const { bucket, region, endpointUrl } = settings;
  const sessions = tenantSessions(settings);
  const own = s3Client({ region, endpointUrl });
  const withClient = async (sign: (client: S3Client) => Promise<string>): Promise<string> => {
    const tenant = currentTenantId();
    if (sessions === undefined || tenant === undefined) return sign(own);
    // Signing opens no connection.
    return sign(s3Client({ region, endpointUrl, credentials: await sessions.credentials(tenant, LEAST_LEFT_MS) }));
  };
  return {
    presignGet: (key, seconds) => {
      checkKey(key);
      return withClient((client) =>
        getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn: seconds }),
      );
    },
    presignPut: (key, contentType, seconds) => {
      checkKey(key);
      return withClient((client) =>
        getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType }), {
          expiresIn: seconds,
          signableHeaders: new Set(['content-type']),
          unhoistableHeaders: new Set(['content-type']),
        }),
      );
    },
  };
};
