/** The result of synchronous work as a promise, which rejects where the work throws. */
export const promiseOf = <T>(work: () => T): Promise<T> =>
  new Promise((resolve) => {
    resolve(work());
  });
