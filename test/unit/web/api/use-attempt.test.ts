import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem, NoAnswerError } from '../../../../web/src/api/client/problem.ts';
import { startAttempts } from '../../../../web/src/api/client/use-attempt.ts';
import type { Attempt } from '../../../../web/src/api/client/use-attempt.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const refusal = (status: number): ApiProblem => new ApiProblem({ status, code: 'code', title: '', detail: '' });

/** Sends contents one after the other, each with its outcome. @returns the attempts */
const attemptsOf = async (...sent: readonly (readonly [content: unknown, outcome: Error | 'done'])[]) => {
  const attempt = startAttempts();
  const attempts: Attempt[] = [];
  for (const [content, outcome] of sent) {
    vi.advanceTimersByTime(10);
    const answer = attempt(content, (one) => {
      attempts.push(one);
      return outcome === 'done' ? Promise.resolve() : Promise.reject(outcome);
    });
    await answer.catch(() => undefined);
  }
  expect(attempts).toHaveLength(sent.length);
  return attempts;
};

describe('What is sent again with the same content', () => {
  it.each([new NoAnswerError(), refusal(500), refusal(429), refusal(409), refusal(401)])(
    'has the same key and the same time of its begin after: $message $status',
    async (outcome) => {
      const [first, second] = await attemptsOf([{ name: 'a' }, outcome], [{ name: 'a' }, 'done']);
      expect(second).toEqual(first);
    },
  );

  it('has another key once it is done: it is done twice', async () => {
    const [first, second] = await attemptsOf([['a'], 'done'], [['a'], 'done']);
    expect(second?.key).not.toBe(first?.key);
    expect(second?.begunAt).toBe(1020);
  });

  it.each([400, 404, 410, 413, 422])(
    'has another key after the status %s, which the service would repeat',
    async (status) => {
      const [first, second] = await attemptsOf([['a'], refusal(status)], [['a'], 'done']);
      expect(second?.key).not.toBe(first?.key);
    },
  );
});

describe('What is sent with another content', () => {
  it('has another key and another time', async () => {
    const [first, second] = await attemptsOf([{ days: 90 }, new NoAnswerError()], [{ days: 7 }, 'done']);
    expect(second?.key).not.toBe(first?.key);
    expect(second?.begunAt).toBe(1020);
  });

  it('keeps its key where an earlier content is done meanwhile', async () => {
    const attempt = startAttempts();
    const keys: string[] = [];
    const first = Promise.withResolvers<undefined>();
    const done = attempt('a', () => first.promise);
    const fail = ({ key }: Attempt): Promise<never> => {
      keys.push(key);
      return Promise.reject(new NoAnswerError());
    };
    await expect(attempt('b', fail)).rejects.toThrow(NoAnswerError);
    first.resolve(undefined);
    await done;
    await expect(attempt('b', fail)).rejects.toThrow(NoAnswerError);
    expect(new Set(keys).size).toBe(1);
  });
});
