/** Which accepted requests run, which wait, and who is next. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Table } from '../../../core/ports.ts';
import { cancelProcessing } from '../../../core/processing/cancel-processing.ts';
import { recordFailure } from '../../../core/processing/record-failure.ts';
import { deleteResult } from '../../../core/processing/deletion/delete-result.ts';
import {
  admit,
  isWaiting,
  longestWaitSeconds,
  release,
  takenSlots,
} from '../../../core/requests/admission/admission.ts';
import type { ProcessingRequest } from '../../../core/requests/processing-request.ts';
import { deleteRow, moveTo, putQueued, readProcessingRequest } from '../../../core/requests/processing-requests.ts';
import { repairAdmission } from '../../../core/requests/admission/repair-admission.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import type { Service } from '../../../core/service.ts';
import { fakeService } from '../../fakes/fake-service.ts';
import { ANNA, BERT, CARL, openAdmission, RecordedExecutions, requestOf } from './admission-harness.ts';

const LIMIT = 3;

const idOf = ({ processing_id: id }: ProcessingRequest): string => id;

describe('Admission', () => {
  it('starts what fits into the limit at once, and lets the rest wait', async () => {
    const { service, executions, accept } = openAdmission(LIMIT);
    const requests = [];
    for (let at = 0; at < LIMIT + 2; at += 1) requests.push(await accept(ANNA));
    expect(executions.started).toEqual(requests.slice(0, LIMIT).map(idOf));
    expect(await Promise.all(requests.map((request) => isWaiting(service, request)))).toEqual([
      ...Array.from({ length: LIMIT }, () => false),
      true,
      true,
    ]);
  });

  it('knows how long the oldest waiting request of all accounts has waited', async () => {
    const { service, accept, end } = openAdmission(1);
    const running = await accept(ANNA);
    const now = (request: ProcessingRequest, seconds: number): Service => ({
      ...service,
      clock: { ...service.clock, now: () => new Date(Date.parse(request.created_at) + seconds * 1000) },
    });
    expect(await longestWaitSeconds(now(running, 50))).toBe(0);
    const ofBert = await accept(BERT);
    await accept(CARL);
    await accept(ANNA);
    expect(await longestWaitSeconds(now(ofBert, 100))).toBe(100);
    // Bert's is started; Carl's was accepted a millisecond later.
    await end(running);
    expect(await longestWaitSeconds(now(ofBert, 100))).toBe(99);
  });

  it('writes no row and lets nobody wait where the host sets no limit', async () => {
    const service: Service = { ...fakeService(), stateMachines: new RecordedExecutions() };
    const request = requestOf(ANNA);
    await admit(service, request);
    await release(service, request);
    expect(await isWaiting(service, request)).toBe(false);
    expect((await service.table.query({ pk: 'ADMISSION#SLOTS' })).items).toEqual([]);
  });

  it('starts the oldest request of the account whose turn it is', async () => {
    const { executions, accept, end } = openAdmission(1);
    const first = await accept(ANNA);
    const ofAnna = [await accept(ANNA), await accept(ANNA)];
    const ofBert = [await accept(BERT), await accept(BERT)];
    const ofCarl = [await accept(CARL)];
    const order = [ofBert[0], ofCarl[0], ofAnna[0], ofBert[1], ofAnna[1]];
    let running = first;
    for (const next of order) {
      await end(running);
      running = next as ProcessingRequest;
      expect(executions.started.at(-1)).toBe(running.processing_id);
    }
  });

  it('gives a slot back once, although the last step is repeated', async () => {
    const { service, executions, accept, end } = openAdmission(1);
    const first = await accept(ANNA);
    const [second, third] = [await accept(ANNA), await accept(ANNA)];
    await end(first);
    await release(service, first);
    await release(service, first);
    expect([...executions.running]).toEqual([second.processing_id]);
    expect(await isWaiting(service, third)).toBe(true);
  });

  it('starts a request once, where it is admitted twice', async () => {
    const { service, executions, accept, end } = openAdmission(LIMIT);
    const request = await accept(ANNA);
    await Promise.all([admit(service, request), admit(service, request)]);
    expect(executions.started).toEqual([request.processing_id]);
    await end(request);
    expect(await takenSlots(service)).toEqual([]);
  });

  it('lets a request wait while Step Functions cannot be reached, and the next sweep starts it', async () => {
    const { service, executions, accept } = openAdmission(LIMIT);
    executions.down = true;
    const request = await accept(ANNA);
    expect([await isWaiting(service, request), await takenSlots(service)]).toEqual([true, []]);
    executions.down = false;
    await resumeUnfinished(service);
    expect(executions.started).toEqual([request.processing_id]);
  });

  it.each([
    ['that was cancelled', cancelProcessing],
    ['that was deleted', deleteResult],
  ])('passes over a waiting request %s', async (_how, act) => {
    const { service, executions, accept, end, waitingRows } = openAdmission(1);
    const first = await accept(ANNA);
    const second = await accept(ANNA);
    const third = await accept(ANNA);
    await act(service, { account_id: ANNA }, second.processing_id);
    expect(await waitingRows()).toBe(1);
    await end(first);
    expect(executions.started).toEqual([first, third].map(idOf));
  });

  it('keeps the slot of a cancelled request until its execution has ended', async () => {
    const { service, executions, accept } = openAdmission(1);
    const first = await accept(ANNA);
    const second = await accept(ANNA);
    await cancelProcessing(service, { account_id: ANNA }, first.processing_id);
    expect(executions.started).toEqual([first.processing_id]);
    await recordFailure(service, { ...first, error: { Error: '', Cause: '' } });
    expect(executions.started).toEqual([first, second].map(idOf));
  });
});

describe('The sweep repairs admission', () => {
  it('frees the slots of requests that have ended or were deleted', async () => {
    const { service, executions, accept } = openAdmission(2);
    const [ended, deleted] = [await accept(ANNA), await accept(ANNA)];
    const waiting = [await accept(ANNA), await accept(BERT)];
    // Their last steps were killed before they gave the slots back.
    await service.table.write([moveTo(ended, 'failed', { finished_at: ended.created_at })]);
    await service.table.write([deleteRow(deleted)]);
    await resumeUnfinished({ ...service, events: { publish: () => Promise.resolve() } });
    expect(executions.started.slice(2).sort()).toEqual(waiting.map(idOf).sort());
  });

  it('keeps the order of those that wait', async () => {
    const { service, executions, accept, end } = openAdmission(1);
    const first = await accept(ANNA);
    const others = [await accept(ANNA), await accept(BERT), await accept(ANNA)];
    await resumeUnfinished(service);
    expect(executions.started).toEqual([first.processing_id]);
    await end(first);
    expect(executions.started.at(-1)).toBe(others[1]?.processing_id);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'starts a request whose process was killed at call %i of its admission',
    async (killed) => {
      for (const full of [false, true]) {
        const { service, executions, accept, end } = openAdmission(1);
        const before = full ? await accept(BERT) : undefined;
        const request = requestOf(ANNA);
        await service.table.write([putQueued(request)]);
        await admit(killedAt(service, killed), request).catch(() => undefined);
        if (before !== undefined) await end(before).catch(() => undefined);
        await resumeUnfinished(service);
        expect(executions.started, `full: ${full}`).toContain(request.processing_id);
        await end(request);
        await resumeUnfinished(service);
        expect(await takenSlots(service)).toEqual([]);
      }
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'starts who waits, where a step was killed at call %i of giving back',
    async (killed) => {
      const { service, executions, accept, end, waitingRows } = openAdmission(1);
      const first = await accept(ANNA);
      const second = await accept(BERT);
      await end(first, killedAt(service, killed)).catch(() => undefined);
      await resumeUnfinished(service);
      expect(executions.started).toEqual([first, second].map(idOf));
      expect([await waitingRows(), (await takenSlots(service)).map((slot) => slot.processing_id)]).toEqual([
        0,
        [second.processing_id],
      ]);
    },
  );
});

describe('A sweep while another process starts who waits', () => {
  it.each([
    ['before the waiting row is deleted', 'before'],
    ['after its rows were read', 'between'],
  ])('starts no more than the limit: %s', async (_when, moment) => {
    const { service, executions, accept, end } = openAdmission(1);
    const first = await accept(ANNA);
    for (const account of [ANNA, BERT]) await accept(account);
    let sweep: Promise<void> | undefined;
    let reads: () => void = () => undefined;
    const claimed = new Promise<void>((resolve) => (reads = resolve));
    // The sweep has read that the request waits, and goes on when the other process has claimed it.
    const late: Table = {
      ...bound(service.table),
      get: async (key) => {
        const item = await service.table.get(key);
        if (key.pk === 'ADMISSION#WAITING') await claimed;
        return item;
      },
    };
    const by: Table = {
      ...bound(service.table),
      write: async (operations) => {
        const isClaim = operations.some((one) => 'delete' in one && one.delete.pk === 'ADMISSION#WAITING');
        if (isClaim && sweep === undefined) {
          sweep = repairAdmission(moment === 'before' ? service : { ...service, table: late });
          if (moment === 'before') await sweep;
          else await new Promise((resolve) => setImmediate(resolve));
        }
        await service.table.write(operations);
        if (isClaim) reads();
      },
    };
    await end(first, { ...service, table: by });
    await sweep;
    expect(executions.most).toBe(1);
    expect((await takenSlots(service)).map((slot) => slot.processing_id)).toEqual([...executions.running]);
  });
});

const bound = (table: Table): Table => ({
  get: (key) => table.get(key),
  query: (query) => table.query(query),
  write: (operations) => table.write(operations),
});

/** The service of a process that is killed at its nth call of the table or of the state machines. */
const killedAt = (service: Service, nth: number): Service => {
  let calls = 0;
  const wrap = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          calls += 1;
          if (calls >= nth) return Promise.reject(new Error('killed'));
          return Reflect.apply(value, target, given) as unknown;
        };
      },
    });
  return { ...service, table: wrap(service.table), stateMachines: wrap(service.stateMachines) };
};

/** Each call waits for a random number of turns of the event loop, before and after it takes effect. */
const unhurried = (table: Table, turns: () => number): Table => {
  const pause = async (): Promise<void> => {
    for (let left = turns(); left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const slowly = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await pause();
    const result = await work();
    await pause();
    return result;
  };
  return {
    get: (key) => slowly(() => table.get(key)),
    query: (query) => slowly(() => table.query(query)),
    write: (operations) => slowly(() => table.write(operations)),
  };
};

describe.each([
  { runs: 100, tags: [] },
  { runs: 300, tags: ['slow'] },
])('Processes at the same time, in $runs orders', ({ runs, tags }) => {
  it('never exceed the limit, start every request, and leave neither a slot nor a waiting row', { tags }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(ANNA, BERT, CARL), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        fc.infiniteStream(fc.nat({ max: 3 })),
        async (accounts, limit, turns) => {
          const { service, executions, accept, end, waitingRows } = openAdmission(limit);
          const by: Service = { ...service, table: unhurried(service.table, () => Number(turns.next().value)) };
          const ended = new Map<string, Promise<void>>();
          const requests = accounts.map((account) => accept(account, by));
          const sweeps: Promise<void>[] = [];
          const endWhatRuns = async (): Promise<void> => {
            for (const request of await Promise.all(requests))
              if (executions.running.has(request.processing_id) && !ended.has(request.processing_id))
                ended.set(request.processing_id, end(request, by));
            await Promise.all(ended.values());
          };
          for (let round = 0; round < accounts.length; round += 1) {
            sweeps.push(repairAdmission(by));
            await endWhatRuns();
          }
          await Promise.all(sweeps);
          for (let round = 0; round < accounts.length; round += 1) await endWhatRuns();
          expect(executions.most).toBeLessThanOrEqual(limit);
          expect(executions.started).toHaveLength(accounts.length);
          expect([await waitingRows(), await takenSlots(service)]).toEqual([0, []]);
        },
      ),
      { numRuns: runs },
    );
  });
});

it('reads the row of a request again before it is admitted a second time', async () => {
  const { service, executions, accept, end } = openAdmission(LIMIT);
  const request = await accept(ANNA);
  await end(request);
  expect((await readProcessingRequest(service, request))?.state).toBe('failed');
  await resumeUnfinished(service);
  expect(executions.started).toEqual([request.processing_id]);
  expect(await takenSlots(service)).toEqual([]);
});
