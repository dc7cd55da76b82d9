/**
 * Adds a stage 5 to each member of trained weights:
 *   node bench/split-model/add-stage-5.ts WEIGHTS --records RECORDS [--records RECORDS …] --out FILE [--streams N] [--seed N]
 * RECORDS has page records of sources that no member has learnt from. A stage 5 that the weights have is replaced.
 */
import { parseArgs } from 'node:util';
import { STAGE_DEFINITIONS } from '../../model-container/classifiers/split-model.ts';
import {
  formatWeights,
  readWeights,
  WeightsError,
  writeWeights,
} from '../../model-container/classifiers/weights-file.ts';
import { STAGE_5_TREES, trainStage5 } from '../../model-container/training/base/train-stage-5.ts';
import { readTrainingDocuments } from '../../model-container/training/training-documents.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    records: { type: 'string', multiple: true },
    out: { type: 'string' },
    streams: { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
  },
});
const [path] = positionals;
if (path === undefined || values.records === undefined || values.out === undefined) {
  console.error('node bench/split-model/add-stage-5.ts WEIGHTS --records RECORDS [--records RECORDS …] --out FILE');
  process.exit(2);
}
const plan = {
  streams: wholeNumber('--streams', values.streams, 1),
  seed: wholeNumber('--seed', values.seed, 0),
  boosting: STAGE_5_TREES,
};
const EARLIER = STAGE_DEFINITIONS.length - 1;
const weights = await readWeights(path);
const documents = (await Promise.all(values.records.map((folder) => readTrainingDocuments(folder)))).flat();
const trained = weights.ensemble.map(({ stages }) => {
  if (stages.length < EARLIER) throw new WeightsError(`A member of ${path} lacks a stage: it has ${stages.length}.`);
  const earlier = stages.slice(0, EARLIER);
  const { stage5, data } = trainStage5(documents, { stages: earlier }, plan);
  return { member: { stages: [...earlier, stage5] }, data };
});
const text = formatWeights(
  { ensemble: trained.map(({ member }) => member), calibration: weights.calibration },
  { ...weights.training, stage_5_training: trained.map(({ data }) => data) },
  weights.furtherTrainings,
);
await writeWeights(values.out, text);
console.log(JSON.stringify({ weights: values.out, bytes: text.length, trainings: trained.map(({ data }) => data) }));
