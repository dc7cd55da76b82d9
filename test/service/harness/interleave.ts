/** Two requests at the same time: one of them waits at a call of a port until the other one has ended. */
import { outsideFunctions } from '../../fakes/access/current-function.ts';
import type { TestApi } from './test-api.ts';

/** Both ports of the stores: what happens between two of their calls cannot be seen from outside. */
const PORTS = ['table', 'blobs'] as const;

/**
 * Runs `first`. Before its `nth` call of a store, `second` runs from its beginning to its end.
 * @returns false where `first` made fewer calls, so that `second` did not run
 */
const runAtCall = async (
  { service }: TestApi,
  nth: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<boolean> => {
  const stores = { table: service.table, blobs: service.blobs };
  const state = { calls: 0, begun: false };
  const reached = async (): Promise<void> => {
    if (state.begun) return;
    state.calls += 1;
    if (state.calls < nth) return;
    state.begun = true;
    // Not with the credentials of the first: another function does it.
    await outsideFunctions(second);
  };
  for (const name of PORTS)
    Object.assign(service, {
      [name]: new Proxy(stores[name], {
        get: (target, property) => {
          const value: unknown = Reflect.get(target, property, target);
          if (typeof value !== 'function') return value;
          return async (...given: unknown[]) => {
            await reached();
            return Reflect.apply(value, target, given) as unknown;
          };
        },
      }),
    });
  try {
    await first();
  } finally {
    Object.assign(service, stores);
  }
  return state.begun;
};

interface Opened {
  readonly api: TestApi;
  readonly first: () => Promise<unknown>;
  readonly second: () => Promise<unknown>;
  readonly check: (place: string) => Promise<void>;
}

/**
 * Runs the two at every place at which one can wait for the other, each time in a world of its own.
 * @param open  opens a world with both requests
 * @param check  what holds afterwards
 * @returns the number of places
 */
export const atEveryPlace = async (open: () => Opened | Promise<Opened>): Promise<number> => {
  let places = 0;
  for (const turned of [false, true])
    for (let nth = 1; ; nth += 1) {
      const { api, first, second, check } = await open();
      const ran = turned ? await runAtCall(api, nth, second, first) : await runAtCall(api, nth, first, second);
      if (!ran) break;
      await check(`${turned ? 'second' : 'first'} request, call ${nth}`);
      places += 1;
    }
  return places;
};
