/** DynamoDB transactions with conflicts, lost responses, and a first attempt that is still in progress. */
import { describe, expect, it } from 'vitest';
import { dynamoDbClient } from '../../../adapters/aws/dynamodb/dynamo-client.ts';
import { DynamoTable } from '../../../adapters/aws/dynamodb/dynamo-table.ts';
import { ConditionFailedError } from '../../../core/errors.ts';
import { FakeDynamoDb } from '../../fakes/aws/fake-dynamodb.ts';
import { jsonError } from '../../fakes/aws/fake-wire.ts';
import { FaultyWire } from '../../fakes/aws/faulty-wire.ts';
import type { Fault } from '../../fakes/aws/faulty-wire.ts';
import { TEST_CLIENT, through } from '../../fakes/aws/test-clients.ts';

const KEY = { pk: 'a', sk: 'b' };
const USAGE = { pk: 'usage', sk: 'pages' };
const NOW = new Date('2026-01-01T00:00:00Z');

const openTable = (faults: readonly (Fault | undefined)[]) => {
  const dynamo = new FakeDynamoDb();
  const wire = new FaultyWire(dynamo, faults);
  return {
    wire,
    dynamo,
    table: new DynamoTable({
      client: through(dynamoDbClient(TEST_CLIENT), wire),
      table: 'table',
      clock: { now: () => NOW },
    }),
  };
};

const cancelled = (...codes: string[]): Fault =>
  jsonError('TransactionCanceledException', 'cancelled', { CancellationReasons: codes.map((Code) => ({ Code })) });

describe('DynamoTable', () => {
  it('applies a transaction once after conflicts with others', async () => {
    const { table, wire } = openTable([
      cancelled('TransactionConflict', 'None'),
      cancelled('None', 'ThrottlingError'),
      jsonError('TransactionInProgressException', 'still at it'),
    ]);
    await table.write([
      { put: KEY, when: [{ item: 'absent' }] },
      { update: USAGE, add: { pages: 3 } },
    ]);
    expect(await table.get(USAGE)).toMatchObject({ pages: 3 });
    expect(wire.sent).toBe(5);
  });

  it('retries where a condition fails together with a conflict, which may have caused the failure', async () => {
    const { table } = openTable([cancelled('ConditionalCheckFailed', 'TransactionConflict')]);
    await table.write([{ put: KEY, when: [{ item: 'absent' }] }, { put: USAGE }]);
    expect(await table.get(KEY)).toEqual(KEY);
  });

  it('does not fail on its own write where the response was lost', async () => {
    const { table } = openTable(['lost', 'lost']);
    await table.write([{ put: { ...KEY, owner: 1 }, when: [{ item: 'absent' }] }]);
    await expect(table.write([{ put: { ...KEY, owner: 2 }, when: [{ item: 'absent' }] }])).rejects.toThrow(
      ConditionFailedError,
    );
    expect(await table.get(KEY)).toMatchObject({ owner: 1 });
  });

  it('sends idempotent writes without a transaction, and all others with one', async () => {
    const seen: string[] = [];
    const dynamo = new FakeDynamoDb();
    const client = dynamoDbClient(TEST_CLIENT);
    client.middlewareStack.add((next, context) => (input) => {
      seen.push(context.commandName ?? '');
      return next(input);
    });
    const table = new DynamoTable({ client: through(client, dynamo), table: 'table', clock: { now: () => NOW } });
    await table.write([{ put: KEY }]);
    await table.write([{ update: KEY, set: { a: 1 } }]);
    await table.write([{ update: KEY, add: { n: 1 } }]);
    await table.write([{ update: KEY, set: { a: 2 }, when: [{ attribute: 'a', in: [1] }] }]);
    await table.write([{ delete: KEY }]);
    expect(seen).toEqual([
      'PutItemCommand',
      'UpdateItemCommand',
      'TransactWriteItemsCommand',
      'TransactWriteItemsCommand',
      'DeleteItemCommand',
    ]);
  });

  it('deletes an expired item before an update', async () => {
    const { table } = openTable([]);
    await table.write([{ put: { ...KEY, old: true, expires_at: NOW.getTime() / 1000 - 1 } }]);
    await table.write([{ update: KEY, set: { fresh: true } }]);
    expect(await table.get(KEY)).toEqual({ ...KEY, fresh: true });
  });

  it('continues a query where expired items leave a page empty', async () => {
    const { table } = openTable([]);
    const expired = Array.from({ length: 30 }, (_, n) => ({
      put: { pk: 'p', sk: String(n).padStart(2, '0'), expires_at: 1 },
    }));
    await table.write([...expired, { put: { pk: 'p', sk: '90' } }, { put: { pk: 'p', sk: '91' } }]);
    expect(await table.query({ pk: 'p', limit: 1 })).toMatchObject({ items: [{ sk: '90' }] });
    expect((await table.query({ pk: 'p', limit: 10 })).items.map(({ sk }) => sk)).toEqual(['90', '91']);
  });

  it('returns nothing for a range that ends before it begins', async () => {
    expect(await openTable([]).table.query({ pk: 'p', skFrom: 'b', skTo: 'a' })).toEqual({ items: [] });
  });
});
