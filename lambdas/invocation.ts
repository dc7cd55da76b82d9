/** Deadlines within one invocation of a Lambda function: work is stopped before Lambda ends the invocation. */
import type { Context } from 'aws-lambda';
import type { Clock } from '../core/ports.ts';
import { TemporarilyUnavailableError } from '../core/errors.ts';

export type RemainingTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** Milliseconds before the end at which calls to other services are aborted: enough to report the error. */
const STOP_CALLS_BEFORE_END_MS = 3_000;
/** Milliseconds before the end at which waiting for a result ends: the result is fetched and sent after that. */
const ANSWER_BEFORE_END_MS = 4_000;
/** Milliseconds before the end at which a step that is still running is abandoned. */
const GIVE_UP_BEFORE_END_MS = 2_000;

const outOfTime = (): TemporarilyUnavailableError =>
  new TemporarilyUnavailableError('The work took longer than one invocation of the function may. Try again later.');

/** Calls `act` this many milliseconds before the invocation ends. @returns cancels the call */
const beforeEnd = (context: RemainingTime, milliseconds: number, act: () => void): (() => void) => {
  const timer = setTimeout(act, Math.max(0, context.getRemainingTimeInMillis() - milliseconds));
  return () => {
    clearTimeout(timer);
  };
};

/**
 * Runs `work` and abandons it shortly before the invocation ends.
 * @throws TemporarilyUnavailableError where `work` was abandoned
 */
export const withinInvocation = async <Result>(
  context: RemainingTime,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const cancel = beforeEnd(context, GIVE_UP_BEFORE_END_MS, () => {
    reject(outOfTime());
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    cancel();
  }
};

/** Runs work that can be aborted: its signal aborts this many milliseconds before the invocation ends. */
export const stoppingBeforeEnd = async <Result>(
  context: RemainingTime,
  milliseconds: number,
  work: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const stop = new AbortController();
  const cancel = beforeEnd(context, milliseconds, () => {
    stop.abort(outOfTime());
  });
  try {
    return await work(stop.signal);
  } finally {
    cancel();
  }
};

/**
 * The time that remains until the gateway gives up a request. It began before the function's own: an authorizer and a
 * function that start cold are part of it.
 * @param gatewayEnds  when the gateway answers itself, in milliseconds since 1970
 */
export const withinGateway = (
  context: RemainingTime,
  gatewayEnds: number,
  clock: Pick<Clock, 'now'>,
): RemainingTime => ({
  getRemainingTimeInMillis: () => Math.min(context.getRemainingTimeInMillis(), gatewayEnds - clock.now().getTime()),
});

/** Whole seconds for which a request may still wait for a result. */
export const secondsToWait = (context: RemainingTime): number =>
  Math.max(0, Math.floor((context.getRemainingTimeInMillis() - ANSWER_BEFORE_END_MS) / 1000));

/** Runs work whose calls to other services are aborted with the signal. */
export type WithinSignal = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/** A handler whose calls to other services, including retries, end before the invocation does. */
export const stoppingCalls =
  (withinSignal: WithinSignal) =>
  <Event, Invocation extends RemainingTime, Result>(handler: (event: Event, context: Invocation) => Promise<Result>) =>
  (event: Event, context: Invocation): Promise<Result> =>
    stoppingBeforeEnd(context, STOP_CALLS_BEFORE_END_MS, (stop) => withinSignal(stop, () => handler(event, context)));
