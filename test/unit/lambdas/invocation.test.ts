import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import { withinInvocation } from '../../../lambdas/invocation.ts';

const over = { getRemainingTimeInMillis: () => 0 };
const long = { getRemainingTimeInMillis: () => 60_000 };
const never = (): Promise<never> => new Promise(() => undefined);

describe('The deadline of an invocation', () => {
  it('does not affect work that ends in time', async () => {
    expect(await withinInvocation(long, () => Promise.resolve('done'))).toBe('done');
  });

  it('ends hanging work with an error that is retried', async () => {
    await expect(withinInvocation(over, never)).rejects.toThrow(TemporarilyUnavailableError);
  });
});
