/** 20 % of a wait of 125 ms. */
const MIN_POLL_INTERVAL_MS = 25;
/** Four polls per second, from 12.5 s on. */
const MAX_POLL_INTERVAL_MS = 250;
/** The poll interval as a share of the time that has passed: a result is returned at most 2 % of it, or 25 ms, late. */
const POLL_INTERVAL_RATIO = 0.02;

/**
 * Returns the time in milliseconds until a waiting request is read again, 25 to 250.
 * @param elapsed  milliseconds since the wait began
 */
export const pollInterval = (elapsed: number): number =>
  Math.min(MAX_POLL_INTERVAL_MS, Math.max(MIN_POLL_INTERVAL_MS, elapsed * POLL_INTERVAL_RATIO));
