import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runTrainBase } from './run-train-base.ts';

const LIMIT_MS = 120_000;

describe('the program that trains the base weights', () => {
  it.each([
    [[], '--document'],
    [['--document', 'x'], '--document'],
    [['--documents', 'x', '--workers', '0'], '--workers is 0'],
    [['--documents', 'x', '--members', '0'], '--members is 0'],
    [['--documents', 'x', '--streams', 'many'], '--streams is many'],
    [['--documents', 'x', '--folds', '4', '--held-out', '5'], '--held-out is 5: it must be a whole number from 1 to 4'],
  ])(
    'refuses %j before it reads anything',
    async (options, reason) => {
      const { status, errors } = await runTrainBase(options, tmpdir());
      expect(status).not.toBe(0);
      expect(errors).toContain(reason);
      expect(errors).not.toContain('ENOENT');
    },
    LIMIT_MS,
  );
});
