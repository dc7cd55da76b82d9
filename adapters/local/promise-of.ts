/** The result of synchronous work as a promise: what it throws, the promise rejects with. */
export const promiseOf = <T>(work: () => T): Promise<T> =>
  new Promise((resolve) => {
    resolve(work());
  });
