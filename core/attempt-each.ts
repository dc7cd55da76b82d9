/** Several pieces of work of which none may hold up another. */

/** Does all of them, one after the other, whichever fail. @throws the first error, when all have been attempted */
export const attemptEach = async (works: readonly (() => Promise<void>)[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
};

/**
 * Does the work for every item, some of them at a time, whichever fail. Begins no more once `stop` aborts.
 * @param items  read as they are needed: they may be more than fit into memory
 * @throws the first error, when all that was begun has ended
 */
export const attemptForEach = async <Item>(
  items: AsyncGenerator<Item>,
  atATime: number,
  work: (item: Item) => Promise<void>,
  stop?: AbortSignal,
): Promise<void> => {
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (stop?.aborted !== true) {
      const next = await items.next();
      if (next.done === true) return;
      await work(next.value).catch((error: unknown) => {
        if (failures.length === 0) failures.push(error);
      });
    }
  };
  try {
    await attemptTogether(Array.from({ length: atATime }, worker));
  } finally {
    await items.return(undefined);
  }
  if (failures.length > 0) throw failures[0];
};

/** Waits for all of them, whichever fail: nothing goes on when this has ended. @throws the first error */
export const attemptTogether = async (works: readonly Promise<void>[]): Promise<void> => {
  const failed = (await Promise.allSettled(works)).find((settled) => settled.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};
