/**
 * Histories of an account's limits against a model: requests that reserve, succeed, fail and are repeated in any order,
 * with writes that fail before or after they took effect.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { CREDITS_PER_SUB_DOCUMENT, monthOf, readMonth } from '../../../core/accounts/limits/quota.ts';
import { countRequest } from '../../../core/accounts/limits/rates.ts';
import { usageSeries } from '../../../core/accounts/usage/usage-series.ts';
import {
  CreditLimitReachedError,
  PageLimitReachedError,
  RateLimitedError,
  TemporarilyUnavailableError,
} from '../../../core/errors.ts';
import { finishProcessing } from '../../../core/processing/finish-processing.ts';
import { processingParametersSchema } from '../../../core/requests/processing-request.ts';
import type { ProcessingRequest } from '../../../core/requests/processing-request.ts';
import {
  getProcessingRequest,
  moveTo,
  putQueued,
  updateProcessing,
  writeConditionally,
} from '../../../core/requests/processing-requests.ts';
import { reserveCredits, reservePages } from '../../../core/requests/rows/reservations.ts';
import type { Service } from '../../../core/service.ts';
import { fakeService } from '../../fakes/fake-service.ts';
import { interleavedTable } from '../../fakes/table/interleaved-table.ts';
import type { ProcessingKey } from '../../../core/requests/step-data.ts';
import type { WriteFault } from '../../fakes/table/interleaved-table.ts';

const ACCOUNT = '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c01';
const WORKFLOW = '00000000-0000-4000-8000-000000000001';

interface Planned {
  readonly pages: number;
  readonly subDocuments: number;
  /** The step after which the document fails; undefined: it succeeds. */
  readonly failsAfter: 'inspect' | 'boundaries' | undefined;
  /** How many executions process the request at the same time: steps are repeated, events come twice. */
  readonly executions: number;
  /** Accepted in the month before. */
  readonly before: boolean;
}

const plannedArbitrary: fc.Arbitrary<Planned> = fc.record({
  pages: fc.integer({ min: 1, max: 5 }),
  subDocuments: fc.integer({ min: 1, max: 3 }),
  failsAfter: fc.constantFrom(undefined, undefined, 'inspect', 'boundaries'),
  executions: fc.integer({ min: 1, max: 2 }),
  before: fc.boolean(),
});
const faultsArbitrary = fc.array(fc.constantFrom<WriteFault>('none', 'none', 'before', 'after'), { maxLength: 30 });

const NOW = '2026-11-21T08:00:00.000Z';
const BEFORE = '2026-10-31T23:59:59.999Z';

const keyOf = (id: string): ProcessingKey => ({ account_id: ACCOUNT, processing_id: id });

const requestOf = (id: string, { before }: Planned, limits: { pages: number; credits: number }): ProcessingRequest => ({
  processing_id: id,
  account_id: ACCOUNT,
  workflow_id: WORKFLOW,
  workflow_name: 'any',
  state: 'queued',
  file_name: 'a.pdf',
  size: 1,
  parameters: processingParametersSchema.parse({}),
  upload_key: `accounts/${ACCOUNT}/uploads/${id}`,
  created_at: before ? BEFORE : NOW,
  max_pages: null,
  month_limits: limits,
});

/** Repeats a step that fails temporarily, as the state machine does. */
const untilDone = async (step: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      await step();
      return;
    } catch (error) {
      if (!(error instanceof TemporarilyUnavailableError)) throw error;
    }
  }
};

const failure = { code: 'x', detail: 'x', status: 422, caused_by_document: true };

/** One execution of the steps on one request. */
const execute = async (service: Service, processingId: string, planned: Planned): Promise<void> => {
  const key = keyOf(processingId);
  const fail = () => untilDone(() => finishProcessing(service, key, { state: 'failed', failure }));
  try {
    await untilDone(() => writeConditionally(service, [moveTo(key, 'processing', {})]));
    await untilDone(async () => reservePages(service, await getProcessingRequest(service, key), planned.pages));
    await untilDone(() => writeConditionally(service, [updateProcessing(key, { page_count: planned.pages })]));
    if (planned.failsAfter === 'inspect') {
      await fail();
      return;
    }
    await untilDone(async () =>
      reserveCredits(service, await getProcessingRequest(service, key), planned.subDocuments),
    );
    if (planned.failsAfter === 'boundaries') {
      await fail();
      return;
    }
  } catch (error) {
    if (!(error instanceof PageLimitReachedError || error instanceof CreditLimitReachedError)) throw error;
    await fail();
    return;
  }
  const succeeded = {
    state: 'succeeded',
    sub_document_count: planned.subDocuments,
    model: null,
    release: 'any',
  } as const;
  await untilDone(() => finishProcessing(service, key, succeeded));
};

/** A history of pages, credits and usage. The totals are those of the requests that succeeded, and never above a limit. */
export const quotaHistory = fc.asyncProperty(
  fc.scheduler(),
  fc.array(plannedArbitrary, { minLength: 1, maxLength: 8 }),
  faultsArbitrary,
  fc.record({ pages: fc.integer({ min: 1, max: 15 }), credits: fc.integer({ min: 1, max: 250 }) }),
  async (scheduler, plans, faults, limits) => {
    const service = fakeService();
    const ids = plans.map(() => service.ids.uuid());
    for (const [index, planned] of plans.entries())
      await service.table.write([putQueued(requestOf(ids[index] ?? '', planned, limits))]);
    const interleaved: Service = { ...service, table: interleavedTable(service.table, scheduler, faults) };
    const executions = plans.flatMap((planned, index) =>
      Array.from({ length: planned.executions }, () => execute(interleaved, ids[index] ?? '', planned)),
    );
    await scheduler.waitFor(Promise.all(executions));
    const ended = await Promise.all(ids.map((id) => getProcessingRequest(service, keyOf(id))));
    for (const month of [monthOf(NOW), monthOf(BEFORE)]) {
      const charged = ended.filter(
        ({ state, created_at: created }) => state === 'succeeded' && monthOf(created) === month,
      );
      const expected = {
        pages: sum(charged.map(({ page_count: pages = 0 }) => pages)),
        credits: sum(charged.map(({ sub_document_count: count = 0 }) => count)) * CREDITS_PER_SUB_DOCUMENT,
      };
      const counted = await readMonth(service, ACCOUNT, month);
      expect(counted).toEqual(expected);
      expect(counted.pages).toBeLessThanOrEqual(limits.pages);
      expect(counted.credits).toBeLessThanOrEqual(limits.credits);
    }
    expect(ended.every(({ state }) => state === 'succeeded' || state === 'failed')).toBe(true);
    expect(await usageOf(service)).toEqual(usageOfRequests(ended));
  },
);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const usageOfRequests = (ended: readonly ProcessingRequest[]) => {
  const succeeded = ended.filter(({ state }) => state === 'succeeded');
  const subDocuments = sum(succeeded.map(({ sub_document_count: count = 0 }) => count));
  return {
    requests: ended.length,
    documents: succeeded.length,
    failures: ended.length - succeeded.length,
    pages: sum(succeeded.map(({ page_count: pages = 0 }) => pages)),
    sub_documents: subDocuments,
    credits: subDocuments * CREDITS_PER_SUB_DOCUMENT,
  };
};

/** All requests end at the clock's one time. */
const usageOf = async (service: Service) => {
  const whole = { interval: 'daily', time_zone: 'UTC' } as const;
  const { total } = await usageSeries(service, { account_id: ACCOUNT, workflow_id: WORKFLOW }, whole);
  const { requests, documents, failures, pages, sub_documents, credits } = total;
  return { requests, documents, failures, pages, sub_documents, credits };
};

/** A burst: milliseconds before it, and its requests at the same time, each in one of two processes. */
const burstArbitrary = fc.record({
  after: fc.constantFrom(0, 1, 300, 999, 1000, 20_000, 61_000, 3_600_000),
  processes: fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 12 }),
});

/**
 * A history of a rate. In every window at most its limit is let through, and a request is refused only where a window is
 * full at that time.
 */
export const rateHistory = fc.asyncProperty(
  fc.scheduler(),
  fc.array(burstArbitrary, { minLength: 1, maxLength: 8 }),
  faultsArbitrary,
  fc.record({ second: fc.integer({ min: 1, max: 5 }), minute: fc.integer({ min: 1, max: 10 }) }),
  async (scheduler, bursts, faults, limits) => {
    const service = fakeService();
    const windows = [
      { name: 'second', limit: limits.second },
      { name: 'minute', limit: limits.minute },
    ] as const;
    const tables = [0, 1].map(() => interleavedTable(service.table, scheduler, faults));
    const model = new Map<string, number>();
    for (const { after, processes } of bursts) {
      await service.clock.sleep(after);
      const now = service.clock.now().getTime();
      const names = [`second ${Math.floor(now / 1000)}`, `minute ${Math.floor(now / 60_000)}`];
      const room = Math.min(...windows.map(({ limit }, index) => limit - (model.get(names[index] ?? '') ?? 0)));
      const outcomes = processes.map(async (index) => {
        try {
          await countRequest({ table: tables[index] ?? service.table, clock: service.clock }, ACCOUNT, 'work', windows);
          return 'let through';
        } catch (error) {
          if (error instanceof RateLimitedError) return 'refused';
          if (error instanceof TemporarilyUnavailableError) return 'unknown';
          throw error;
        }
      });
      const seen = Map.groupBy(await scheduler.waitFor(Promise.all(outcomes)), (outcome) => outcome);
      const numberOf = (outcome: 'let through' | 'refused' | 'unknown'): number => seen.get(outcome)?.length ?? 0;
      const counted = await countedNow(service);
      // A write that failed may have taken effect: it then counts, as it does for the table.
      expect(counted - (model.get(names[1] ?? '') ?? 0)).toBeGreaterThanOrEqual(numberOf('let through'));
      expect(counted - (model.get(names[1] ?? '') ?? 0)).toBeLessThanOrEqual(
        numberOf('let through') + numberOf('unknown'),
      );
      expect(numberOf('let through')).toBeLessThanOrEqual(room);
      const taken = counted - (model.get(names[1] ?? '') ?? 0);
      if (numberOf('refused') > 0) expect(taken).toBe(room);
      for (const name of names) model.set(name, (model.get(name) ?? 0) + taken);
    }
  },
);

/** Requests that the table has counted in the current minute. */
const countedNow = async (service: Service): Promise<number> => {
  const row = await service.table.get({ pk: `ACCOUNT#${ACCOUNT}#ACTIVITY`, sk: 'RATE#work' });
  const counts = row?.['counts'] as
    { readonly minute?: { readonly start: number; readonly count: number } } | undefined;
  const start = Math.floor(service.clock.now().getTime() / 60_000) * 60_000;
  return counts?.minute?.start === start ? counts.minute.count : 0;
};
