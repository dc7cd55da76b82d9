import { vi } from 'vitest';

/** What the pages use of a browser's window, on the fake clock. `vi.unstubAllGlobals` and `vi.useRealTimers` undo it. */
export const stubWindow = (): EventTarget => {
  vi.useFakeTimers();
  const window = Object.assign(new EventTarget(), { setTimeout, clearTimeout });
  vi.stubGlobal('window', window);
  return window;
};
