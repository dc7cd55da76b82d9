/**
 * The restore drill over the wire. moto restores a table at once and as it is now, whatever the time, without its
 * encryption; its latest restorable time is that at which recovery was turned on.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  ListTablesCommand,
  PutItemCommand,
  UpdateContinuousBackupsCommand,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, ListObjectVersionsCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { describe, expect, inject, it } from 'vitest';
import { fileRecovery, tableRecovery } from '../../adapters/aws/account/recovery.ts';
import { dynamoDbClient } from '../../adapters/aws/dynamodb/dynamo-client.ts';
import { s3Client } from '../../adapters/aws/s3/s3-client.ts';
import { drillFile } from '../../bin/restore-drill/drill-file.ts';
import { drillTable } from '../../bin/restore-drill/drill-table.ts';
import { DrillFailedError } from '../../bin/restore-drill/outcomes.ts';
import type { Outcome } from '../../bin/restore-drill/outcomes.ts';

const options = { region: 'eu-central-1', endpointUrl: inject('motoUrl') };
const dynamo = dynamoDbClient(options);
const s3 = s3Client(options);
const ROWS = 230;

const turnRecovery = (TableName: string, on: boolean) =>
  dynamo.send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: on },
    }),
  );

const makeTable = async (): Promise<string> => {
  const TableName = `table-${randomUUID()}`;
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  await dynamo.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'index_pk', 'index_sk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: keys('pk', 'sk'),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by_index',
          KeySchema: keys('index_pk', 'index_sk'),
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
  for (let row = 0; row < ROWS; row += 1)
    await dynamo.send(
      new PutItemCommand({
        TableName,
        Item: {
          pk: { S: `ACCOUNT#${row % 7}` },
          sk: { S: `ROW#${row}` },
          pages: { N: '12345678901234567890' },
          names: { SS: ['b', 'a'] },
        },
      }),
    );
  await turnRecovery(TableName, true);
  return TableName;
};

const drill = (table: string, more: { readonly keep?: boolean; readonly to?: Date } = {}) => {
  const outcomes: Outcome[] = [];
  const copy = `${table}-drill`;
  const done = drillTable({
    tables: tableRecovery(options),
    table,
    copy,
    sample: 200,
    keep: false,
    ...more,
    report: (outcome) => outcomes.push(outcome),
    now: () => new Date(),
    // Moves moto's latest restorable time to now, as time does on AWS.
    pause: async () => {
      await sleep(1_100);
      await turnRecovery(table, false);
      await turnRecovery(table, true);
    },
  });
  return { copy, outcomes, done };
};

const exists = async (table: string): Promise<boolean> =>
  (await dynamo.send(new ListTablesCommand({ Limit: 100 }))).TableNames?.includes(table) === true;

const makeBucket = async (versioned: boolean): Promise<string> => {
  const Bucket = `bucket-${randomUUID()}`;
  await s3.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint: 'eu-central-1' } }));
  if (versioned)
    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
  return Bucket;
};

const drillBucket = async (bucket: string) => {
  const outcomes: Outcome[] = [];
  await drillFile({
    files: fileRecovery(options, bucket),
    report: (outcome) => outcomes.push(outcome),
  }).catch((error: unknown) => {
    if (!(error instanceof DrillFailedError)) throw error;
  });
  const left = await s3.send(new ListObjectVersionsCommand({ Bucket: bucket }));
  return { outcomes, left: [...(left.Versions ?? []), ...(left.DeleteMarkers ?? [])] };
};

describe('The restore drill over the wire', () => {
  it('restores the table into a copy that has its key, its index and its rows, and removes the copy', async () => {
    const table = await makeTable();
    const { copy, outcomes, done } = drill(table);
    await done;
    expect(outcomes.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(Object.fromEntries(outcomes.map(({ step, found }) => [step, found]))).toMatchObject({
      'compare the key': 'pk HASH, sk RANGE',
      'compare the index': 'by_index (index_pk HASH, index_sk RANGE; ALL)',
      'count the rows of the copy': `${ROWS}; the table had ${ROWS} when it was read`,
      'compare rows': '200 rows are equal; 0 changed during the drill and are not compared',
      'recovery of the copy': expect.stringContaining('is off') as string,
    });
    expect(outcomes.filter(({ step }) => /^(read|wait|restore|remove)/.test(step)).every((each) => each.seconds)).toBe(
      true,
    );
    expect([await exists(table), await exists(copy)]).toEqual([true, false]);
  });

  it('keeps the copy where it is told to', async () => {
    const { copy, done } = drill(await makeTable(), { keep: true });
    await done;
    expect(await exists(copy)).toBe(true);
  });

  it('restores nothing where recovery is off, and not to a time that cannot be restored', async () => {
    const table = await makeTable();
    const early = drill(table, { to: new Date('2020-01-01T00:00:00Z') });
    await expect(early.done).rejects.toThrow(DrillFailedError);
    expect(early.outcomes.at(-1)?.found).toMatch(/can be restored from/);
    await turnRecovery(table, false);
    const off = drill(table);
    await expect(off.done).rejects.toThrow(DrillFailedError);
    expect(off.outcomes.at(-1)?.found).toBe(`point-in-time recovery of ${table} is off`);
    expect(await exists(off.copy)).toBe(false);
  });

  it('restores a deleted file from its version, and leaves none of its own', async () => {
    const { outcomes, left } = await drillBucket(await makeBucket(true));
    expect(outcomes.map(({ step, status }) => [step, status])).toEqual(
      ['delete a file', 'restore the file', 'compare the file', 'remove the file'].map((step) => [step, 'ok']),
    );
    expect(left).toEqual([]);
  });

  it('says that a bucket without versions restores no file', async () => {
    const { outcomes } = await drillBucket(await makeBucket(false));
    expect(outcomes.find(({ status }) => status === 'failed')?.found).toMatch(/is its versioning on/);
  });
});
