import { describe, expect, it } from 'vitest';
import { spell } from './permissions/read-permissions.ts';
import { firstDeploymentOf } from './templates/changed-stages.ts';
import { synthesise } from './templates/synthesise.ts';
import type { Resource } from './templates/synthesise.ts';

interface Statement {
  readonly Sid?: string;
  readonly Principal: unknown;
  readonly Condition: unknown;
}

describe.each(['dev', 'prod'])('Data events of the stage %s', (stage) => {
  const { settings, stack } = synthesise(firstDeploymentOf(stage));
  const only = (type: string, begin = ''): [string, Resource] => {
    const [first, second] = Object.entries(stack).filter(([id, { Type }]) => Type === type && id.startsWith(begin));
    if (first === undefined || second !== undefined) throw new Error(`not one ${type} ${begin}…`);
    return first;
  };
  const trail = only('AWS::CloudTrail::Trail')[1];
  const [bucketId, bucket] = only('AWS::S3::Bucket', 'DataEvents');
  const trailArn = {
    'Fn::Join': [
      '',
      [
        'arn:',
        { Ref: 'AWS::Partition' },
        ':cloudtrail:',
        { Ref: 'AWS::Region' },
        ':',
        { Ref: 'AWS::AccountId' },
        `:trail/tearline-${stage}-data-events`,
      ],
    ],
  };
  const statementsOf = ({ Properties }: Resource, name: string, ...sids: readonly string[]): readonly Statement[] =>
    (Properties[name] as { readonly Statement: readonly Statement[] }).Statement.filter(({ Sid = '' }) =>
      sids.includes(Sid),
    );

  it('are recorded only where the settings say so', () => {
    const types = Object.values(synthesise(stage).stack).map(({ Type }) => Type);
    expect(types).not.toContain('AWS::CloudTrail::Trail');
  });

  it('are those of the documents and of the rows, reads and writes, and no others', () => {
    const selectors = trail.Properties['AdvancedEventSelectors'] as readonly {
      readonly FieldSelectors: readonly Readonly<Record<string, unknown>>[];
    }[];
    const [documents] = only('AWS::S3::Bucket', 'StorageDocuments');
    const [table] = only('AWS::DynamoDB::Table');
    const data = { Field: 'eventCategory', Equals: ['Data'] };
    const ofBucket = { 'Fn::Join': ['', [{ 'Fn::GetAtt': [documents, 'Arn'] }, '/']] };
    expect(selectors.map(({ FieldSelectors }) => FieldSelectors)).toEqual([
      [
        data,
        { Field: 'resources.type', Equals: ['AWS::S3::Object'] },
        { Field: 'resources.ARN', StartsWith: [ofBucket] },
      ],
      [
        data,
        { Field: 'resources.type', Equals: ['AWS::DynamoDB::Table'] },
        { Field: 'resources.ARN', StartsWith: [{ 'Fn::GetAtt': [table, 'Arn'] }] },
      ],
    ]);
    expect(trail.Properties['EventSelectors']).toBeUndefined();
  });

  it('are written, with digests, to a private bucket of their own, encrypted with the key of the stage', () => {
    const key = { 'Fn::GetAtt': [only('AWS::KMS::Key')[0], 'Arn'] };
    expect(trail.Properties).toMatchObject({
      IsLogging: true,
      EnableLogFileValidation: true,
      S3BucketName: { Ref: bucketId },
      KMSKeyId: key,
    });
    expect(bucket.Properties).toMatchObject({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: key } },
        ],
      },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      VersioningConfiguration: { Status: 'Enabled' },
      LoggingConfiguration: { LogFilePrefix: 'data-events/' },
    });
  });

  it('are kept as long as logs', () => {
    const { Rules } = bucket.Properties['LifecycleConfiguration'] as { readonly Rules: readonly unknown[] };
    expect(Rules).toEqual([
      {
        ExpirationInDays: settings.logs.keptDays,
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        Status: 'Enabled',
      },
    ]);
  });

  it('come from this trail alone: bucket and key refuse CloudTrail for others', () => {
    const policy = only('AWS::S3::BucketPolicy', 'DataEvents')[1];
    const granted = [
      ...statementsOf(policy, 'PolicyDocument', 'TrailLooksAtTheBucket', 'TrailWritesRecords'),
      ...statementsOf(only('AWS::KMS::Key')[1], 'KeyPolicy', 'RecordsOfDataEvents'),
    ];
    expect(granted).toHaveLength(3);
    for (const { Principal, Condition } of granted) {
      expect(Principal).toEqual({ Service: 'cloudtrail.amazonaws.com' });
      expect(Condition).toMatchObject({ StringEquals: { 'aws:SourceArn': trailArn } });
    }
    expect(spell(trail.Properties['TrailName'] ?? '')).toBe(`tearline-${stage}-data-events`);
  });

  it('stay where data is kept; otherwise the bucket is emptied after its trail is gone', () => {
    const emptied = Object.entries(stack).filter(
      ([, { Type, Properties }]) =>
        Type === 'Custom::S3AutoDeleteObjects' &&
        (Properties['BucketName'] as { readonly Ref: string }).Ref === bucketId,
    );
    expect(bucket.DeletionPolicy).toBe(settings.data.keptOnRemoval ? 'RetainExceptOnCreate' : 'Delete');
    expect(emptied).toHaveLength(settings.data.keptOnRemoval ? 0 : 1);
    expect(trail.DependsOn).toEqual(expect.arrayContaining([bucketId, ...emptied.map(([id]) => id)]));
    expect(trail.DependsOn).toContain(only('AWS::S3::BucketPolicy', 'DataEvents')[0]);
  });
});
