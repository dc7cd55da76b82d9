/** Work that takes much of something, a few at a time. */

/** Runs what it is given, at most `atATime` at once; the rest waits in order. */
export const takeTurns = (atATime: number): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  const waiting: (() => void)[] = [];
  let free = atATime;
  return async (work) => {
    if (free > 0) free -= 1;
    else
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The turn is handed on, so that nobody who comes now can jump the queue.
      if (next === undefined) free += 1;
      else next();
    }
  };
};
