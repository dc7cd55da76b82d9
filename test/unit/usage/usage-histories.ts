/**
 * Histories of a workflow's usage against a model: requests that end at any time, twice or after a crash, API calls of
 * processes that die, and series of any interval and time zone.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { accountKey } from '../../../core/accounts/account.ts';
import { CallCounter } from '../../../core/accounts/usage/call-counter.ts';
import { CREDITS_PER_SUB_DOCUMENT } from '../../../core/accounts/limits/quota.ts';
import { usageSeries } from '../../../core/accounts/usage/usage-series.ts';
import type { UsageFigures, UsageSeries } from '../../../core/accounts/usage/usage-series.ts';
import type { Interval } from '../../../core/accounts/usage/time-units.ts';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import { finishProcessing } from '../../../core/processing/finish-processing.ts';
import { processingParametersSchema } from '../../../core/requests/processing-request.ts';
import type { ProcessingRequest } from '../../../core/requests/processing-request.ts';
import { getProcessingRequest, putQueued } from '../../../core/requests/processing-requests.ts';
import type { Service } from '../../../core/service.ts';
import { fakeService } from '../../fakes/fake-service.ts';
import type { FakeService } from '../../fakes/fake-service.ts';
import { interleavedTable } from '../../fakes/table/interleaved-table.ts';
import type { WriteFault } from '../../fakes/table/interleaved-table.ts';

const ACCOUNT = '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c01';
const WORKFLOWS = ['1b241101-e2bb-4255-8caf-4136c566a961', '2b241101-e2bb-4255-8caf-4136c566a962'] as const;
/** Offsets of hours, of halves and of quarters of an hour; changes of an hour and of half an hour; no change. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'America/Sao_Paulo',
];
/** Shortly before a change to or from daylight saving time in one of the zones, an end of a year, a leap day. */
const BEGINNINGS = [
  '2027-03-27T22:10:00Z',
  '2027-10-30T21:50:00Z',
  '2027-03-14T05:40:00Z',
  '2027-11-07T04:05:00Z',
  '2027-04-03T13:20:00Z',
  '2026-12-31T09:59:59Z',
  '2028-02-28T10:00:00Z',
];

/** Whole numbers: sums are exact. */
const UNIT_COSTS = { currency: 'EUR', perDocument: 500, perPage: 7, perOcrPage: 11, pricesOf: '2026-11-25' };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Planned {
  readonly workflow: 0 | 1;
  readonly pages: number;
  /** Absent: a row of an earlier release. */
  readonly ocrPages: number | undefined;
  readonly subDocuments: number;
  readonly succeeds: boolean;
  /** How many executions end the request at the same time: events come twice. */
  readonly executions: number;
  /** The number of phases between acceptance and end. */
  readonly lasts: number;
}

/** API calls of one operation in one of two processes. */
interface Calls {
  readonly process: 0 | 1;
  readonly workflow: 0 | 1;
  readonly operation: 'getOcr' | 'processDocument';
  readonly status: 200 | 404;
}

/** What happens at one time: requests are accepted, calls are counted, and a process may die before its next batch. */
interface Phase {
  /** Milliseconds after the phase before. */
  readonly after: number;
  readonly accepted: readonly Planned[];
  readonly calls: readonly Calls[];
  readonly dies: 0 | 1 | undefined;
}

const workflowArbitrary = fc.constantFrom(0 as const, 1 as const);
const phaseArbitrary: fc.Arbitrary<Phase> = fc.record({
  after: fc.oneof(
    fc.constantFrom(0, 1, 999, 10_000, 15 * MINUTE_MS - 1, 15 * MINUTE_MS, HOUR_MS, DAY_MS),
    fc.integer({ min: 0, max: 40 * DAY_MS }),
  ),
  accepted: fc.array(
    fc.record({
      workflow: workflowArbitrary,
      pages: fc.integer({ min: 1, max: 5 }),
      ocrPages: fc.constantFrom(undefined, 0, 1, 4),
      subDocuments: fc.integer({ min: 1, max: 3 }),
      succeeds: fc.boolean(),
      executions: fc.integer({ min: 1, max: 2 }),
      lasts: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 3 },
  ),
  calls: fc.array(
    fc.record({
      process: workflowArbitrary,
      workflow: workflowArbitrary,
      operation: fc.constantFrom('getOcr' as const, 'processDocument' as const),
      status: fc.constantFrom(200 as const, 404 as const),
    }),
    { maxLength: 4 },
  ),
  dies: fc.constantFrom(undefined, undefined, undefined, 0 as const, 1 as const),
});
const faultsArbitrary = fc.array(fc.constantFrom<WriteFault>('none', 'none', 'before', 'after'), { maxLength: 30 });

interface Question {
  readonly workflow: 0 | 1;
  readonly interval: Interval;
  readonly zone: string;
  /** As a share of the history's time. */
  readonly from: number;
  /** Intervals that are asked for, about. */
  readonly length: number;
  readonly dates: boolean;
}
const questionArbitrary: fc.Arbitrary<Question> = fc.record({
  workflow: workflowArbitrary,
  interval: fc.constantFrom<Interval>('hourly', 'daily', 'weekly', 'monthly'),
  zone: fc.constantFrom(...ZONES),
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 6 }),
  dates: fc.boolean(),
});
const LENGTH_MS = { hourly: HOUR_MS, daily: DAY_MS, weekly: 7 * DAY_MS, monthly: 30 * DAY_MS } as const;

/** Repeats until it is known to have been done, as the state machine and the sweep do. */
const untilDone = async (act: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      await act();
      return;
    } catch (error) {
      if (!(error instanceof TemporarilyUnavailableError)) throw error;
    }
  }
};

const requestOf = (id: string, now: Date, { workflow, pages, ocrPages }: Planned): ProcessingRequest => ({
  processing_id: id,
  account_id: ACCOUNT,
  workflow_id: WORKFLOWS[workflow],
  workflow_name: 'any',
  state: 'processing',
  file_name: 'a.pdf',
  size: 1,
  parameters: processingParametersSchema.parse({}),
  upload_key: `accounts/${ACCOUNT}/uploads/${id}`,
  created_at: now.toISOString(),
  page_count: pages,
  ...(ocrPages === undefined ? {} : { ocr_page_count: ocrPages }),
  max_pages: null,
});

const endOf = ({ succeeds, subDocuments }: Planned) =>
  succeeds
    ? ({ state: 'succeeded', sub_document_count: subDocuments, model: null, release: 'any' } as const)
    : ({
        state: 'failed',
        failure: { code: 'x', detail: 'x', status: 422, caused_by_document: true },
      } as const);

interface CountedCall {
  readonly at: number;
  readonly workflow: 0 | 1;
  readonly name: string;
}
interface History {
  readonly service: FakeService;
  readonly requests: readonly ProcessingRequest[];
  /** Calls whose batch the process knows to be written. */
  readonly written: readonly CountedCall[];
  /** Calls of the last batch of a process that died: written or lost, each batch as a whole. */
  readonly uncertain: readonly CountedCall[];
}

/** A process that counts calls, and what it knows of its batches. */
class CountingProcess {
  readonly #service: Service;
  counter: CallCounter;
  /** Calls since the last write that succeeded. */
  unwritten: CountedCall[] = [];

  constructor(service: Service) {
    this.#service = service;
    this.counter = this.#start();
  }

  #start(): CallCounter {
    return new CallCounter(this.#service, (_, subject) =>
      Promise.resolve('workflow_id' in subject ? subject.workflow_id : undefined),
    );
  }

  count({ workflow, operation, status }: Calls): void {
    const at = this.#service.clock.now().getTime();
    this.unwritten.push({ at, workflow, name: `${operation}_${status}` });
    this.counter.count({
      accountId: ACCOUNT,
      subject: { workflow_id: WORKFLOWS[workflow] },
      operationId: operation,
      status,
    });
  }

  /** Writes once. @returns the calls that are now known to be written */
  async write(): Promise<readonly CountedCall[]> {
    try {
      await this.counter.write();
    } catch (error) {
      if (error instanceof TemporarilyUnavailableError) return [];
      throw error;
    }
    return this.unwritten.splice(0);
  }

  /** Dies, and another one takes its place. @returns the calls that may be lost */
  die(): readonly CountedCall[] {
    this.counter = this.#start();
    return this.unwritten.splice(0);
  }
}

const play = async (
  scheduler: fc.Scheduler,
  beginning: string,
  phases: readonly Phase[],
  faults: WriteFault[],
): Promise<History> => {
  const service = fakeService();
  await service.table.write([{ put: { ...accountKey(ACCOUNT), name: 'One' } }]);
  await service.clock.sleep(Date.parse(beginning) - service.clock.now().getTime());
  const interleaved: Service = { ...service, table: interleavedTable(service.table, scheduler, faults) };
  const processes = [new CountingProcess(interleaved), new CountingProcess(interleaved)] as const;
  const open: { id: string; planned: Planned; endsIn: number }[] = [];
  const [ids, written, uncertain]: [string[], CountedCall[], CountedCall[]] = [[], [], []];
  const writeAll = async (): Promise<void> => {
    for (const process of processes)
      await untilDone(async () => {
        written.push(...(await scheduler.waitFor(process.write())));
        if (process.unwritten.length > 0) throw new TemporarilyUnavailableError('not written yet');
      });
  };
  const lastPhase: Phase = { after: 1, accepted: [], calls: [], dies: undefined };
  for (const { after, accepted, calls, dies } of [...phases, lastPhase, lastPhase, lastPhase]) {
    // A batch is recognised for a day: a process that runs retries it every ten seconds.
    if (after >= DAY_MS) await writeAll();
    await service.clock.sleep(after);
    for (const planned of accepted) {
      const id = service.ids.uuid();
      ids.push(id);
      open.push({ id, planned, endsIn: planned.lasts });
      await service.table.write([putQueued(requestOf(id, service.clock.now(), planned))]);
    }
    for (const call of calls) processes[call.process].count(call);
    const ending = open.filter((one) => one.endsIn === 0);
    for (const one of open) one.endsIn -= 1;
    const work = [
      ...ending.flatMap(({ id, planned }) =>
        Array.from({ length: planned.executions }, () =>
          untilDone(() => finishProcessing(interleaved, { account_id: ACCOUNT, processing_id: id }, endOf(planned))),
        ),
      ),
      ...processes.map(async (process) => written.push(...(await process.write()))),
    ];
    await scheduler.waitFor(Promise.all(work));
    if (dies !== undefined) uncertain.push(...processes[dies].die());
  }
  await writeAll();
  return {
    service,
    requests: await Promise.all(
      ids.map((id) => getProcessingRequest(service, { account_id: ACCOUNT, processing_id: id })),
    ),
    written,
    uncertain,
  };
};

const formats = new Map<string, Intl.DateTimeFormat>();
/** The local time, by the data of JavaScript's own formatter, which the service does not use. */
const localTime = (
  at: number,
  zone: string,
): { readonly date: string; readonly time: string; readonly day: string } => {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: undefined,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      weekday: 'short',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${parts['year'] ?? ''}-${parts['month'] ?? ''}-${parts['day'] ?? ''}`,
    time: `${parts['hour'] ?? ''}:${parts['minute'] ?? ''}:${parts['second'] ?? ''}`,
    day: parts['weekday'] ?? '',
  };
};

/** Each interval begins where the one before ends, at a beginning of its kind in the zone, and is no longer than one. */
const checkIntervals = ({ items, start, end }: UsageSeries, { interval, zone }: Question): void => {
  expect([items[0]?.start, items.at(-1)?.end]).toEqual([start, end]);
  items.forEach((item, index) => {
    if (index > 0) expect(item.start).toBe(items[index - 1]?.end);
    const [from, to] = [Date.parse(item.start), Date.parse(item.end)];
    const [first, last, next] = [from, to - 1, to].map((at) => localTime(at, zone));
    if (first === undefined || last === undefined || next === undefined) throw new RangeError('no times');
    expect(item.start.startsWith(`${first.date}T${first.time}`)).toBe(true);
    if (interval === 'hourly') {
      // Where the clock skips the beginning of an hour, the hour begins at what follows.
      const isBeginning = first.time.endsWith(':00:00') || localTime(from - 1, zone).time.endsWith(':59:59');
      expect(isBeginning).toBe(true);
      expect(to - from).toBeGreaterThanOrEqual(HOUR_MS / 2);
      expect(to - from).toBeLessThanOrEqual(1.5 * HOUR_MS);
      return;
    }
    const lengths = { daily: [1, 1], weekly: [7, 7], monthly: [28, 31] } as const;
    const days = (Date.parse(next.date) - Date.parse(first.date)) / DAY_MS;
    expect(days).toBeGreaterThanOrEqual(lengths[interval][0]);
    expect(days).toBeLessThanOrEqual(lengths[interval][1]);
    expect(last.date < next.date).toBe(true);
    if (interval === 'weekly') expect(first.day).toBe('Mon');
    if (interval === 'monthly')
      expect([first.date.slice(8), last.date.slice(0, 7)]).toEqual(['01', first.date.slice(0, 7)]);
  });
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const countsOf = (calls: readonly CountedCall[]): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(calls, ({ name }) => name)].map(([name, of]) => [name, of.length]));

/** The figures of the requests and calls of a time, from the requests' own rows. */
const checkFigures = (
  figures: UsageFigures,
  { requests, written, uncertain }: History,
  { workflow, from, to }: { workflow: 0 | 1; from: number; to: number },
): void => {
  const isWithin = (at: number): boolean => at >= from && at < to;
  const ended = requests.filter(
    ({ workflow_id: id, finished_at: at }) => id === WORKFLOWS[workflow] && isWithin(Date.parse(at ?? '')),
  );
  const succeeded = ended.filter(({ state }) => state === 'succeeded');
  const subDocuments = sum(succeeded.map(({ sub_document_count: count = 0 }) => count));
  const { latency_ms: latency, api_calls: calls, estimated_cost: cost, ...counts } = figures;
  expect(counts).toEqual({
    requests: ended.length,
    documents: succeeded.length,
    failures: ended.length - succeeded.length,
    pages: sum(succeeded.map(({ page_count: pages = 0 }) => pages)),
    sub_documents: subDocuments,
    credits: subDocuments * CREDITS_PER_SUB_DOCUMENT,
  });
  expect(cost?.amount).toBe(
    succeeded.length * UNIT_COSTS.perDocument +
      counts.pages * UNIT_COSTS.perPage +
      sum(succeeded.map(({ ocr_page_count: pages = 0 }) => pages)) * UNIT_COSTS.perOcrPage,
  );
  checkLatency(
    latency,
    succeeded.map(({ created_at: created, finished_at: at }) => Date.parse(at ?? '') - Date.parse(created)),
  );
  const known = countsOf(written.filter((call) => call.workflow === workflow && isWithin(call.at)));
  const possible = countsOf(
    [...written, ...uncertain].filter((call) => call.workflow === workflow && isWithin(call.at)),
  );
  const counted = new Map(calls.map(({ operation, status, count }) => [`${operation}_${status}`, count]));
  for (const name of [...possible.keys(), ...counted.keys()]) {
    expect(counted.get(name) ?? 0).toBeGreaterThanOrEqual(known.get(name) ?? 0);
    expect(counted.get(name) ?? 0).toBeLessThanOrEqual(possible.get(name) ?? 0);
  }
};

/** 5 %, and half a millisecond by rounding. All latencies up to one millisecond are alike. */
const checkLatency = (latency: UsageFigures['latency_ms'], exact: readonly number[]): void => {
  if (exact.length === 0) {
    expect(latency).toBeNull();
    return;
  }
  const sorted = [...exact].sort((a, b) => a - b);
  for (const [name, quantile] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const expected = Math.max(1, sorted[Math.max(0, Math.ceil(quantile * sorted.length) - 1)] ?? 0);
    expect(Math.abs((latency?.[name] ?? NaN) - expected)).toBeLessThanOrEqual(expected * 0.05 + 0.51);
  }
};

const timeOf = (at: number, { dates, zone }: Question): string =>
  dates ? localTime(at, zone).date : new Date(at).toISOString();

/** A history, and series of it that are asked for afterwards. */
export const usageHistory = fc.asyncProperty(
  fc.scheduler(),
  fc.constantFrom(...BEGINNINGS),
  fc.array(phaseArbitrary, { minLength: 1, maxLength: 6 }),
  faultsArbitrary,
  fc.array(questionArbitrary, { minLength: 1, maxLength: 3 }),
  async (scheduler, beginning, phases, faults, questions) => {
    const history = await play(scheduler, beginning, phases, faults);
    expect(history.requests.every(({ finished_at: at }) => at !== undefined)).toBe(true);
    const now = history.service.clock.now().getTime();
    for (const question of questions) {
      const { workflow, interval, zone } = question;
      const from = Math.floor(Date.parse(beginning) + question.from * (now - Date.parse(beginning)));
      const to = from + question.length * LENGTH_MS[interval];
      const start = timeOf(from, question);
      const end = timeOf(question.dates ? to + DAY_MS : to, question);
      const series = await usageSeries(
        history.service,
        { account_id: ACCOUNT, workflow_id: WORKFLOWS[workflow] },
        { interval, time_zone: zone, start, end },
        UNIT_COSTS,
      );
      expect(Date.parse(series.start)).toBeLessThanOrEqual(from);
      expect(Date.parse(series.end)).toBeGreaterThanOrEqual(question.dates ? to - DAY_MS : to);
      checkIntervals(series, question);
      for (const item of [...series.items, { ...series.total, start: series.start, end: series.end }]) {
        const { start: itemStart, end: itemEnd, ...figures } = item;
        checkFigures(figures, history, { workflow, from: Date.parse(itemStart), to: Date.parse(itemEnd) });
      }
    }
  },
);
