/** The client of S3. */
import { S3Client } from '@aws-sdk/client-s3';
import { BLOB_REQUEST_LIMIT_MS, configure } from '../aws-clients.ts';
import type { AwsClientOptions } from '../aws-clients.ts';

/** Checksums only where S3 requires them: a presigned URL cannot contain the checksum of a body not yet known. */
export const s3Client = (options: AwsClientOptions): S3Client =>
  new S3Client({
    ...configure(options, BLOB_REQUEST_LIMIT_MS),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    forcePathStyle: options.endpointUrl !== undefined,
  });
