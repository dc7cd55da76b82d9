/** Documents, results and models: one bucket, every key of a tenant below `accounts/<account id>/`. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import { acknowledge } from './acknowledge.ts';

export interface StorageProps {
  readonly settings: StageSettings;
  readonly key: IKey;
}

/** Prefix of everything that belongs to a tenant. */
export const ACCOUNTS_PREFIX = 'accounts/';

export class Storage extends Construct {
  readonly documents: Bucket;
  /** Who asked for what: of the documents and of the web site. */
  readonly accessLogs: IBucket;

  constructor(scope: Construct, id: string, { settings, key }: StorageProps) {
    super(scope, id);
    const removalPolicy = settings.data.keptOnRemoval ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const accessLogs = new Bucket(this, 'AccessLogs', {
      // S3 and CloudFront deliver access logs to buckets that are encrypted with S3's own keys only.
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // CloudFront's log delivery writes by ACL.
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        { expiration: Duration.days(settings.logs.keptDays), noncurrentVersionExpiration: Duration.days(1) },
      ],
      removalPolicy,
    });
    this.accessLogs = asBucket(accessLogs);
    acknowledge(accessLogs, {
      id: 'AwsSolutions-S1',
      reason: 'This is the bucket that access logs are written to; to log its own writes would not end.',
    });
    this.documents = new Bucket(this, 'Documents', {
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: 'documents/',
      lifecycleRules: [
        {
          id: 'deleted-files',
          noncurrentVersionExpiration: Duration.days(settings.data.deletedFilesKeptDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        { id: 'deletion-markers', expiredObjectDeleteMarker: true },
      ],
      removalPolicy,
    });
  }

  /** Lets pages of this origin send files to presigned addresses, and fetch from them. */
  admitBrowsersOf(origin: string): void {
    this.documents.addCorsRule({
      allowedMethods: [HttpMethods.PUT, HttpMethods.POST, HttpMethods.GET],
      allowedOrigins: [origin],
      // What a presigned address demands (adapters/aws/presign-put.ts).
      allowedHeaders: ['content-type', 'if-none-match'],
      exposedHeaders: ['ETag'],
      maxAge: 3600,
    });
  }
}

/** A bucket as CDK's own interface wants it: the class leaves out `undefined` where the interface does, which is one and the same to CDK. */
export const asBucket = (bucket: Bucket): IBucket => bucket as IBucket;
