import { describe, expect, it } from 'vitest';
import { dashboardSearch } from '../../../../web/src/dashboard/dashboard-search.ts';
import { isLatest, shiftPeriod } from '../../../../web/src/dashboard/period/shift-period.ts';
import { operationsOf } from '../../../../web/src/dashboard/charts/operations.ts';
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

describe('The points of a chart', () => {
  it('are named in the time zone and the language of the reader', () => {
    const items = [
      { ...FIGURES, start: '2026-10-31T23:00:00Z', end: '2026-11-01T23:00:00Z', latency_ms: null },
      { ...FIGURES, start: '2026-11-01T23:00:00Z', end: '2026-11-02T23:00:00Z', latency_ms: { p50: 10, p95: 20 } },
    ];
    const total = { ...FIGURES, latency_ms: null };
    const series = {
      workflow_id: 'w',
      interval: 'daily' as const,
      time_zone: 'Europe/Berlin',
      ...PERIOD,
      items,
      total,
    };
    expect(pointsOf(series, 'en')).toMatchObject([
      { label: 'Nov 1', documents: 2, failures: 1, subDocuments: 4, p50: null },
      { label: 'Nov 2', p50: 10, p95: 20 },
    ]);
    expect(pointsOf(series, 'de')[0]?.label).toBe('1. Nov.');
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
