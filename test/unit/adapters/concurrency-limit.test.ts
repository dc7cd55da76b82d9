import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';

describe('the concurrency limit', () => {
  it('runs at most so many tasks at a time, starts them in order, and goes on after failures', async () => {
    const limit = pLimit(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 7 }, (_, index) =>
        limit(async () => {
          started.push(index);
          running += 1;
          most = Math.max(most, running);
          await new Promise(setImmediate);
          running -= 1;
          if (index % 3 === 0) throw new Error('no');
          return index;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  });

  it('starts a task that comes later after those that wait', async () => {
    const limit = pLimit(1);
    const started: string[] = [];
    const run = (name: string): Promise<void> =>
      limit(() => {
        started.push(name);
      });
    const later: Promise<void>[] = [];
    await Promise.all([limit(() => later.push(run('later'))), run('waiting')]);
    await Promise.all(later);
    expect(started).toEqual(['waiting', 'later']);
  });
});
