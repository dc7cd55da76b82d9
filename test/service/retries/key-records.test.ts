/** The records of idempotency keys on the table of either host. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { dynamoDbClient } from '../../../adapters/aws/dynamodb/dynamo-client.ts';
import { DynamoTable } from '../../../adapters/aws/dynamodb/dynamo-table.ts';
import { SqliteTable } from '../../../adapters/local/table/sqlite-table.ts';
import { ConditionFailedError, IdempotencyKeyInUseError, IdempotencyKeyReusedError } from '../../../core/errors.ts';
import type { Clock, Table } from '../../../core/ports.ts';
import { claimKey, linkRequest, releaseKey, storeAnswer } from '../../../core/requests/idempotency.ts';
import type { KeyClaim } from '../../../core/requests/idempotency.ts';
import { FakeDynamoDb } from '../../fakes/aws/fake-dynamodb.ts';
import { TEST_CLIENT, through } from '../../fakes/aws/test-clients.ts';
import { JumpingClock, randomIds } from '../../fakes/fake-world.ts';

const ANSWER = { status: 201, headers: { Location: '/a' }, body: { text: '{"a":"ä"}' } };
const REQUEST = { accountId: 'account', idempotencyKey: 'key', requestHash: 'hash' };
const PROCESSING_ID = '3b241101-e2bb-4255-8caf-4136c566a962';
const CLAIM_MS = 85_000;

const tables: Readonly<Record<string, (clock: Clock) => Table & { close?: () => void }>> = {
  SqliteTable: (clock) =>
    new SqliteTable(join(mkdtempSync(join(tmpdir(), 'tearline-keys-')), 'table.sqlite'), { clock }),
  DynamoTable: (clock) =>
    new DynamoTable({ client: through(dynamoDbClient(TEST_CLIENT), new FakeDynamoDb()), table: 'table', clock }),
};

describe.each(Object.entries(tables))('A key in a %s', (_, open) => {
  let close: (() => void) | undefined;
  afterEach(() => close?.());

  const start = (soleProcessId?: string) => {
    const clock = new JumpingClock();
    const table = open(clock);
    close = table.close?.bind(table);
    const settings = { environment: 'test', maxWaitSeconds: 25, maxUploadBytes: 9, maxPages: 9 };
    const serviceOf = (id?: string) => ({
      table,
      clock,
      ids: randomIds,
      settings: { ...settings, ...(id === undefined ? {} : { soleProcessId: id }) },
    });
    const service = serviceOf(soleProcessId);
    const claim = async (by = service, request = REQUEST): Promise<KeyClaim> => {
      const state = await claimKey(by, request);
      if (!('claim' in state)) throw new Error('It was answered.');
      return state.claim;
    };
    return { service, serviceOf, claim };
  };

  it('is claimed by one of many concurrent calls', async () => {
    const { claim } = start();
    const claims = await Promise.allSettled(Array.from({ length: 10 }, () => claim()));
    const refused = claims.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toHaveLength(9);
    for (const reason of refused) expect(reason).toBeInstanceOf(IdempotencyKeyInUseError);
  });

  it('returns its answer with the request that was accepted', async () => {
    const { service, claim } = start();
    const mine = await claim();
    await service.table.write([linkRequest(mine, PROCESSING_ID)]);
    await storeAnswer(service, mine, ANSWER);
    expect(await claimKey(service, REQUEST)).toEqual({ answer: ANSWER, processingId: PROCESSING_ID });
    await expect(claimKey(service, { ...REQUEST, requestHash: 'other' })).rejects.toThrow(IdempotencyKeyReusedError);
  });

  it('is free after its release', async () => {
    const { service, claim } = start();
    await releaseKey(service, await claim());
    expect((await claim(service, { ...REQUEST, requestHash: 'other' })).processingId).toBeUndefined();
  });

  it('keeps the accepted request after its release, until that request has failed', async () => {
    const { service, claim } = start();
    const first = await claim();
    await service.table.write([linkRequest(first, PROCESSING_ID)]);
    await releaseKey(service, first);
    await service.clock.sleep(1);
    await expect(claimKey(service, { ...REQUEST, requestHash: 'other' })).rejects.toThrow(IdempotencyKeyReusedError);
    const second = await claim();
    expect(second.processingId).toBe(PROCESSING_ID);
    await releaseKey(service, second, true);
    expect((await claim()).processingId).toBeUndefined();
  });

  it('is taken over when its claim has expired; the former holder can neither accept nor answer nor release', async () => {
    const { service, claim } = start();
    const former = await claim();
    await service.clock.sleep(CLAIM_MS - 1);
    await expect(claim()).rejects.toThrow(IdempotencyKeyInUseError);
    await service.clock.sleep(2);
    const takers = await Promise.allSettled([claim(), claim(), claim()]);
    const [taken, ...others] = takers.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    expect([taken === undefined, others.length]).toEqual([false, 0]);
    await expect(service.table.write([linkRequest(former, PROCESSING_ID)])).rejects.toThrow(ConditionFailedError);
    await expect(storeAnswer(service, former, ANSWER)).rejects.toThrow(IdempotencyKeyInUseError);
    await releaseKey(service, former, true);
    await expect(claim()).rejects.toThrow(IdempotencyKeyInUseError);
  });

  it('is taken over at once from another process, where the host has only one', async () => {
    const { claim, serviceOf } = start('first');
    await claim();
    await expect(claim()).rejects.toThrow(IdempotencyKeyInUseError);
    await claim(serviceOf('second'));
    await expect(claim(serviceOf('second'))).rejects.toThrow(IdempotencyKeyInUseError);
  });
});
