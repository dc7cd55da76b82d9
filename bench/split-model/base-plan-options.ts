/** How the base model is trained, as the programs that train it are told. */
import { DEFAULT_STAGE_3_STREAMS } from '../../model-container/training/base/train-stage-3.ts';
import type { BasePlan } from '../../model-container/training/base/train-base.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';

/** As `parseArgs` takes them, with what the shipped weights were trained with. */
export const BASE_PLAN_OPTIONS = {
  seed: { type: 'string', default: '1' },
  streams: { type: 'string', default: '8000' },
  members: { type: 'string', default: '2' },
  folds: { type: 'string', default: '3' },
  'held-out': { type: 'string', default: '1' },
  'third-look-streams': { type: 'string', default: String(DEFAULT_STAGE_3_STREAMS) },
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
    stage3Streams: wholeNumber('--third-look-streams', options['third-look-streams'], 1),
  };
}
