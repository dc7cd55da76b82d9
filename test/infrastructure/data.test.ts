import { describe, expect, it } from 'vitest';
import { s3Client } from '../../adapters/aws/aws-clients.ts';
import { presignPut } from '../../adapters/aws/presign-put.ts';
import { TEST_CLIENT } from '../fakes/aws/test-clients.ts';
import { spell } from './read-permissions.ts';
import { synthesise } from './synthesise.ts';
import type { Resource } from './synthesise.ts';

describe.each(['dev', 'prod'])('what the stage %s keeps', (stage) => {
  const { settings, stack, gateway } = synthesise(stage);
  const all = { ...stack, ...gateway };
  const kept = settings.data.keptOnRemoval ? 'Retain' : 'Delete';
  const ofType = (type: string): [string, Resource][] => Object.entries(all).filter(([, { Type }]) => Type === type);
  const named = (type: string, begin: string): Resource => {
    const found = ofType(type).find(([id]) => id.startsWith(begin))?.[1];
    if (found === undefined) throw new Error(`no ${type} ${begin}…`);
    return found;
  };
  const documents = named('AWS::S3::Bucket', 'StorageDocuments');

  it('lies in buckets that are private, encrypted, versioned and reached by TLS alone', () => {
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
      expect(Properties['VersioningConfiguration'], id).toEqual({ Status: 'Enabled' });
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

  it('encrypts documents with the key of the stage, and only keeps deleted ones for as long as it says', () => {
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

  it('writes down every access to documents, for as long as logs are kept', () => {
    expect(documents.Properties['LoggingConfiguration']).toMatchObject({ LogFilePrefix: 'documents/' });
    expect(named('AWS::S3::Bucket', 'StorageAccessLogs').Properties['LifecycleConfiguration']).toMatchObject({
      Rules: [{ ExpirationInDays: settings.logs.keptDays }],
    });
  });

  it('is reached by presigned addresses from pages of the web interface alone', () => {
    expect(documents.Properties['CorsConfiguration']).toMatchObject({
      CorsRules: [
        {
          AllowedMethods: ['PUT', 'POST', 'GET'],
          AllowedOrigins: [
            {
              'Fn::Join': [
                '',
                ['https://', { 'Fn::GetAtt': [expect.stringMatching(/^WebDistribution/), 'DomainName'] }],
              ],
            },
          ],
        },
      ],
    });
  });

  it('takes from those pages every header that a presigned upload must come with', async () => {
    const { headers } = await presignPut(s3Client(TEST_CLIENT), {
      Bucket: 'b',
      Key: 'k',
      contentType: 'application/pdf',
      size: 1,
      expiresAt: new Date(Date.now() + 60_000),
    });
    const demanded = Object.keys(headers).map((name) => name.toLowerCase());
    expect(demanded.length).toBeGreaterThan(0);
    expect(documents.Properties['CorsConfiguration']).toMatchObject({
      CorsRules: [{ AllowedHeaders: expect.arrayContaining(demanded) as string[] }],
    });
  });

  it('has one table: on demand, encrypted, with its index, time to live and recovery to any second', () => {
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

  it('stays or goes with the stack as the settings say', () => {
    const holders = ['AWS::DynamoDB::Table', 'AWS::KMS::Key', 'AWS::Cognito::UserPool'].flatMap(ofType);
    expect(holders).toHaveLength(3);
    for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of [...holders, ['documents', documents] as const])
      expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual([kept, kept]);
  });

  it('keeps logs encrypted, each for as long as it says, and none for ever', () => {
    const groups = ofType('AWS::Logs::LogGroup');
    for (const [id, { Properties }] of groups) {
      expect(Properties['RetentionInDays'], id).toBe(settings.logs.keptDays);
      expect(Properties['KmsKeyId'], id).toBeDefined();
    }
    // The function that starts the model image's build has the group that CDK names after it.
    const named = JSON.stringify(groups.map(([, { Properties }]) => Properties['LogGroupName']));
    const ungrouped = ofType('AWS::Lambda::Function').filter(
      ([id, { Properties }]) =>
        Properties['LoggingConfig'] === undefined && !named.includes(`"/aws/lambda/",{"Ref":"${id}"}`),
    );
    expect(ungrouped.map(([id]) => id)).toEqual([]);
  });

  it("makes the group of the gateway's own logs before the stage that would make it open and endless", () => {
    const [, api] = ofType('AWS::ApiGateway::Stage')[0] ?? [];
    const [group] =
      ofType('AWS::Logs::LogGroup').find(([, { Properties }]) =>
        spell(Properties['LogGroupName'] ?? '').startsWith('API-Gateway-Execution-Logs_'),
      ) ?? [];
    expect(gateway[group ?? '']?.Properties['LogGroupName']).toEqual({
      'Fn::Join': ['', ['API-Gateway-Execution-Logs_', api?.Properties['RestApiId'], `/${stage}`]],
    });
    expect(api?.DependsOn).toContain(group);
  });

  it('keeps what was not delivered in queues that are encrypted and last two weeks', () => {
    const queues = ofType('AWS::SQS::Queue');
    expect(queues.length).toBeGreaterThan(0);
    for (const [id, { Properties }] of queues) {
      expect(Properties['MessageRetentionPeriod'], id).toBe(14 * 24 * 3600);
      expect(Properties['KmsMasterKeyId'], id).toBeDefined();
    }
    for (const [id, { Properties }] of ofType('AWS::SNS::Topic'))
      expect(Properties['KmsMasterKeyId'], id).toBeDefined();
  });

  it('lets what sends to queues and topics use its key for this account alone, and EventBridge, for which AWS supports no such condition, to a queue that takes from its rule alone', () => {
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
      { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [expect.stringMatching(/^OperationsSweep/), 'Arn'] } } },
    ]);
  });

  it('turns its key over every year', () => {
    expect(ofType('AWS::KMS::Key').map(([, { Properties }]) => Properties['EnableKeyRotation'])).toEqual([true]);
  });

  it('is tagged, so that its costs can be told from others', () => {
    const untagged = [
      ...ofType('AWS::Lambda::Function'),
      ...ofType('AWS::S3::Bucket'),
      ...ofType('AWS::DynamoDB::Table'),
      ...ofType('AWS::SageMaker::Endpoint'),
    ].filter(
      ([, { Properties }]) =>
        !JSON.stringify(Properties['Tags'] ?? []).includes(`{"Key":"tearline-stage","Value":"${stage}"}`),
    );
    expect(untagged.map(([id]) => id)).toEqual([]);
  });
});
