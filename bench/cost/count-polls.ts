/**
 * Poll interval of a waiting request, as in core/requests/find-processing-request.ts: 4 % of the elapsed time, 25 to
 * 250 ms.
 */
const SHORTEST_MS = 25;
const LONGEST_MS = 250;
const POLL_INTERVAL_SHARE = 0.04;

/** Number of polls during a wait. @param milliseconds  duration of the wait */
export const countPolls = (milliseconds: number): number => {
  let polls = 1;
  for (let at = 0; at < milliseconds; polls += 1)
    at += Math.min(LONGEST_MS, Math.max(SHORTEST_MS, at * POLL_INTERVAL_SHARE));
  return polls;
};
