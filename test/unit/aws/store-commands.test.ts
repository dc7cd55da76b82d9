/** Commands that DynamoTable and S3BlobStore send, with their inputs, and responses that the fakes do not return. */
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import 'aws-sdk-client-mock-vitest/extend';
import { describe, expect, it } from 'vitest';
import { dynamoDbClient } from '../../../adapters/aws/dynamodb/dynamo-client.ts';
import { s3Client } from '../../../adapters/aws/s3/s3-client.ts';
import { DynamoTable } from '../../../adapters/aws/dynamodb/dynamo-table.ts';
import { S3BlobStore } from '../../../adapters/aws/s3/s3-blob-store.ts';
import { BlobNotFoundError, ConditionFailedError } from '../../../core/errors.ts';
import { TEST_CLIENT } from '../../fakes/aws/test-clients.ts';

const KEY = { pk: 'a', sk: 'b' };
const STORED_KEY = { pk: { S: 'a' }, sk: { S: 'b' } };
const NOW = new Date('2026-01-01T00:00:00Z');

const openTable = () => {
  const client = dynamoDbClient(TEST_CLIENT);
  return { sent: mockClient(client), table: new DynamoTable({ client, table: 'table', clock: { now: () => NOW } }) };
};

describe('DynamoTable sends', () => {
  it('one PutItem without a condition for an unconditional put', async () => {
    const { sent, table } = openTable();
    await table.write([{ put: { ...KEY, pages: 3, names: ['x'] } }]);
    expect(sent).toHaveReceivedCommandExactlyOnceWith(PutItemCommand, {
      TableName: 'table',
      Item: { ...STORED_KEY, pages: { N: '3' }, names: { L: [{ S: 'x' }] } },
    });
    expect(sent.commandCalls(PutItemCommand)[0]?.args[0].input.ConditionExpression).toBeUndefined();
    expect(sent.calls()).toHaveLength(1);
  });

  it('one DeleteItem for a key', async () => {
    const { sent, table } = openTable();
    await table.write([{ delete: KEY }]);
    expect(sent).toHaveReceivedCommandExactlyOnceWith(DeleteItemCommand, { TableName: 'table', Key: STORED_KEY });
    expect(sent.calls()).toHaveLength(1);
  });

  it('one UpdateItem that fails for an expired item and returns it', async () => {
    const { sent, table } = openTable();
    await table.write([{ update: KEY, set: { state: 'done' }, remove: ['index_pk'] }]);
    expect(sent).toHaveReceivedCommandExactlyOnceWith(UpdateItemCommand, {
      TableName: 'table',
      Key: STORED_KEY,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const { UpdateExpression, ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } =
      sent.commandCalls(UpdateItemCommand)[0]?.args[0].input ?? {};
    expect(UpdateExpression).toMatch(/^SET #n\d = :v\d REMOVE #n\d$/u);
    expect(ConditionExpression).toMatch(/^\(attribute_not_exists\(#n\d\) OR #n\d > :v\d\)$/u);
    expect(Object.values(ExpressionAttributeNames ?? {}).sort()).toEqual(['expires_at', 'index_pk', 'state']);
    expect(Object.values(ExpressionAttributeValues ?? {})).toEqual(
      expect.arrayContaining([{ S: 'done' }, { N: String(NOW.getTime() / 1000) }]),
    );
  });

  it('a conditional write or an addition as a transaction with a token, even for one operation', async () => {
    const { sent, table } = openTable();
    await table.write([{ put: KEY, when: [{ item: 'absent' }] }]);
    await table.write([{ update: KEY, add: { pages: 2 } }]);
    const inputs = sent.commandCalls(TransactWriteItemsCommand).map(({ args: [{ input }] }) => input);
    expect(inputs.map(({ TransactItems = [] }) => TransactItems.map((item) => Object.keys(item)))).toEqual([
      [['Put']],
      [['Update']],
    ]);
    expect(inputs[0]?.TransactItems?.[0]?.Put).toMatchObject({
      TableName: 'table',
      Item: STORED_KEY,
      ConditionExpression: expect.stringContaining('attribute_not_exists(pk)') as string,
    });
    const tokens = inputs.map(({ ClientRequestToken }) => ClientRequestToken);
    expect(tokens).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/u), expect.stringMatching(/^[0-9a-f-]{36}$/u)]);
    expect(new Set(tokens).size).toBe(2);
    expect(sent.calls()).toHaveLength(2);
  });

  it('a conflicting transaction again with the same token', async () => {
    const { sent, table } = openTable();
    const conflict = new TransactionCanceledException({
      message: 'conflict',
      $metadata: {},
      CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
    });
    sent.on(TransactWriteItemsCommand).rejectsOnce(conflict).resolves({});
    await table.write([
      { put: KEY, when: [{ item: 'absent' }] },
      { check: { pk: 'c', sk: 'd' }, when: [{ item: 'present' }] },
    ]);
    expect(sent).toHaveReceivedCommandTimes(TransactWriteItemsCommand, 2);
    const [first, second] = sent.commandCalls(TransactWriteItemsCommand).map(({ args: [{ input }] }) => input);
    expect(second).toEqual(first);
  });

  it('one GetItem with a consistent read', async () => {
    const { sent, table } = openTable();
    sent.on(GetItemCommand).resolves({ Item: { ...STORED_KEY, pages: { N: '3' } } });
    expect(await table.get(KEY)).toEqual({ ...KEY, pages: 3 });
    expect(sent).toHaveReceivedCommandExactlyOnceWith(GetItemCommand, {
      TableName: 'table',
      Key: STORED_KEY,
      ConsistentRead: true,
    });
  });

  it('a Query with a consistent read on the table, and an eventually consistent one on the index', async () => {
    const { sent, table } = openTable();
    sent.on(QueryCommand).resolves({ Items: [], ScannedCount: 0 });
    await table.query({ pk: 'a', skBeginsWith: 'b', limit: 7 });
    await table.query({ index: 'by_index', pk: 'a', skTo: 'b', descending: true });
    expect(sent).toHaveReceivedNthCommandWith(QueryCommand, 1, {
      TableName: 'table',
      ConsistentRead: true,
      Limit: 7,
      ScanIndexForward: true,
    });
    expect(sent).toHaveReceivedNthCommandWith(QueryCommand, 2, {
      TableName: 'table',
      IndexName: 'by_index',
      Limit: 100,
      ScanIndexForward: false,
    });
    expect(sent.commandCalls(QueryCommand)[1]?.args[0].input.ConsistentRead).toBeUndefined();
    for (const {
      args: [{ input }],
    } of sent.commandCalls(QueryCommand))
      expect(input.FilterExpression).toMatch(/attribute_not_exists/u);
  });
});

describe('DynamoTable', () => {
  it('throws RangeError where a transaction was cancelled without a reason', async () => {
    const { sent, table } = openTable();
    sent
      .on(TransactWriteItemsCommand)
      .rejects(new TransactionCanceledException({ message: 'cancelled', $metadata: {} }));
    await expect(table.write([{ put: KEY, when: [{ item: 'absent' }] }])).rejects.toThrow(RangeError);
  });

  it('names the operation whose condition failed where DynamoDB does not return the item', async () => {
    const { sent, table } = openTable();
    sent.on(UpdateItemCommand).rejects(new ConditionalCheckFailedException({ message: 'failed', $metadata: {} }));
    await expect(table.write([{ update: KEY, set: { state: 'done' } }])).rejects.toThrow(ConditionFailedError);
  });
});

const openBlobs = () => {
  const client = s3Client(TEST_CLIENT);
  return { sent: mockClient(client), blobs: new S3BlobStore({ client, bucket: 'bucket' }) };
};

describe('S3BlobStore sends', () => {
  it('one PutObject with the content type, and uses the bucket’s default encryption', async () => {
    const { sent, blobs } = openBlobs();
    sent.on(PutObjectCommand).resolves({ ETag: '"tag"' });
    expect(await blobs.put('a/b', 'text', 'text/plain')).toEqual({
      key: 'a/b',
      size: 4,
      contentType: 'text/plain',
      etag: 'tag',
    });
    expect(sent.calls()).toHaveLength(1);
    expect(sent.commandCalls(PutObjectCommand)[0]?.args[0].input).toEqual({
      Bucket: 'bucket',
      Key: 'a/b',
      Body: Buffer.from('text'),
      ContentType: 'text/plain',
    });
  });

  it('one HeadObject for the metadata of a blob', async () => {
    const { sent, blobs } = openBlobs();
    sent.on(HeadObjectCommand).resolves({ ContentLength: 4, ContentType: 'text/plain', ETag: '"tag"' });
    expect(await blobs.head('a')).toEqual({ key: 'a', size: 4, contentType: 'text/plain', etag: 'tag' });
    expect(sent).toHaveReceivedCommandExactlyOnceWith(HeadObjectCommand, { Bucket: 'bucket', Key: 'a' });
    expect(sent.calls()).toHaveLength(1);
  });

  it('one ListObjectsV2 per page, with the continuation token of the previous page', async () => {
    const { sent, blobs } = openBlobs();
    sent
      .on(ListObjectsV2Command)
      .resolvesOnce({ Contents: [{ Key: 'p/1' }], NextContinuationToken: 'next' })
      .resolves({ Contents: [{ Key: 'p/2' }] });
    expect(await blobs.list('p/')).toEqual(['p/1', 'p/2']);
    expect(sent).toHaveReceivedNthCommandWith(ListObjectsV2Command, 1, { Bucket: 'bucket', Prefix: 'p/' });
    expect(sent).toHaveReceivedNthCommandWith(ListObjectsV2Command, 2, {
      Bucket: 'bucket',
      Prefix: 'p/',
      ContinuationToken: 'next',
    });
  });

  it('one DeleteObjects per 1,000 keys', async () => {
    const { sent, blobs } = openBlobs();
    const keys = Array.from({ length: 1001 }, (_, n) => ({ Key: `p/${n}` }));
    sent.on(ListObjectsV2Command).resolves({ Contents: keys });
    sent.on(DeleteObjectsCommand).resolves({});
    await blobs.deleteAll('p/');
    expect(sent).toHaveReceivedNthCommandWith(DeleteObjectsCommand, 1, {
      Bucket: 'bucket',
      Delete: { Objects: keys.slice(0, 1000), Quiet: true },
    });
    expect(sent).toHaveReceivedNthCommandWith(DeleteObjectsCommand, 2, {
      Bucket: 'bucket',
      Delete: { Objects: keys.slice(1000), Quiet: true },
    });
    expect(sent).toHaveReceivedCommandTimes(DeleteObjectsCommand, 2);
  });

  it('no DeleteObjects where there is nothing to delete', async () => {
    const { sent, blobs } = openBlobs();
    sent.on(ListObjectsV2Command).resolves({});
    await blobs.deleteAll('p/');
    expect(sent).not.toHaveReceivedCommand(DeleteObjectsCommand);
  });
});

describe('S3BlobStore', () => {
  it('throws with the key of a blob that it may not delete, without retries', async () => {
    const { sent, blobs } = openBlobs();
    sent.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'p/1' }, { Key: 'p/2' }] });
    sent.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'p/2', Code: 'AccessDenied', Message: 'a lock' }] });
    await expect(blobs.deleteAll('p/')).rejects.toThrow('S3 did not delete p/2: AccessDenied a lock');
    expect(sent).toHaveReceivedCommandOnce(DeleteObjectsCommand);
  });

  it('throws where a response has no body', async () => {
    const { sent, blobs } = openBlobs();
    sent.on(GetObjectCommand).resolves({});
    await expect(blobs.get('a')).rejects.toThrow('S3 sent no body');
  });

  it('throws BlobNotFoundError for a blob that was deleted after HeadObject', async () => {
    const { sent, blobs } = openBlobs();
    sent.on(HeadObjectCommand).resolves({ ContentLength: 4, ContentType: 'text/plain', ETag: '"tag"' });
    sent.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'gone', $metadata: { httpStatusCode: 404 } }));
    await expect(blobs.file('a')).rejects.toThrow(BlobNotFoundError);
  });
});
