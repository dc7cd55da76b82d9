/**
 * Trains stage 4 for given weights, whose other stages stay as they are:
 *   node bench/split-model/train-stage-4.ts --records RECORDS [--auxiliary RECORDS] --weights FILE [--out FILE]
 *     [--streams N] [--stage-4-streams N] [--seed N]
 * RECORDS are page records as bench/split-model/read-documents.ts writes them. Three groups of sources are held out in
 * turn: stages 1 and 2 are trained on N streams of the others, so that stage 4 learns from out-of-fold scores. Every
 * ensemble member of FILE gets the same stage 4. `npm run train:base` trains all stages together.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  calibrationFrom,
  DEFAULT_FIT,
  drawTrainingGroups,
  foldsBySource,
  requireGroups,
  StackedTraining,
} from '../../model-container/training/base/fit-model.ts';
import { trainWithoutGroup } from '../../model-container/training/base/train-base.ts';
import type { ScoredGroup } from '../../model-container/training/base/train-base.ts';
import { trainStage4, STAGE_4_TREES } from '../../model-container/training/base/train-stage-4.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { readCollections } from '../../model-container/training/training-documents.ts';
import { STAGE_DEFINITIONS } from '../../model-container/classifiers/split-model.ts';
import { STAGE_4 } from '../../model-container/classifiers/stage-4.ts';
import { formatWeights, readWeights, writeWeights } from '../../model-container/classifiers/weights-file.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    auxiliary: { type: 'string' },
    weights: { type: 'string' },
    out: { type: 'string' },
    streams: { type: 'string', default: '2400' },
    'stage-4-streams': { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
  },
});
const FOLDS = 3;
/** Streams of each kind by which the stage-2 scores of a group are calibrated. */
const CALIBRATION_STREAMS = 150;

const path = values.weights ?? fileURLToPath(new URL('../../model-container/weights/base.json', import.meta.url));
const weights = await readWeights(path);
const seed = wholeNumber('--seed', values.seed, 0);
const documents = await readCollections(
  requiredRecords(values.records, 'node bench/split-model/train-stage-4.ts'),
  values.auxiliary,
);
const folds = foldsBySource(documents, FOLDS);
requireGroups(folds.length);
const plan = { ...DEFAULT_FIT, seed, streams: wholeNumber('--streams', values.streams, FOLDS) };
const groups = drawTrainingGroups(folds, plan);
const training = new StackedTraining(plan);
const heldOut: ScoredGroup[] = [];
for (const [at, of] of folds.entries()) {
  heldOut.push(await trainWithoutGroup(of, at, groups, training, seed, CALIBRATION_STREAMS));
  console.error(`held out ${at + 1} of ${folds.length}`);
}
const trained = trainStage4(heldOut, calibrationFrom(heldOut.flatMap(({ streams }) => streams)), {
  streams: wholeNumber('--stage-4-streams', values['stage-4-streams'], FOLDS),
  seed,
  boosting: STAGE_4_TREES,
});
if (trained === undefined) throw new RangeError('None of the documents has fonts.');
const text = formatWeights(
  {
    ensemble: weights.ensemble.map(({ stages }) => ({
      stages: [...stages.slice(0, STAGE_DEFINITIONS.indexOf(STAGE_4)), trained.stage4],
    })),
    calibration: weights.calibration,
  },
  { ...weights.training, stage_4_training: [trained.data] },
);
await writeWeights(values.out ?? path, text);
console.log(JSON.stringify({ weights: values.out ?? path, bytes: text.length, ...trained.data }));
