import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { Parsers } from '../../../core/parser-jobs.ts';
import { InvocationParsers, withinInvocation } from '../../../lambdas/invocation.ts';

const over = { getRemainingTimeInMillis: () => 0 };
const long = { getRemainingTimeInMillis: () => 60_000 };
const never = (): Promise<never> => new Promise(() => undefined);

/** Parsers whose jobs run until they are aborted. */
const endless: Parsers = {
  run: (_name, _input, options) =>
    new Promise((_, reject) => {
      options?.signal?.addEventListener('abort', () => {
        reject(options.signal?.reason as Error);
      });
    }),
  close: () => Promise.resolve(),
};
const job = (parsers: Parsers) => parsers.run('loadEngines', null);

describe('The deadline of an invocation', () => {
  it('does not affect work that ends in time', async () => {
    expect(await withinInvocation(long, () => Promise.resolve('done'))).toBe('done');
  });

  it('ends hanging work with an error that is retried', async () => {
    await expect(withinInvocation(over, never)).rejects.toThrow(TemporarilyUnavailableError);
  });

  it('ends parser jobs', async () => {
    const parsers = new InvocationParsers(endless);
    await expect(parsers.during(over, () => job(parsers))).rejects.toThrow(TemporarilyUnavailableError);
  });

  it('does not affect jobs of the next invocation', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const parsers = new InvocationParsers({
      ...endless,
      run: (_name, _input, options) => (signals.push(options?.signal), Promise.resolve({ loaded: true } as never)),
    });
    await parsers.during(over, () => job(parsers));
    await parsers.during(long, () => job(parsers));
    expect(signals).toHaveLength(2);
    expect(signals[1]?.aborted).toBe(false);
  });

  it("keeps the effect of the caller's own signal on a job", async () => {
    const parsers = new InvocationParsers(endless);
    const stop = new AbortController();
    const running = parsers.during(long, () => parsers.run('loadEngines', null, { signal: stop.signal }));
    stop.abort(new Error('the sibling failed'));
    await expect(running).rejects.toThrow('the sibling failed');
  });
});
