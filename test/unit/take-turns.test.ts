import { describe, expect, it } from 'vitest';
import { takeTurns } from '../../core/take-turns.ts';

describe('taking turns', () => {
  it('runs no more than so many at once, in order, also after failures', async () => {
    const inTurn = takeTurns(2);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 7 }, (_, index) =>
        inTurn(async () => {
          begun.push(index);
          running += 1;
          most = Math.max(most, running);
          await new Promise(setImmediate);
          running -= 1;
          if (index % 3 === 0) throw new Error('no');
          return index;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  });
});
