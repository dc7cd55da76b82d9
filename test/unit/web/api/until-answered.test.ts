import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoAnswerError } from '../../../../web/src/api/client/problem.ts';
import { isServiceAway } from '../../../../web/src/api/client/service-away.ts';
import { nextWait, untilAnswered } from '../../../../web/src/api/client/until-answered.ts';
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

describe('The wait before the next attempt', () => {
  it('doubles up to 15 seconds', () => {
    const waits = [nextWait()];
    while (waits.length < 6) waits.push(nextWait(waits.at(-1)));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  });
});
