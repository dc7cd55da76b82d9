import { describe, expect, it } from 'vitest';
import { dashboardSearch } from '../../../../web/src/dashboard/dashboard-search.ts';
import { isLatest, shiftPeriod } from '../../../../web/src/dashboard/period/shift-period.ts';
import { operationsOf } from '../../../../web/src/dashboard/charts/operations.ts';
import type { UsageSeries } from '../../../../web/src/api/usage.ts';
import { pointsOf } from '../../../../web/src/dashboard/charts/points.ts';

const PERIOD = { start: '2026-11-01T00:00:00Z', end: '2026-11-08T00:00:00Z' };
const FIGURES = { requests: 3, documents: 2, failures: 1, pages: 9, sub_documents: 4, credits: 100, api_calls: [] };

describe('The period of a dashboard', () => {
  it('ends earlier where the one before begins', () => {
    expect(shiftPeriod(PERIOD, -1)).toEqual({ start: '2026-10-25T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' });
  });

  it('begins later where the one before ends', () => {
    expect(shiftPeriod(PERIOD, 1)).toEqual({ start: '2026-11-08T00:00:00.000Z', end: '2026-11-15T00:00:00.000Z' });
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
