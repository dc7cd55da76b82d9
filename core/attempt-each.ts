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

/** Waits for all of them, whichever fail: nothing goes on when this has ended. @throws the first error */
export const attemptTogether = async (works: readonly Promise<void>[]): Promise<void> => {
  const failed = (await Promise.allSettled(works)).find((settled) => settled.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};
