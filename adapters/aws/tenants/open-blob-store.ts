/** The blob store of a function: within a tenant, with the tenant's credentials. */
import type { BlobStore } from '../../../core/ports.ts';
import { requestHandlers } from '../aws-clients.ts';
import { s3Client } from '../s3/s3-client.ts';
import { S3BlobStore } from '../s3/s3-blob-store.ts';
import type { AwsSettings } from '../settings.ts';
import { TenantBlobStore } from './tenant-blob-store.ts';
import { currentTenantId, tenantSessions } from './tenant-sessions.ts';

export const openBlobStore = (settings: AwsSettings): BlobStore => {
  const { bucket, region, endpointUrl } = settings;
  const options = { region, endpointUrl, requestHandler: requestHandlers.blobs() };
  const own = new S3BlobStore({ client: s3Client(options), bucket });
  const sessions = tenantSessions(settings);
  if (sessions === undefined) return own;
  return new TenantBlobStore({
    own,
    open: (tenant) => {
      const client = s3Client({ ...options, credentials: () => sessions.credentials(tenant) });
      return new S3BlobStore({ client, bucket });
    },
    /** Within a tenant, the URL ends with the session that signs it at the latest: after an hour. */
    presignUpload: async (key, upload) => {
      const tenant = currentTenantId();
      if (tenant === undefined) return own.presignUpload(key, upload);
      const leastLeft = upload.expiresAt.getTime() - Date.now();
      const credentials = await sessions.credentials(tenant, leastLeft);
      const store = new S3BlobStore({ client: s3Client({ ...options, credentials }), bucket });
      const expiresAt = new Date(Math.min(upload.expiresAt.getTime(), credentials.expiration.getTime()));
      return store.presignUpload(key, { ...upload, expiresAt });
    },
  });
};
