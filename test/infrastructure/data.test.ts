import { describe, expect, it } from 'vitest';
import { spell } from './permissions/read-permissions.ts';
import { isProtected } from '../../lib/settings.ts';
import { withoutProtection } from '../../lib/stages.ts';
import { firstDeploymentOf } from './templates/changed-stages.ts';
import { synthesise } from './templates/synthesise.ts';
import type { Resource } from './templates/synthesise.ts';

describe.each(['dev', 'prod'])('The data of the stage %s', (stage) => {
  const { settings, stack, gateway } = synthesise(stage);
  const all = { ...stack, ...gateway };
  const ofType = (type: string): [string, Resource][] => Object.entries(all).filter(([, { Type }]) => Type === type);
  const named = (type: string, begin: string): Resource => {
    const found = ofType(type).find(([id]) => id.startsWith(begin))?.[1];
    if (found === undefined) throw new Error(`no ${type} ${begin}…`);
    return found;
  };
  const documents = named('AWS::S3::Bucket', 'StorageDocuments');

  it('is in buckets that are versioned; the web interface, which can be deployed again, is in one that is not', () => {
    const versionings = ofType('AWS::S3::Bucket').map(([id, { Properties }]) => [
      id.replace(/[0-9A-F]{8}$/, ''),
      Properties['VersioningConfiguration'],
    ]);
    expect(Object.fromEntries(versionings)).toEqual({
      StorageAccessLogs: { Status: 'Enabled' },
      StorageDocuments: { Status: 'Enabled' },
      WebSite: undefined,
    });
  });

  it('is in buckets that are private, encrypted and accessible only by TLS', () => {
    const buckets = ofType('AWS::S3::Bucket');
    expect(buckets).toHaveLength(3);
    const policies = ofType('AWS::S3::BucketPolicy');
    for (const [id, { Properties }] of buckets) {
      expect(Properties['PublicAccessBlockConfiguration'], id).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(Properties['BucketEncryption'], id).toBeDefined();
      const policy = policies.find(
        ([
          ,
          {
            Properties: { Bucket },
          },
        ]) => (Bucket as { Ref: string }).Ref === id,
      );
      expect(JSON.stringify(policy), id).toContain(
        '"Condition":{"Bool":{"aws:SecureTransport":"false"}},"Effect":"Deny"',
      );
    }
  });

  it('is encrypted with the key of the stage; deleted documents are retained as long as the settings define', () => {
    expect(documents.Properties['BucketEncryption']).toMatchObject({
      ServerSideEncryptionConfiguration: [
        { BucketKeyEnabled: true, ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } },
      ],
    });
    expect(documents.Properties['LifecycleConfiguration']).toEqual({
      Rules: [
        {
          Id: 'deleted-files',
          Status: 'Enabled',
          NoncurrentVersionExpiration: { NoncurrentDays: settings.data.deletedFilesKeptDays },
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        },
        { Id: 'deletion-markers', Status: 'Enabled', ExpiredObjectDeleteMarker: true },
      ],
    });
  });

  it('has access logs of documents with the retention of logs', () => {
    expect(documents.Properties['LoggingConfiguration']).toMatchObject({ LogFilePrefix: 'documents/' });
    expect(named('AWS::S3::Bucket', 'StorageAccessLogs').Properties['LifecycleConfiguration']).toMatchObject({
      Rules: [{ ExpirationInDays: settings.logs.keptDays }],
    });
  });

  it('is in one table: on demand, encrypted, with its index, time to live and point-in-time recovery', () => {
    const [[, table] = [], ...others] = ofType('AWS::DynamoDB::Table');
    expect(others).toEqual([]);
    expect(table?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: settings.data.keptOnRemoval,
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by_index',
          KeySchema: [
            { AttributeName: 'index_pk', KeyType: 'HASH' },
            { AttributeName: 'index_sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      PointInTimeRecoverySpecification: {
        PointInTimeRecoveryEnabled: true,
        RecoveryPeriodInDays: settings.data.pointInTimeRecoveryDays,
      },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    });
  });

  it('is retained or removed with the stack as the settings define; what a failed creation made is removed', () => {
    const policies = settings.data.keptOnRemoval ? ['RetainExceptOnCreate', 'Retain'] : ['Delete', 'Delete'];
    const holders = ['AWS::DynamoDB::Table', 'AWS::KMS::Key', 'AWS::Cognito::UserPool'].flatMap(ofType);
    expect(holders).toHaveLength(3);
    for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of [...holders, ['documents', documents] as const])
      expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(policies);
  });

  it("leaves nothing behind after a failed creation but API Gateway's role for logs, which the AWS account has once", () => {
    const left = Object.entries(all).filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain');
    expect(left.map(([, { Type }]) => Type).sort()).toEqual(['AWS::ApiGateway::Account', 'AWS::IAM::Role']);
  });

  it('is in buckets that are emptied before they are removed, which CloudFormation does not do', () => {
    const removed = ofType('AWS::S3::Bucket').flatMap(([id, { DeletionPolicy }]) =>
      DeletionPolicy === 'Delete' ? [id] : [],
    );
    const emptied = ofType('Custom::S3AutoDeleteObjects').map(
      ([, { Properties }]) => (Properties['BucketName'] as { readonly Ref: string }).Ref,
    );
    expect(removed.length).toBe(settings.data.keptOnRemoval ? 1 : 3);
    expect(emptied.sort()).toEqual(removed.sort());
  });

  it(
    'is protected against deletion where it is kept, but not in the first deployment, which can fail',
    { tags: 'slow' },
    () => {
      const first = synthesise(firstDeploymentOf(stage));
      const ofFirst = Object.values(first.stack).filter(({ Properties }) =>
        [true, 'ACTIVE'].includes(
          (Properties['DeletionProtectionEnabled'] ?? Properties['DeletionProtection']) as string,
        ),
      );
      expect(ofFirst).toEqual([]);
      expect([settings.data.keptOnRemoval, isProtected(withoutProtection(settings))]).toEqual([
        isProtected(settings),
        false,
      ]);
      expect(named('AWS::Cognito::UserPool', 'Identity').Properties['DeletionProtection']).toBe(
        isProtected(settings) ? 'ACTIVE' : 'INACTIVE',
      );
    },
  );

  it('includes encrypted log groups, all with a retention', () => {
    const groups = ofType('AWS::Logs::LogGroup');
    expect(groups.length).toBeGreaterThan(20);
    for (const [id, { Properties }] of groups) {
      expect(Properties['RetentionInDays'], id).toBe(settings.logs.keptDays);
      expect(Properties['KmsKeyId'], id).toBeDefined();
    }
    // The log group of the function that starts the build of the model image, named by CDK.
    const named = JSON.stringify(groups.map(([, { Properties }]) => Properties['LogGroupName']));
    const ungrouped = ofType('AWS::Lambda::Function').filter(
      ([id, { Properties }]) =>
        Properties['LoggingConfig'] === undefined && !named.includes(`"/aws/lambda/",{"Ref":"${id}"}`),
    );
    expect(ungrouped.map(([id]) => id)).toEqual([]);
  });

  it('limits the retention of the log group of trainings, which the stages of an AWS account share', () => {
    const calls = ofType('Custom::AWS').map(
      ([, { Properties }]) => JSON.parse(String(Properties['Update'])) as unknown,
    );
    expect(calls).toEqual(
      [
        { action: 'createLogGroup', parameters: { logGroupName: '/aws/sagemaker/TrainingJobs' } },
        {
          action: 'putRetentionPolicy',
          parameters: {
            logGroupName: '/aws/sagemaker/TrainingJobs',
            retentionInDays: settings.logs.keptDays,
          },
        },
      ].map((call) => expect.objectContaining(call) as unknown),
    );
  });

  it(
    "has the log group of API Gateway's execution log before the stage, which would create it without encryption " +
      'and retention',
    () => {
      const [, api] = ofType('AWS::ApiGateway::Stage')[0] ?? [];
      const [group] =
        ofType('AWS::Logs::LogGroup').find(([, { Properties }]) =>
          spell(Properties['LogGroupName'] ?? '').startsWith('API-Gateway-Execution-Logs_'),
        ) ?? [];
      expect(gateway[group ?? '']?.Properties['LogGroupName']).toEqual({
        'Fn::Join': ['', ['API-Gateway-Execution-Logs_', api?.Properties['RestApiId'], `/${stage}`]],
      });
      expect(api?.DependsOn).toContain(group);
    },
  );

  it('includes encrypted dead-letter queues with a retention of two weeks', () => {
    const queues = ofType('AWS::SQS::Queue');
    expect(queues.length).toBeGreaterThan(0);
    for (const [id, { Properties }] of queues) {
      expect(Properties['MessageRetentionPeriod'], id).toBe(14 * 24 * 3600);
      expect(Properties['KmsMasterKeyId'], id).toBeDefined();
    }
    const topics = ofType('AWS::SNS::Topic');
    expect(topics.length).toBeGreaterThan(0);
    for (const [id, { Properties }] of topics)
      expect(Properties['KmsMasterKeyId'], id).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^DataKey/), 'Arn'] });
  });

  it(
    'lets services that send to queues and topics use its key only for this account, and EventBridge only for a ' +
      'queue limited to its rule',
    () => {
      interface Statement {
        readonly Sid?: string;
        readonly Principal?: { readonly Service?: unknown };
        readonly Condition?: unknown;
      }
      const policyOf = ({ Properties }: Resource, name: string) =>
        (Properties[name] as { readonly Statement: readonly Statement[] }).Statement;
      const uses = policyOf(named('AWS::KMS::Key', 'DataKey'), 'KeyPolicy');
      const source = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
      expect(uses.find(({ Sid }) => Sid === 'PublishersOfThisAccount')).toMatchObject({
        Principal: { Service: ['cloudwatch', 'ses', 'sns'].map((service) => `${service}.amazonaws.com`) },
        Condition: source,
      });
      const events = uses.filter(({ Principal }) => JSON.stringify(Principal).includes('events.amazonaws.com'));
      expect(events.map(({ Condition }) => Condition)).toEqual([undefined]);
      const senders = ofType('AWS::SQS::QueuePolicy')
        .flatMap(([, policy]) => policyOf(policy, 'PolicyDocument'))
        .filter(({ Principal }) => Principal?.Service === 'events.amazonaws.com');
      expect(senders.map(({ Condition }) => Condition)).toEqual([
        ...[/^OperationsSweep/, /^WebhooksEvents/, /^WebhooksSweep/].map((rule) => ({
          ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [expect.stringMatching(rule), 'Arn'] } },
        })),
      ]);
    },
  );

  it('has a key with yearly rotation', () => {
    expect(ofType('AWS::KMS::Key').map(([, { Properties }]) => Properties['EnableKeyRotation'])).toEqual([true]);
  });

  it('is tagged for cost allocation', () => {
    const untagged = [
      ...ofType('AWS::Lambda::Function'),
      ...ofType('AWS::S3::Bucket'),
      ...ofType('AWS::DynamoDB::Table'),
      ...ofType('AWS::SageMaker::Endpoint'),
    ].filter(
      ([id, { Properties }]) =>
        // The function that empties buckets: CDK gives it no tags.
        !id.startsWith('CustomS3AutoDeleteObjects') &&
        !JSON.stringify(Properties['Tags'] ?? []).includes(`{"Key":"tearline-stage","Value":"${stage}"}`),
    );
    expect(untagged.map(([id]) => id)).toEqual([]);
  });
});
