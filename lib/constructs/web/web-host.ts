/** What every hosting of the web interface has, and its bucket. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { asBucket } from '../data/storage.ts';
import type { Storage } from '../data/storage.ts';

export interface WebHost {
  /** Where the pages are, without a slash at its end. */
  readonly url: string;
  /** Their origin as a pattern of S3's CORS rules: without a reference to what serves them. */
  readonly origin: string;
  readonly bucket: IBucket;
  /** To which a record of the own domain leads. */
  readonly target: string;
  /** Metadata that every file needs. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Without versions, and emptied when it is removed: the files can be deployed again at any time. */
export const addSiteBucket = (scope: Construct, storage: Storage): IBucket =>
  asBucket(
    new Bucket(scope, 'Site', {
      // The files are public; the data's KMS key would have to be accessible for who serves them.
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      serverAccessLogsBucket: storage.accessLogs,
      serverAccessLogsPrefix: 'site/',
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    }),
  );
