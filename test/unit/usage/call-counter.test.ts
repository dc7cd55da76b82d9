import { beforeEach, describe, expect, it } from 'vitest';
import { accountKey, closeAccount } from '../../../core/accounts/account.ts';
import { CallCounter } from '../../../core/accounts/usage/call-counter.ts';
import { countsBetween } from '../../../core/accounts/usage/usage-rows.ts';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { workflowOfCall } from '../../../core/requests/workflows/workflow-of-call.ts';
import { JumpingClock, randomIds } from '../../fakes/fake-world.ts';
import { MapTable } from '../../fakes/table/map-table.ts';

const ACCOUNT = '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c01';
const UNKNOWN = '3b241101-e2bb-4255-8caf-4136c566a962';

let clock: JumpingClock;
let table: MapTable;
let counter: CallCounter;
beforeEach(async () => {
  clock = new JumpingClock();
  table = new MapTable(clock);
  await table.write([{ put: { ...accountKey(ACCOUNT), name: 'One' } }]);
  counter = new CallCounter({ table, clock, ids: randomIds }, workflowOfCall({ table }));
});

const call = (status = 200, workflowId = GENERIC_WORKFLOW_ID) => ({
  accountId: ACCOUNT,
  subject: { workflow_id: workflowId },
  operationId: 'getOcr',
  status,
});
const written = async (): Promise<Record<string, number>> => {
  const usage = { account_id: ACCOUNT, workflow_id: GENERIC_WORKFLOW_ID };
  const sums: Record<string, number> = {};
  const all = { from: new Date('2020-01-01'), to: new Date('2100-01-01') };
  for await (const { name, count } of countsBetween({ table }, { kind: 'CALLS', usage, ...all }))
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
};

describe('API calls', () => {
  it('are written in one row for many calls, at most every ten seconds', async () => {
    let writes = 0;
    const write = table.write.bind(table);
    table.write = (operations) => {
      writes += 1;
      return write(operations);
    };
    for (let index = 0; index < 500; index += 1) {
      counter.count(call(index % 5 === 0 ? 404 : 200));
      await counter.writeIfDue();
      await clock.sleep(40);
    }
    await counter.write();
    expect([await written(), writes]).toEqual([{ getOcr_200: 400, getOcr_404: 100 }, 3]);
  });

  it('of a single request are written at once', async () => {
    counter.count(call());
    await counter.writeIfDue();
    expect(await written()).toEqual({ getOcr_200: 1 });
  });

  it('that cannot be written are written later, once', async () => {
    const write = table.write.bind(table);
    table.write = () => Promise.reject(new Error('The table is down.'));
    counter.count(call());
    counter.count(call());
    await expect(counter.write()).rejects.toThrow('The table is down.');
    table.write = write;
    counter.count(call());
    await counter.write();
    await counter.write();
    expect(await written()).toEqual({ getOcr_200: 3 });
  });

  it('whose write took effect although its response was lost are counted once', async () => {
    const write = table.write.bind(table);
    table.write = async (operations) => {
      await write(operations);
      throw new TemporarilyUnavailableError('The response was lost.');
    };
    counter.count(call());
    await expect(counter.write()).rejects.toThrow('The response was lost.');
    counter.count(call());
    await expect(counter.write()).rejects.toThrow('The response was lost.');
    table.write = write;
    await counter.write();
    expect(await written()).toEqual({ getOcr_200: 2 });
  });

  it('leave nothing behind but their counts, a day later', async () => {
    counter.count(call());
    await counter.write();
    await clock.sleep(24 * 3_600_000 + 1);
    expect(table.all().map(({ sk }) => sk)).toEqual([expect.stringMatching(/^CALLS#/), 'ACCOUNT']);
  });

  it('of an account that has been closed since are not written, and neither are those of one that is gone', async () => {
    const now = clock.now().toISOString();
    counter.count(call());
    await table.write([closeAccount(ACCOUNT, now, now)]);
    await counter.write();
    expect(await written()).toEqual({});
    counter.count(call());
    await table.write([{ delete: accountKey(ACCOUNT) }]);
    await counter.write();
    expect(table.all()).toEqual([]);
  });

  it('for a workflow that the account does not have are not counted', async () => {
    counter.count(call(404, UNKNOWN));
    counter.count({ ...call(403), subject: { processing_id: UNKNOWN } });
    await counter.write();
    expect((await table.query({ pk: `ACCOUNT#${ACCOUNT}#USAGE#${UNKNOWN}` })).items).toEqual([]);
  });
});
