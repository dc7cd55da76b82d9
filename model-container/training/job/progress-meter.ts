/** How far a training is, and how long the rest takes, from the time that its finished steps took. */

/** The parts of a training, in their order. `job:phase` in the log is the number of one, from 1. */
export const JOB_PHASES = ['reading_documents', 'cross_validation', 'all_documents', 'learning_curve'] as const;
type JobPhase = (typeof JOB_PHASES)[number];

/** Numbers of steps, known once the folds are assigned. */
export interface TrainingSteps {
  readonly folds: number;
  /** Trainings on some of the documents, for the learning curve. */
  readonly curveFits: number;
}

export interface Progress {
  readonly phase: JobPhase;
  /** 0 to 1. */
  readonly share: number;
  /** Null before a step has ended. */
  readonly remainingSeconds: number | null;
}

/** Duration of a step, relative to a fit with one L2 strength: measured with 40 documents. */
const COST = { reading_documents: 4, cross_validation: 2, all_documents: 1, learning_curve: 1 } as const;

const phaseOf = (step: string): JobPhase => {
  if (step.startsWith('fold ')) return 'cross_validation';
  return step === 'all documents' ? 'all_documents' : 'learning_curve';
};

export class ProgressMeter {
  readonly #now: () => number;
  readonly #started: number;
  #total: number | undefined;
  #done = 0;
  /** Cost of the steps that were finished by this process; the others were in the checkpoint. */
  #own = 0;

  /** @param now  a clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#started = now();
  }

  /** Called once the documents have been read. */
  plan({ folds, curveFits }: TrainingSteps): Progress {
    this.#done = this.#own = COST.reading_documents;
    this.#total = this.#done + folds * COST.cross_validation + COST.all_documents + curveFits * COST.learning_curve;
    return this.#progress('cross_validation');
  }

  /** @param resumed  whether the step was in the checkpoint */
  finish(step: string, resumed: boolean): Progress {
    const phase = phaseOf(step);
    this.#done += COST[phase];
    if (!resumed) this.#own += COST[phase];
    return this.#progress(phase);
  }

  #progress(phase: JobPhase): Progress {
    if (this.#total === undefined) return { phase, share: 0, remainingSeconds: null };
    const done = Math.min(this.#done, this.#total);
    const seconds = (this.#now() - this.#started) / 1000;
    return { phase, share: done / this.#total, remainingSeconds: (seconds / this.#own) * (this.#total - done) };
  }
}
