/** The bucket of documents, results and models. All keys of a tenant begin with `accounts/<account id>/`. */
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { acknowledge } from '../acknowledge.ts';
import { bucketRemoval } from './removal.ts';

export interface StorageProps {
  readonly settings: StageSettings;
  readonly key: IKey;
}

/** Prefix of the keys of all tenants. */
export const ACCOUNTS_PREFIX = 'accounts/';

export class Storage extends Construct {
  readonly documents: Bucket;
  /** Access logs of the documents and of the web site. */
  readonly accessLogs: IBucket;

  constructor(scope: Construct, id: string, { settings, key }: StorageProps) {
    super(scope, id);
    const removal = bucketRemoval(settings);
    const accessLogs = new Bucket(this, 'AccessLogs', {
      // S3 and CloudFront can deliver access logs only to buckets with S3-managed encryption keys.
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // CloudFront's log delivery writes by ACL.
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        { expiration: Duration.days(settings.logs.keptDays), noncurrentVersionExpiration: Duration.days(1) },
      ],
      ...removal,
    });
    this.accessLogs = asBucket(accessLogs);
    acknowledge(accessLogs, {
      id: 'AwsSolutions-S1',
      reason: 'This bucket receives the access logs; logging its own writes would be recursive.',
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
      ...removal,
    });
  }

  /** Lets web pages of these origins send files to presigned URLs, and follow redirects to them (CORS). */
  allowOrigins(origins: readonly string[]): void {
    if (origins.length === 0) return;
    this.documents.addCorsRule({
      allowedMethods: [HttpMethods.PUT, HttpMethods.POST],
      allowedOrigins: [...origins],
      // Headers that a presigned PUT requires (adapters/aws/s3/presign-put.ts).
      allowedHeaders: ['content-type', 'if-none-match'],
      exposedHeaders: ['ETag'],
      maxAge: 3600,
    });
    this.documents.addCorsRule({
      allowedMethods: [HttpMethods.GET],
      // A browser follows a redirect from one foreign origin to another with `Origin: null`. The URL is the secret.
      allowedOrigins: ['*'],
      allowedHeaders: ['*'],
      exposedHeaders: ['Accept-Ranges', 'Content-Disposition', 'Content-Encoding', 'Content-Range', 'ETag'],
      maxAge: 3600,
    });
  }
}

/** A Bucket as IBucket: with exactOptionalPropertyTypes, CDK's class is not assignable to its own interface. */
export const asBucket = (bucket: Bucket): IBucket => bucket as IBucket;
