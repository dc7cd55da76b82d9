import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { settleAll, settleForEach, settleInSeries } from '../../../core/settle-all.ts';

/** Tasks that take some milliseconds; those named in `failing` fail with their own number. */
class Tasks {
  readonly started: number[] = [];
  readonly settled: number[] = [];
  most = 0;
  readonly #failing: readonly number[];
  readonly #ms: (task: number) => number;

  constructor(failing: readonly number[] = [], ms: (task: number) => number = () => 1) {
    this.#failing = failing;
    this.#ms = ms;
  }

  readonly run = async (task: number): Promise<void> => {
    this.started.push(task);
    this.most = Math.max(this.most, this.started.length - this.settled.length);
    await sleep(this.#ms(task));
    this.settled.push(task);
    if (this.#failing.includes(task)) throw new Error(`task ${task}`);
  };
}

/** 1 to `count`, then the error, if any. Counts what was pulled. */
class Items {
  pulled = 0;
  closed = false;

  async *upTo(count: number, error?: Error): AsyncGenerator<number> {
    try {
      for (let item = 1; item <= count; item += 1) {
        this.pulled += 1;
        yield await Promise.resolve(item);
      }
      if (error !== undefined) throw error;
    } finally {
      this.closed = true;
    }
  }
}

describe('settleAll', () => {
  it('waits for every task, then throws the first error in the order of the list', async () => {
    const tasks = new Tasks([1, 3], (task) => 20 - task);
    await expect(settleAll([1, 2, 3, 4].map(tasks.run))).rejects.toThrow('task 1');
    expect(tasks.settled).toHaveLength(4);
  });
});

describe('settleInSeries', () => {
  it('runs one task after the other, also after a failure, then throws the first error', async () => {
    const tasks = new Tasks([1, 2]);
    await expect(settleInSeries([1, 2, 3].map((task) => () => tasks.run(task)))).rejects.toThrow('task 1');
    expect(tasks).toMatchObject({ settled: [1, 2, 3], most: 1 });
  });

  it('starts no more tasks once it is told to stop, and waits for the one that it has started', async () => {
    const [tasks, stop] = [new Tasks([2]), new AbortController()];
    const stopAt2 = (task: number): Promise<void> => {
      if (task === 2) stop.abort();
      return tasks.run(task);
    };
    await expect(
      settleInSeries(
        [1, 2, 3].map((task) => () => stopAt2(task)),
        stop.signal,
      ),
    ).rejects.toThrow('task 2');
    expect(tasks.settled).toEqual([1, 2]);
  });
});

describe('settleForEach', () => {
  it('runs at most so many tasks at a time, in order, and pulls no item before a task can start', async () => {
    const [tasks, items] = [new Tasks(), new Items()];
    const ahead: number[] = [];
    await settleForEach(items.upTo(9), 3, async (item) => {
      ahead.push(items.pulled - tasks.settled.length);
      await tasks.run(item);
    });
    expect(tasks).toMatchObject({ started: [1, 2, 3, 4, 5, 6, 7, 8, 9], most: 3 });
    expect(Math.max(...ahead)).toBe(3);
  });

  it('goes on after failures, and throws the error that occurred first', async () => {
    const tasks = new Tasks([1, 2], (task) => (task === 1 ? 30 : 1));
    await expect(settleForEach(new Items().upTo(6), 2, tasks.run)).rejects.toThrow('task 2');
    expect(tasks.settled).toHaveLength(6);
  });

  it('starts no more tasks once it is told to stop, and waits for those that it has started', async () => {
    const [tasks, items, stop] = [new Tasks([2], (task) => 5 * task), new Items(), new AbortController()];
    const finished = settleForEach(
      items.upTo(100),
      3,
      async (item) => {
        if (item === 3) stop.abort();
        await tasks.run(item);
      },
      stop.signal,
    );
    await expect(finished).rejects.toThrow('task 2');
    expect(tasks.settled).toEqual([1, 2, 3]);
    expect(items.closed).toBe(true);
  });

  it('waits for the tasks that it has started where the next item cannot be had', async () => {
    const tasks = new Tasks([], () => 20);
    await expect(settleForEach(new Items().upTo(2, new Error('no more items')), 3, tasks.run)).rejects.toThrow(
      'no more items',
    );
    expect(tasks.settled).toEqual([1, 2]);
  });
});
