import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isServiceAway } from '../../../../web/src/api/client/service-away.ts';
import { loadPart } from '../../../../web/src/app/load-part.ts';
import { stubWindow } from '../api/browser-window.ts';

let window: EventTarget;
/** Whether the service answers a question for a small file. */
let isThere: boolean;
beforeEach(() => {
  window = stubWindow();
  isThere = false;
  vi.stubGlobal('fetch', () => (isThere ? Promise.resolve(new Response()) : Promise.reject(new TypeError())));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const loadAfter = (failures: number) => {
  let times = 0;
  return () => {
    times += 1;
    return times > failures ? Promise.resolve(times) : Promise.reject(new TypeError('Failed to fetch'));
  };
};

describe('A part of the application', () => {
  it('is loaded at once where the service is there', async () => {
    expect(await loadPart(loadAfter(0))).toBe(1);
    expect(isServiceAway()).toBe(false);
  });

  it('is loaded when the service is back, and the page says so until then', async () => {
    const part = loadPart(loadAfter(2));
    await vi.advanceTimersByTimeAsync(0);
    expect(isServiceAway()).toBe(true);
    await vi.advanceTimersByTimeAsync(1000 + 2000);
    expect(await part).toBe(3);
    expect(isServiceAway()).toBe(false);
  });

  it('is loaded as soon as the browser has a network again', async () => {
    const part = loadPart(loadAfter(1));
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('online'));
    expect(await part).toBe(2);
  });

  it('is not waited for where the service is there without it, as after an update', async () => {
    isThere = true;
    const part = loadPart(loadAfter(Number.POSITIVE_INFINITY));
    const refused = expect(part).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(1000);
    await refused;
    expect(isServiceAway()).toBe(false);
  });

  it('is asked for once more where the service came back between an attempt and the question', async () => {
    const part = loadPart(loadAfter(1));
    await vi.advanceTimersByTimeAsync(0);
    isThere = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await part).toBe(2);
  });
});
