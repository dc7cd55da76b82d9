/** How often a waiting request looks at its row: core/requests/find-processing-request.ts waits 25 ms, later 4 % of the time that has passed, at most 250 ms. */
const SHORTEST_MS = 25;
const LONGEST_MS = 250;
const POLL_INTERVAL_SHARE = 0.04;

/** @param milliseconds  that it waits */
export const countPolls = (milliseconds: number): number => {
  let polls = 1;
  for (let at = 0; at < milliseconds; polls += 1) at += Math.min(LONGEST_MS, Math.max(SHORTEST_MS, at * POLL_INTERVAL_SHARE));
  return polls;
};
