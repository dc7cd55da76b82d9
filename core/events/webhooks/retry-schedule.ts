/** When a delivery is attempted again: the schedule that Standard Webhooks gives, over three days. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds between an attempt and the next. */
const DELAYS = [5, 5 * MINUTE, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** Each delay is lengthened by up to this share, so that retries do not arrive all at once. */
const JITTER = 0.1;

/**
 * Returns the seconds until the next attempt, or undefined where the last one was made.
 * @param attempts  number of attempts made, 1 or more
 * @param random  0 to 1
 * @param retryAfterSeconds  from the receiver; it can lengthen a delay up to the longest of the schedule
 */
export const secondsToNextAttempt = (attempts: number, random: number, retryAfterSeconds = 0): number | undefined => {
  const delay = DELAYS[attempts - 1];
  return delay === undefined
    ? undefined
    : Math.max(delay * (1 + JITTER * random), Math.min(retryAfterSeconds, 24 * HOUR));
};
