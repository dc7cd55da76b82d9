/** CloudTrail's record of who read or wrote which file and which row of the stage, in a bucket of its own. */
import { Duration, Stack } from 'aws-cdk-lib';
import { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import type { DataTable } from '../data/data-table.ts';
import { bucketRemoval } from '../data/removal.ts';
import type { Storage } from '../data/storage.ts';

export interface DataEventsProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  readonly storage: Storage;
  readonly table: DataTable;
}

const CLOUD_TRAIL = new ServicePrincipal('cloudtrail.amazonaws.com');

const selectorOf = (name: string, type: string, arnPrefix: string): CfnTrail.AdvancedEventSelectorProperty => ({
  name,
  fieldSelectors: [
    { field: 'eventCategory', equalTo: ['Data'] },
    { field: 'resources.type', equalTo: [type] },
    { field: 'resources.ARN', startsWith: [arnPrefix] },
  ],
});

export class DataEvents extends Construct {
  constructor(scope: Construct, id: string, { settings, key, storage, table }: DataEventsProps) {
    super(scope, id);
    const trailName = `tearline-${settings.stage}-data-events`;
    // Policies name the trail before it exists.
    const trailArn = Stack.of(this).formatArn({ service: 'cloudtrail', resource: 'trail', resourceName: trailName });
    const bucket = new Bucket(this, 'Records', {
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      serverAccessLogsBucket: storage.accessLogs,
      serverAccessLogsPrefix: 'data-events/',
      lifecycleRules: [
        { expiration: Duration.days(settings.logs.keptDays), noncurrentVersionExpiration: Duration.days(1) },
      ],
      ...bucketRemoval(settings),
    });
    this.#allowTrail({ bucket, key, trailArn });
    const trail = new CfnTrail(this, 'Trail', {
      trailName,
      isLogging: true,
      s3BucketName: bucket.bucketName,
      kmsKeyId: key.keyArn,
      // Digests show whether a record was changed or removed.
      enableLogFileValidation: true,
      advancedEventSelectors: [
        selectorOf('Files', 'AWS::S3::Object', storage.documents.arnForObjects('')),
        // Also its index, and copies that are named after it.
        selectorOf('Rows', 'AWS::DynamoDB::Table', table.table.tableArn),
      ],
    });
    // CloudTrail tries the policy; and a bucket is emptied after its trail is gone.
    trail.node.addDependency(bucket);
  }

  #allowTrail({ bucket, key, trailArn }: { bucket: Bucket; key: IKey; trailArn: string }): void {
    const source = { 'aws:SourceArn': trailArn };
    bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'TrailLooksAtTheBucket',
        principals: [CLOUD_TRAIL],
        actions: ['s3:GetBucketAcl'],
        resources: [bucket.bucketArn],
        conditions: { StringEquals: source },
      }),
    );
    bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'TrailWritesRecords',
        principals: [CLOUD_TRAIL],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects(`AWSLogs/${Stack.of(this).account}/*`)],
        conditions: { StringEquals: { ...source, 's3:x-amz-acl': 'bucket-owner-full-control' } },
      }),
    );
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'RecordsOfDataEvents',
        principals: [CLOUD_TRAIL],
        // `Decrypt`: for the bucket key.
        actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: { StringEquals: source },
      }),
    );
  }
}
