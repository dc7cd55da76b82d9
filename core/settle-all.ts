/** Waits until all tasks have settled, then throws the first error: a task that fails stops no other. */
import pLimit from 'p-limit';

/**
 * `Promise.allSettled`, then throw: no task is running when it returns or throws.
 * @throws the reason of the first promise, in the order of the list, that was rejected
 */
export const settleAll = async (promises: readonly Promise<void>[]): Promise<void> => {
  const rejected = (await Promise.allSettled(promises)).find((settled) => settled.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
};

/**
 * Runs the tasks one after the other. Starts no more tasks once `stop` aborts.
 * @throws the first error, after every started task has settled
 */
export const settleInSeries = async (tasks: readonly (() => Promise<void>)[], stop?: AbortSignal): Promise<void> => {
  const limit = pLimit(1);
  await settleAll(
    tasks.map((task) =>
      limit(async () => {
        if (stop?.aborted !== true) await task();
      }),
    ),
  );
};

/**
 * Runs the task for every item, at most `concurrency` tasks at a time. Starts no more tasks once `stop` aborts.
 * @param items  pulled one by one, when a task can start: they may not fit into memory together
 * @throws the error of `items`, else the task error that occurred first, after every started task has settled
 */
export const settleForEach = async <Item>(
  items: AsyncGenerator<Item>,
  concurrency: number,
  task: (item: Item) => Promise<void>,
  stop?: AbortSignal,
): Promise<void> => {
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (stop?.aborted !== true) {
      const next = await items.next();
      if (next.done === true) return;
      await task(next.value).catch((error: unknown) => {
        if (errors.length === 0) errors.push(error);
      });
    }
  };
  try {
    await settleAll(Array.from({ length: concurrency }, worker));
  } finally {
    await items.return(undefined);
  }
  if (errors.length > 0) throw errors[0];
};
