/** One invocation of a Lambda function, and the time that it has left: work ends in good order before Lambda cuts it off. */
import type { Context } from 'aws-lambda';
import { TemporarilyUnavailableError } from '../core/errors.ts';
import type { ParserJobName, ParserJobOptions, ParserJobs, Parsers } from '../core/parser-jobs.ts';

export type Remaining = Pick<Context, 'getRemainingTimeInMillis'>;

/** Milliseconds before the end at which parser jobs are stopped: enough to end a child and give files back. */
const STOP_PARSERS_BEFORE_END_MS = 4_000;
/** Milliseconds before the end at which calls of other services are stopped: enough to say so. */
const STOP_CALLS_BEFORE_END_MS = 3_000;
/** Milliseconds before the end at which nobody is kept waiting any more: a result is still fetched and sent after that. */
const ANSWER_BEFORE_END_MS = 4_000;
/** Milliseconds before the end at which work that still goes on is given up. */
const GIVE_UP_BEFORE_END_MS = 2_000;

const outOfTime = (): TemporarilyUnavailableError =>
  new TemporarilyUnavailableError('The work took longer than one invocation of the function may. Try again later.');

/** Calls `act` so many milliseconds before the invocation ends. @returns what takes that back */
const beforeEnd = (context: Remaining, milliseconds: number, act: () => void): (() => void) => {
  const timer = setTimeout(act, Math.max(0, context.getRemainingTimeInMillis() - milliseconds));
  return () => {
    clearTimeout(timer);
  };
};

/**
 * Runs `work`, and gives it up shortly before the invocation's time is over.
 * @throws TemporarilyUnavailableError where it is over
 */
export const withinInvocation = async <Result>(context: Remaining, work: () => Promise<Result>): Promise<Result> => {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const settle = beforeEnd(context, GIVE_UP_BEFORE_END_MS, () => {
    reject(outOfTime());
  });
  try {
    return await Promise.race([work(), over]);
  } finally {
    settle();
  }
};

/** Runs work that can be left half done: its signal aborts so many milliseconds before the invocation ends. */
export const stoppingBeforeEnd = async <Result>(
  context: Remaining,
  milliseconds: number,
  work: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const stop = new AbortController();
  const settle = beforeEnd(context, milliseconds, () => {
    stop.abort(outOfTime());
  });
  try {
    return await work(stop.signal);
  } finally {
    settle();
  }
};

/** Whole seconds that a caller may still be kept waiting for a result. */
export const secondsToWait = (context: Remaining): number =>
  Math.max(0, Math.floor((context.getRemainingTimeInMillis() - ANSWER_BEFORE_END_MS) / 1000));

/** Runs work whose calls of other services end when the signal aborts. */
export type WithinSignal = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/** A handler whose calls of other services, with all their retries, end before its invocation does. */
export const stoppingCalls =
  (withinSignal: WithinSignal) =>
  <Event, Invocation extends Remaining, Result>(handler: (event: Event, context: Invocation) => Promise<Result>) =>
  (event: Event, context: Invocation): Promise<Result> =>
    stoppingBeforeEnd(context, STOP_CALLS_BEFORE_END_MS, (stop) => withinSignal(stop, () => handler(event, context)));

/** Parsers whose jobs end with the invocation that asked for them: what is left running would be frozen with the function. */
export class InvocationParsers implements Parsers {
  readonly jobsAChunk: number;
  readonly #parsers: Parsers;
  #signal: AbortSignal | undefined;

  /** @param jobsAChunk  processes that `parsers` has: a function works on one chunk at a time */
  constructor(parsers: Parsers, jobsAChunk = 1) {
    this.#parsers = parsers;
    this.jobsAChunk = jobsAChunk;
  }

  /** Jobs that `work` asks for fail with TemporarilyUnavailableError shortly before the invocation ends. A function has one invocation at a time. */
  async during<Result>(context: Remaining, work: () => Promise<Result>): Promise<Result> {
    return stoppingBeforeEnd(context, STOP_PARSERS_BEFORE_END_MS, async (stop) => {
      this.#signal = stop;
      try {
        return await work();
      } finally {
        this.#signal = undefined;
      }
    });
  }

  run<Name extends ParserJobName>(
    name: Name,
    input: ParserJobs[Name]['input'],
    options: ParserJobOptions = {},
  ): Promise<ParserJobs[Name]['output']> {
    const signals = [options.signal, this.#signal].filter((signal) => signal !== undefined);
    return this.#parsers.run(
      name,
      input,
      signals.length === 0 ? options : { ...options, signal: AbortSignal.any(signals) },
    );
  }

  close(): Promise<void> {
    return this.#parsers.close();
  }
}
