/** An activity that is interrupted by a kill. */
import type { Violations } from '../violations.ts';
import type { KillWorld } from './kill-world.ts';

export interface Activity {
  readonly name: string;
  /** Milliseconds after the beginning of `act` within which the kill falls. */
  readonly killWithinMs: number;
  /** Makes what `act` needs. */
  prepare(world: KillWorld, round: number): Promise<void>;
  /** Is interrupted. Requests that get no answer are NoAnswerError. */
  act(world: KillWorld): Promise<void>;
  /** After the restart: repeats what was not answered, waits for the end, and checks it. */
  finish(world: KillWorld, violations: Violations): Promise<void>;
}

/** The number of calls that were answered. @throws the first error other than a missing answer */
export async function answeredOf(
  calls: readonly Promise<unknown>[],
  isCutOff: (error: unknown) => boolean,
): Promise<boolean[]> {
  const outcomes = await Promise.allSettled(calls);
  for (const outcome of outcomes) if (outcome.status === 'rejected' && !isCutOff(outcome.reason)) throw outcome.reason;
  return outcomes.map(({ status }) => status === 'fulfilled');
}
