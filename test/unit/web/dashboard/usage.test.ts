import { describe, expect, it } from 'vitest';
import { intervalBoundaries, isoTime } from '../../../../core/accounts/usage/intervals.ts';
import { dashboardSearch } from '../../../../web/src/dashboard/dashboard-search.ts';
import { isLatest, shiftPeriod } from '../../../../web/src/dashboard/period/shift-period.ts';
import type { ShiftedSeries } from '../../../../web/src/dashboard/period/shift-period.ts';
import { operationsOf } from '../../../../web/src/dashboard/charts/operations.ts';
import type { UsageSeries } from '../../../../web/src/api/account/usage.ts';
import type { UsageInterval } from '../../../../web/src/api/account/usage-intervals.ts';
import { pointsOf } from '../../../../web/src/dashboard/charts/points.ts';

const ZONE = 'Europe/Berlin';
const PERIOD = { start: '2026-11-01T00:00:00Z', end: '2026-11-08T00:00:00Z' };
const FIGURES = { requests: 3, documents: 2, failures: 1, pages: 9, sub_documents: 4, credits: 100, api_calls: [] };

/** The series of these intervals, each from one boundary to the next. */
const periodOf = (interval: UsageInterval, ...boundaries: readonly string[]): ShiftedSeries => ({
  interval,
  time_zone: ZONE,
  items: boundaries.slice(1).map((end, index) => ({ start: boundaries[index] ?? '', end })),
});

const LONG_AFTER = Date.parse('2030-01-01T00:00:00Z');

/** The intervals of the zone that a period touches, as the service answers them. */
const touched = (period: { start: string; end: string }, interval: UsageInterval): string[] =>
  intervalBoundaries({ ...period, interval, time_zone: ZONE }, new Date()).map(isoTime);

const seriesBetween = (interval: UsageInterval, start: string, end: string): ShiftedSeries =>
  periodOf(interval, ...touched({ start, end }, interval));

describe('The period of a dashboard', () => {
  it.each([
    // A day of 25 hours is in the first, one of 23 in the one before it; a leap year is before the months.
    ['daily', '2026-10-20T00:00:00+02:00', '2026-11-01T00:00:00+01:00'],
    ['daily', '2026-03-28T00:00:00+01:00', '2026-04-02T00:00:00+02:00'],
    ['weekly', '2026-03-30T00:00:00+02:00', '2026-06-29T00:00:00+02:00'],
    ['monthly', '2024-03-01T00:00:00+01:00', '2025-03-01T00:00:00+01:00'],
    ['monthly', '2026-01-01T00:00:00+01:00', '2026-02-01T00:00:00+01:00'],
    ['hourly', '2026-10-24T12:00:00+02:00', '2026-10-25T11:00:00+01:00'],
  ] as const)('has as many intervals (%s) as the one before it, which ends where it begins', (interval, start, end) => {
    let series = seriesBetween(interval, start, end);
    const count = series.items.length;
    for (let shifts = 0; shifts < 5; shifts += 1) {
      const before = touched(shiftPeriod(series, -1, LONG_AFTER), interval);
      expect(before).toHaveLength(count + 1);
      expect(before.at(-1)).toBe(series.items[0]?.start);
      series = periodOf(interval, ...before);
    }
    for (let shifts = 0; shifts < 5; shifts += 1) {
      const after = touched(shiftPeriod(series, 1, LONG_AFTER), interval);
      expect(after[0]).toBe(series.items.at(-1)?.end);
      series = periodOf(interval, ...after);
    }
    expect(series.items.map(({ start: begin }) => begin)).toEqual(
      seriesBetween(interval, start, end).items.map(({ start: begin }) => begin),
    );
  });

  it('is never later than the current one, and has as many intervals then too', () => {
    const series = seriesBetween('daily', '2026-11-01T00:00:00+01:00', '2026-11-11T00:00:00+01:00');
    for (const now of ['2026-11-12T00:00:00+01:00', '2026-11-12T23:59:59+01:00']) {
      const shown = touched(shiftPeriod(series, 1, Date.parse(now)), 'daily');
      expect([shown[0], shown.at(-1)]).toEqual(['2026-11-03T00:00:00+01:00', '2026-11-13T00:00:00+01:00']);
    }
  });

  it('is the latest one when it ends now or in the future', () => {
    expect(isLatest(PERIOD, Date.parse(PERIOD.end))).toBe(true);
    expect(isLatest(PERIOD, Date.parse(PERIOD.end) + 1)).toBe(false);
  });

  it('is read from the address, without what cannot be read', () => {
    expect(dashboardSearch({ interval: 'weekly', ...PERIOD })).toEqual({ interval: 'weekly', ...PERIOD });
    expect(dashboardSearch({ interval: 'yearly', start: 'x', end: 7 })).toEqual({});
  });
});

const seriesOf = (items: UsageSeries['items'], total: UsageSeries['total']): UsageSeries => ({
  workflow_id: 'w',
  interval: 'daily',
  time_zone: 'Europe/Berlin',
  ...PERIOD,
  items,
  total,
});

describe('The points of a chart', () => {
  it('are named in the time zone and the language of the reader', () => {
    const items = [
      { ...FIGURES, start: '2026-10-31T23:00:00Z', end: '2026-11-01T23:00:00Z', latency_ms: null },
      { ...FIGURES, start: '2026-11-01T23:00:00Z', end: '2026-11-02T23:00:00Z', latency_ms: { p50: 10, p95: 20 } },
    ];
    const total = { ...FIGURES, latency_ms: null };
    const series = seriesOf(items, total);
    expect(pointsOf(series, 'en')).toMatchObject([
      { label: 'Nov 1', documents: 2, failures: 1, subDocuments: 4, p50: null },
      { label: 'Nov 2', p50: 10, p95: 20 },
    ]);
    expect(pointsOf(series, 'de')[0]?.label).toBe('1. Nov.');
  });

  it('have the estimated cost, and none where the service states none', () => {
    const costOf = (amount: number) => ({ amount, currency: 'USD', prices_of: '2026-11-25' });
    const item = { ...FIGURES, start: PERIOD.start, end: PERIOD.end, latency_ms: null };
    const total = { ...FIGURES, latency_ms: null, estimated_cost: costOf(0.0123) };
    const series = seriesOf(
      [{ ...item, estimated_cost: costOf(0.0123) }, { ...item, estimated_cost: costOf(0) }, item],
      total,
    );
    expect(pointsOf(series, 'en').map(({ estimatedCost }) => estimatedCost)).toEqual([0.0123, 0, null]);
  });
});

describe('The calls of the API', () => {
  it('are summed by operation and class of status, the most frequent operation first', () => {
    const calls = [
      { operation: 'getOcr', status: 200, count: 3 },
      { operation: 'processDocument', status: 201, count: 4 },
      { operation: 'processDocument', status: 422, count: 2 },
      { operation: 'processDocument', status: 429, count: 1 },
    ];
    expect(operationsOf(calls)).toEqual([
      { operation: 'processDocument', '2xx': 4, '3xx': 0, '4xx': 3, '5xx': 0 },
      { operation: 'getOcr', '2xx': 3, '3xx': 0, '4xx': 0, '5xx': 0 },
    ]);
  });
});
