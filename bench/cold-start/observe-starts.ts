/** Times of the starts of emulated functions. */
import type { StartStage } from '../../test/lambda/emulated-function.ts';
import { processorMs } from './process-time.ts';

/** One start of a function, in milliseconds: elapsed time and processor time. */
export interface ColdStart {
  readonly name: string;
  /** From the start of the process until it asks for its first event. */
  readonly init: Duration;
  /** From there until it has answered its first event; undefined where it was given none that it can process. */
  readonly first?: Duration;
}

export interface Duration {
  readonly elapsed: number;
  readonly processor: number;
}

interface Moment {
  readonly at: number;
  readonly processor: number;
}

const between = (from: Moment, to: Moment): Duration => ({
  elapsed: to.at - from.at,
  processor: to.processor - from.processor,
});

export class StartObserver {
  readonly starts: ColdStart[] = [];
  readonly #moments = new Map<number, Partial<Record<StartStage['stage'], Moment>>>();

  readonly onStage = ({ name, stage, processId }: StartStage): void => {
    const moments = this.#moments.get(processId) ?? {};
    moments[stage] = { at: performance.now(), processor: processorMs(processId) };
    this.#moments.set(processId, moments);
    const { spawned, initialised, answered } = moments;
    if (stage === 'answered' && spawned !== undefined && initialised !== undefined && answered !== undefined)
      this.starts.push({ name, init: between(spawned, initialised), first: between(initialised, answered) });
  };
}
