import { pollInterval } from '../../core/requests/poll-interval.ts';

/** Number of polls during a wait. @param milliseconds  duration of the wait */
export const countPolls = (milliseconds: number): number => {
  let polls = 1;
  for (let at = 0; at < milliseconds; polls += 1) at += pollInterval(at);
  return polls;
};
