/** The parts of a training that take time, each one a step of its own that is kept once done. */
import { logisticLoss } from '../../classifiers/workflow/correction.ts';
import { scoreRows } from '../../classifiers/workflow/base-scores.ts';
import type { BaseModel } from '../../classifiers/workflow/base-scores.ts';
import type { CorrectionRow } from '../../classifiers/workflow/correction.ts';
import { inputsOf, NO_ROLES } from '../../classifiers/workflow/gap-inputs.ts';
import { learn, prepareLesson } from './learner.ts';
import type { Learnt } from './learner.ts';
import type { LabelledStream } from './base-features.ts';
import { drawLearningStreams } from './stream-rows.ts';
import type { SeenDocument } from './seen-documents.ts';
import { seededRandom } from '../../random.ts';

/** Strengths of the pull to the base model, from the strongest on: training goes along them and stops early. */
export const PULLS = [100, 20, 5, 1, 0.3] as const;

export type BaseRows = readonly Omit<CorrectionRow, 'weight'>[];

export interface Rung {
  readonly learnt: Learnt;
  /** Mean loss on the gaps that were learnt from. */
  readonly loss: number;
}

/** The gaps of the base model's own training, with nothing known of the pages' roles. */
export const baseRowsOf = (base: BaseModel, streams: readonly LabelledStream[]): BaseRows =>
  streams.flatMap(({ rows, labels }) =>
    scoreRows(base, rows).map(({ features, odds }, gap) => ({
      inputs: inputsOf(features, odds, NO_ROLES, NO_ROLES),
      baseOdds: odds,
      label: labels[gap] ?? 0,
    })),
  );

/** Documents in all streams together that are enough for a few documents, and rounds that many documents get. */
const DRAWN = 240;
const FEWEST_ROUNDS = 2;

/** One correction a strength of the pull, each begun where the one before ended. */
export function learnAlongPulls(
  documents: readonly SeenDocument[],
  base: BaseModel,
  baseRows: BaseRows,
  seed: number,
  pulls: readonly number[],
): Rung[] {
  const rounds = Math.max(FEWEST_ROUNDS, Math.ceil(DRAWN / documents.length));
  const lesson = prepareLesson(documents, drawLearningStreams(documents, rounds, base, seededRandom(seed)), baseRows);
  const rungs: Rung[] = [];
  for (const pull of pulls) {
    const learnt = learn(lesson, pull, rungs.at(-1)?.learnt);
    rungs.push({ learnt, loss: logisticLoss(learnt.correction, lesson.rows) });
  }
  return rungs;
}
