/** The series of a workflow's usage. */
import { z } from 'zod';
import type { Service } from '../../service.ts';
import { estimateCost, estimatedCostSchema } from './estimated-cost.ts';
import type { IntervalRequest } from './intervals.ts';
import { latencyQuantile } from './latency-sketch.ts';
import { INTERVALS } from './time-units.ts';
import type { UnitCosts } from './unit-costs.ts';
import { countsBetween } from './usage-rows.ts';
import type { Count, Counter, UsageOf } from './usage-rows.ts';

const count = z.int().min(0);

export const intervalSchema = z.enum(INTERVALS);

export const apiCallCountSchema = z.strictObject({
  operation: z.string().describe('The operationId of the OpenAPI document'),
  status: z.int(),
  count,
});

const latencySchema = z
  .strictObject({ p50: count, p95: count })
  .describe('Milliseconds from acceptance to result, at most 5 % away from the exact quantile (nearest rank)');

const figures = {
  requests: count.describe('Processing requests that ended'),
  documents: count.describe('Those that succeeded'),
  failures: count.describe('Those that failed'),
  pages: count.describe('Pages of the documents'),
  sub_documents: count,
  credits: count,
  latency_ms: latencySchema.nullable().describe('Null: nothing succeeded'),
  api_calls: z.array(apiCallCountSchema).describe('By operation and status'),
  estimated_cost: estimatedCostSchema.optional(),
};
export const usageFiguresSchema = z.strictObject(figures);
export type UsageFigures = z.infer<typeof usageFiguresSchema>;

const time = z.iso.datetime({ offset: true });
export const usageIntervalSchema = z.strictObject({ start: time, end: time.describe('Not included'), ...figures });

export const usageSeriesSchema = z.strictObject({
  workflow_id: z.uuid(),
  interval: intervalSchema,
  time_zone: z.string(),
  start: time,
  end: time.describe('Not included'),
  items: z.array(usageIntervalSchema).describe('In order of time, without gaps'),
  total: usageFiguresSchema,
});
export type UsageSeries = z.infer<typeof usageSeriesSchema>;

/** Sums of counters. */
class Sums {
  readonly #counters = new Map<string, number>();
  readonly #latencies = new Map<number, number>();
  readonly #calls = new Map<string, number>();

  addRequests({ name, count }: Count): void {
    const [, bucket] = /^latency_(\d+)$/.exec(name) ?? [];
    if (bucket === undefined) this.#counters.set(name, (this.#counters.get(name) ?? 0) + count);
    else this.#latencies.set(Number(bucket), (this.#latencies.get(Number(bucket)) ?? 0) + count);
  }

  addCalls({ name, count }: Count): void {
    this.#calls.set(name, (this.#calls.get(name) ?? 0) + count);
  }

  /** @param unitCosts  undefined: no cost is estimated */
  figures(unitCosts: UnitCosts | undefined): UsageFigures {
    const of = (name: Counter): number => this.#counters.get(name) ?? 0;
    const [p50, p95] = [0.5, 0.95].map((quantile) => latencyQuantile(this.#latencies, quantile));
    return {
      requests: of('requests'),
      documents: of('succeeded'),
      failures: of('failed'),
      pages: of('pages'),
      sub_documents: of('sub_documents'),
      credits: of('credits'),
      latency_ms: p50 === undefined || p95 === undefined ? null : { p50, p95 },
      api_calls: [...this.#calls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, calls]) => callsOf(name, calls)),
      ...(unitCosts === undefined ? {} : { estimated_cost: estimateCost(unitCosts, of) }),
    };
  }
}

/** @param name  `getOcr_200` */
const callsOf = (name: string, calls: number): z.infer<typeof apiCallCountSchema> => {
  const at = name.lastIndexOf('_');
  return { operation: name.slice(0, at), status: Number(name.slice(at + 1)), count: calls };
};

/** The number of the last boundary that is not after the time. Boundaries are in order, the first is not after it. */
const intervalOf = (boundaries: readonly number[], at: number): number => {
  let [low, high] = [0, boundaries.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((boundaries[middle] ?? Infinity) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
};

/**
 * Returns the workflow's usage in whole intervals. Requests are exact: each is counted once, when it ends. API calls are
 * written in batches (CallCounter): the latest may be missing.
 * @param unitCosts  of the cost that is estimated; undefined: none is
 * @throws ValidationError for a range that cannot be read, is empty or too long
 */
export const usageSeries = async (
  service: Pick<Service, 'table' | 'clock'>,
  usage: UsageOf,
  request: IntervalRequest,
  unitCosts?: UnitCosts,
): Promise<UsageSeries> => {
  // The library of time zones is large, and few requests need it: it is loaded with the first of them.
  const { intervalBoundaries, isoTime } = await import('./intervals.ts');
  const boundaries = intervalBoundaries(request, service.clock.now());
  const times = boundaries.map(({ epochMilliseconds }) => epochMilliseconds);
  const range = { usage, from: new Date(times[0] ?? 0), to: new Date(times.at(-1) ?? 0) };
  const total = new Sums();
  const sums = times.slice(1).map(() => new Sums());
  for (const kind of ['HOUR', 'CALLS'] as const) {
    for await (const counted of countsBetween(service, { kind, ...range })) {
      for (const sum of [total, sums[intervalOf(times, counted.at)]])
        if (kind === 'HOUR') sum?.addRequests(counted);
        else sum?.addCalls(counted);
    }
  }
  const texts = boundaries.map(isoTime);
  return {
    workflow_id: usage.workflow_id,
    interval: request.interval,
    time_zone: request.time_zone,
    start: texts[0] ?? '',
    end: texts.at(-1) ?? '',
    items: sums.map((sum, index) => ({
      start: texts[index] ?? '',
      end: texts[index + 1] ?? '',
      ...sum.figures(unitCosts),
    })),
    total: total.figures(unitCosts),
  };
};
