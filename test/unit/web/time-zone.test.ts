import { describe, expect, it } from 'vitest';
import { timeZoneOf } from '../../../web/src/components/format/time-zone.ts';

describe("The reader's time zone", () => {
  it.each(['Europe/Berlin', 'UTC', 'GMT', 'EST5EDT', 'Etc/GMT+5'])('is what the browser names: %s', (name) => {
    expect(timeZoneOf(name)).toBe(name);
  });

  it.each(['Etc/Unknown', '+00:00', '-05:00'])('is UTC where the browser has no name for it: %s', (name) => {
    expect(timeZoneOf(name)).toBe('UTC');
  });
});
