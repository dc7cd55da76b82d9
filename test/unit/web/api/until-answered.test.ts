import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem, NoAnswerError } from '../../../../web/src/api/client/problem.ts';
import { isServiceAway } from '../../../../web/src/api/client/service-away.ts';
import { nextWait, untilAnswered, untilServed } from '../../../../web/src/api/client/until-answered.ts';
import { stubWindow } from './browser-window.ts';

let window: EventTarget;
beforeEach(() => {
  window = stubWindow();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fails so many times before it answers. */
const sendAfter = (failures: number) => {
  const send = { times: 0, run: (): Promise<string> => Promise.resolve('') };
  send.run = () => {
    send.times += 1;
    return send.times > failures ? Promise.resolve('answer') : Promise.reject(new NoAnswerError());
  };
  return send;
};

describe('A request to a service that is away', () => {
  it('is repeated after longer and longer waits, and the page says so until it is answered', async () => {
    const send = sendAfter(2);
    let waits = 0;
    const answer = untilAnswered(send.run, new AbortController().signal, () => (waits += 1));
    await vi.advanceTimersByTimeAsync(0);
    expect([send.times, waits, isServiceAway()]).toEqual([1, 1, true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([send.times, waits, isServiceAway()]).toEqual([2, 2, true]);
    await vi.advanceTimersByTimeAsync(1999);
    expect(send.times).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe('answer');
    expect(isServiceAway()).toBe(false);
  });

  it('is repeated at once when the browser has a network again', async () => {
    const send = sendAfter(1);
    const answer = untilAnswered(send.run, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('online'));
    expect(await answer).toBe('answer');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not repeated once it is stopped', async () => {
    const send = sendAfter(5);
    const stop = new AbortController();
    const answer = untilAnswered(send.run, stop.signal);
    const refused = expect(answer).rejects.toThrow(NoAnswerError);
    await vi.advanceTimersByTimeAsync(0);
    stop.abort();
    await refused;
    expect([send.times, isServiceAway(), vi.getTimerCount()]).toEqual([1, false, 0]);
  });

  it('is not repeated where the service answers with an error', async () => {
    let times = 0;
    const send = (): Promise<never> => {
      times += 1;
      return Promise.reject(new Error('412'));
    };
    await expect(untilAnswered(send, new AbortController().signal)).rejects.toThrow('412');
    expect(times).toBe(1);
  });
});

describe('A request to a service that is busy', () => {
  const refusal = (status: number, retryAfter?: number): ApiProblem =>
    new ApiProblem({ status, code: 'busy', title: '', detail: String(status) }, retryAfter);

  /** Is refused by each of the errors in turn. */
  const sendAfterErrors = (...errors: readonly Error[]) => {
    const send = { times: 0, run: (): Promise<string> => Promise.resolve('') };
    send.run = () => {
      const error = errors[send.times];
      send.times += 1;
      return error === undefined ? Promise.resolve('answer') : Promise.reject(error);
    };
    return send;
  };

  it('is repeated when the service asks for it, and not before', async () => {
    const send = sendAfterErrors(refusal(429, 7), refusal(503, 30));
    const answer = untilServed(send.run, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(6999);
    expect(send.times).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(send.times).toBe(2);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(send.times).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe('answer');
  });

  it('waits longer and longer where the service names no time, or a short one again and again', async () => {
    const send = sendAfterErrors(refusal(503), refusal(429, 0), refusal(429, 1));
    const answer = untilServed(send.run, new AbortController().signal);
    for (const [ms, times] of [
      [999, 1],
      [1, 2],
      [1999, 2],
      [1, 3],
      [3999, 3],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(send.times).toBe(times);
    }
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe('answer');
  });

  it('is repeated too where the service is away in between', async () => {
    const send = sendAfterErrors(refusal(429, 1), new NoAnswerError());
    const answer = untilServed(send.run, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await answer).toBe('answer');
  });

  it('is given up after 20 attempts, and at once for another answer', async () => {
    const busy = sendAfterErrors(...Array.from({ length: 30 }, () => refusal(503)));
    const given = expect(untilServed(busy.run, new AbortController().signal)).rejects.toThrow('503');
    await vi.advanceTimersByTimeAsync(20 * 15_000);
    await given;
    expect(busy.times).toBe(20);
    await expect(untilServed(sendAfterErrors(refusal(404)).run, new AbortController().signal)).rejects.toThrow('404');
  });

  it('is not repeated once it is stopped', async () => {
    const send = sendAfterErrors(refusal(429, 60));
    const stop = new AbortController();
    const stopped = expect(untilServed(send.run, stop.signal)).rejects.toThrow('left');
    await vi.advanceTimersByTimeAsync(0);
    stop.abort(new Error('left'));
    await stopped;
    expect([send.times, vi.getTimerCount()]).toEqual([1, 0]);
  });
});

describe('The wait before the next attempt', () => {
  it('doubles up to 15 seconds', () => {
    const waits = [nextWait()];
    while (waits.length < 6) waits.push(nextWait(waits.at(-1)));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  });
});
