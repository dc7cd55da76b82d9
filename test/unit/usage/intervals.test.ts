import { describe, expect, it } from 'vitest';
import { intervalBoundaries, isoTime } from '../../../core/accounts/usage/intervals.ts';
import type { IntervalRequest } from '../../../core/accounts/usage/intervals.ts';
import { isTimeZone } from '../../../core/accounts/usage/time-units.ts';
import { ValidationError } from '../../../core/errors.ts';

const NOW = new Date('2026-11-24T08:30:00Z');
const boundaries = (request: Partial<IntervalRequest>): string[] =>
  intervalBoundaries({ interval: 'daily', time_zone: 'UTC', ...request }, NOW).map(isoTime);

describe('The intervals of usage', () => {
  it('are whole, and include those in which start and end lie', () => {
    expect(boundaries({ start: '2026-11-22T05:00:00Z', end: '2026-11-23T01:00:00Z' })).toEqual([
      '2026-11-22T00:00:00+00:00',
      '2026-11-23T00:00:00+00:00',
      '2026-11-24T00:00:00+00:00',
    ]);
    expect(boundaries({ start: '2026-11-22', end: '2026-11-23' })).toHaveLength(2);
  });

  it.each([
    { interval: 'hourly', end: '2026-11-24T08:00:00Z', count: 24 },
    { interval: 'daily', end: '2026-11-24', count: 30 },
    { interval: 'weekly', end: '2026-11-23', count: 13 },
    { interval: 'monthly', end: '2026-11-01', count: 12 },
  ] as const)('are $count $interval ones before an end that is not in the last of them', ({ interval, end, count }) => {
    expect(boundaries({ interval, end })).toHaveLength(count + 1);
  });

  it('end with the current one by default', () => {
    expect(boundaries({ interval: 'hourly' }).at(-1)).toBe('2026-11-24T09:00:00+00:00');
    for (const [interval, count] of Object.entries({ hourly: 24, daily: 30, weekly: 13, monthly: 12 }))
      expect(boundaries({ interval: interval as IntervalRequest['interval'] })).toHaveLength(count + 1);
    expect(boundaries({ interval: 'monthly' })[0]).toBe('2025-12-01T00:00:00+00:00');
  });

  it('begin on Monday and on the first of a month', () => {
    expect(boundaries({ interval: 'weekly', start: '2026-11-24', end: '2026-11-25' })[0]).toBe(
      '2026-11-23T00:00:00+00:00',
    );
    expect(boundaries({ interval: 'monthly', start: '2024-02-29', end: '2024-03-01' })).toEqual([
      '2024-02-01T00:00:00+00:00',
      '2024-03-01T00:00:00+00:00',
    ]);
  });

  it('follow the changes of daylight saving time: a day of 23 hours and one of 25', () => {
    const zone = { time_zone: 'Europe/Berlin' };
    expect(boundaries({ ...zone, start: '2026-03-29', end: '2026-03-30' })).toEqual([
      '2026-03-29T00:00:00+01:00',
      '2026-03-30T00:00:00+02:00',
    ]);
    expect(boundaries({ ...zone, interval: 'hourly', start: '2026-03-29', end: '2026-03-30' })).toHaveLength(24);
    expect(boundaries({ ...zone, interval: 'hourly', start: '2026-10-25', end: '2026-10-26' })).toHaveLength(26);
  });

  it('have an hour of 90 minutes and one of 30 where the clock changes by half an hour', () => {
    const zone = { time_zone: 'Australia/Lord_Howe', interval: 'hourly' } as const;
    expect(boundaries({ ...zone, start: '2027-04-03T14:00:00Z', end: '2027-04-03T16:30:00Z' })).toEqual([
      '2027-04-04T01:00:00+11:00',
      '2027-04-04T02:00:00+10:30',
      '2027-04-04T03:00:00+10:30',
    ]);
    expect(boundaries({ ...zone, start: '2026-10-03T14:30:00Z', end: '2026-10-03T16:30:00Z' })).toEqual([
      '2026-10-04T01:00:00+10:30',
      '2026-10-04T02:30:00+11:00',
      '2026-10-04T03:00:00+11:00',
      '2026-10-04T04:00:00+11:00',
    ]);
  });

  it('begin at any quarter of an hour of UTC, as the zone has it', () => {
    expect(boundaries({ time_zone: 'Asia/Kathmandu', start: '2026-11-24', end: '2026-11-25' })[0]).toBe(
      '2026-11-24T00:00:00+05:45',
    );
  });

  it.each([
    { start: 'yesterday' },
    { start: '2026-02-30' },
    { start: '2026-11-24T08:00:00' },
    { end: '' },
    { start: '2026-11-24', end: '2026-11-24' },
    { start: '2026-11-25', end: '2026-11-24' },
    { start: '+275760-09-13' },
    { start: '0001-01-01' },
    { interval: 'hourly', start: '2020-01-01' },
    { end: '+275760-09-13T00:00:00Z', time_zone: 'Europe/Berlin' },
    { end: '-271821-04-20T00:00:00Z' },
    { end: '9999-12-31T23:30:00Z' },
    { end: '0000-12-31' },
  ] as const)('are refused for %j', (request) => {
    expect(() => boundaries(request)).toThrow(ValidationError);
  });

  it.each([
    { interval: 'monthly', end: '0001-01-01', time_zone: 'Pacific/Auckland' },
    { interval: 'hourly', end: '0001-01-02', time_zone: 'America/New_York' },
    { interval: 'monthly', end: '9998-12-31T23:30:00Z' },
  ] as const)('have years of four digits for %j', (request) => {
    expect(boundaries(request).filter((time) => !/^\d{4}-/.test(time))).toEqual([]);
  });
});

describe('A time zone', () => {
  it('is UTC or has a name of the IANA database', () => {
    const names = ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'];
    const oldNames = ['GMT', 'CET', 'PRC', 'EST5EDT', 'MST7MDT', 'GMT+0', 'W-SU', 'GB-Eire', 'Japan'];
    expect([...names, ...oldNames].filter((name) => !isTimeZone(name))).toEqual([]);
    for (const name of oldNames) expect(boundaries({ time_zone: name })).toHaveLength(31);
  });

  it('is no offset, no unknown name, and no abbreviation of several zones', () => {
    const unknown = ['', 'Mars/Olympus', 'Europe/../Berlin', 'utc; x', 'Etc/Unknown'];
    const offsets = ['+02:00', '-0500', '+00:00', 'GMT+2'];
    expect([...unknown, ...offsets, 'IST', 'PST', 'bst'].filter(isTimeZone)).toEqual([]);
  });
});
