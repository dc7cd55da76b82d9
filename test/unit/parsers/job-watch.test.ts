import { expect, it, vi } from 'vitest';
import { JobWatch } from '../../../core/parsers/job-watch.ts';
import type { ProcessUsage } from '../../../core/parsers/process-usage.ts';

const job = { limit: { totalMs: 1000, stallMs: 1000 }, memoryLimitBytes: 1, tooSlow: () => undefined };

it('ignores the usage of a child that arrives after the job has ended', async () => {
  const answer = Promise.withResolvers<ProcessUsage>();
  const usageOf = vi.fn(() => answer.promise);
  const tooLarge = vi.fn();
  const watch = new JobWatch({ ...job, usageOf, tooLarge });
  await expect.poll(() => usageOf.mock.calls.length).toBeGreaterThan(0);
  watch.stop();
  answer.resolve({ bytes: 2, cpuMs: 0 });
  await answer.promise;
  expect(tooLarge).not.toHaveBeenCalled();
});

it('reports a child that is larger than its job may be', async () => {
  const tooLarge = vi.fn();
  const watch = new JobWatch({ ...job, usageOf: () => Promise.resolve({ bytes: 2, cpuMs: 0 }), tooLarge });
  await expect.poll(() => tooLarge.mock.calls.length).toBeGreaterThan(0);
  watch.stop();
  expect(watch.peakBytes).toBe(2);
});

it('does not take progress for a stall that it learns of late, as on a busy machine', async () => {
  const [first, second] = [Promise.withResolvers<ProcessUsage>(), Promise.withResolvers<ProcessUsage>()];
  const answers = [first.promise, second.promise];
  const usageOf = vi.fn(() => answers.shift() ?? new Promise<never>(() => undefined));
  const tooSlow = vi.fn();
  const limit = { totalMs: 60_000, stallMs: 30_000 };
  const watch = new JobWatch({ ...job, limit, usageOf, tooSlow, tooLarge: () => undefined });
  first.resolve({ bytes: 1, cpuMs: 0 });
  await expect.poll(() => usageOf.mock.calls.length).toBeGreaterThan(1);
  watch.progressed();
  second.resolve({ bytes: 1, cpuMs: 40_000 });
  await expect.poll(() => usageOf.mock.calls.length).toBeGreaterThan(2);
  watch.stop();
  expect(tooSlow).not.toHaveBeenCalled();
});
