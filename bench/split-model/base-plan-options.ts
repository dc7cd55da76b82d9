/** Command-line options of the programs that train the base model. */
import { DEFAULT_STAGE_3_STREAMS } from '../../model-container/training/base/train-stage-3.ts';
import type { BasePlan } from '../../model-container/training/base/train-base.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';

/** Options for `parseArgs`. The defaults are those of the second member of the shipped weights. */
export const BASE_PLAN_OPTIONS = {
  seed: { type: 'string', default: '1' },
  streams: { type: 'string', default: '10000' },
  members: { type: 'string', default: '2' },
  folds: { type: 'string', default: '3' },
  'held-out': { type: 'string', default: '2' },
  'stage-3-streams': { type: 'string', default: String(DEFAULT_STAGE_3_STREAMS) },
} as const;

/** @throws RangeError */
export function readBasePlan(options: Readonly<Record<keyof typeof BASE_PLAN_OPTIONS, string>>): BasePlan {
  const folds = wholeNumber('--folds', options.folds, 3);
  return {
    seed: wholeNumber('--seed', options.seed, 0),
    streams: wholeNumber('--streams', options.streams, 1),
    members: wholeNumber('--members', options.members, 1),
    folds,
    heldOut: wholeNumber('--held-out', options['held-out'], 1, folds),
    stage3Streams: wholeNumber('--stage-3-streams', options['stage-3-streams'], 1),
  };
}
