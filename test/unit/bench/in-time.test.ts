import { describe, expect, it } from 'vitest';
import { inTime, NotInTimeError } from '../../../bench/web/in-time.ts';

const never = new Promise<never>(() => undefined);

describe('What is waited for in the benchmarks of the web interface', () => {
  it('is an error that names it where it does not come in time', async () => {
    const waiting = inTime('The frames of the scrolling', 0.01, never);
    await expect(waiting).rejects.toThrow(NotInTimeError);
    await expect(waiting).rejects.toThrow('The frames of the scrolling: this has not ended within 0.01 s.');
  });

  it('is given back, or fails as it failed', async () => {
    expect(await inTime('Seven', 60, Promise.resolve(7))).toBe(7);
    await expect(inTime('Seven', 60, Promise.reject(new Error('no seven')))).rejects.toThrow('no seven');
  });
});
