/**
 * Trains trees of stage 4 on sources that the weights have not learnt from, and adds them to those that stage 4 has, whose
 * log-odds are averaged. Nothing else of the weights changes:
 *   node bench/split-model/add-stage-4-trees.ts --records RECORDS [--weights FILE] [--out FILE]
 *     [--stage-4-streams N] [--seed N]
 * RECORDS are page records as bench/split-model/read-documents.ts writes them. The stages 1 to 3 of each ensemble member
 * score their part of the streams. Every member gets the same trees.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { STAGE_DEFINITIONS } from '../../model-container/classifiers/split-model.ts';
import { STAGE_4 } from '../../model-container/classifiers/stage-4.ts';
import { formatWeights, readWeights, writeWeights } from '../../model-container/classifiers/weights-file.ts';
import { sampledUniformly } from '../../model-container/training/base/residual-stage.ts';
import { STAGE_4_TREES, trainStage4AfterStage3 } from '../../model-container/training/base/train-stage-4.ts';
import { readTrainingDocuments } from '../../model-container/training/training-documents.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    weights: { type: 'string' },
    out: { type: 'string' },
    'stage-4-streams': { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
  },
});
const path = values.weights ?? fileURLToPath(new URL('../../model-container/weights/base.json', import.meta.url));
const weights = await readWeights(path);
const before = STAGE_DEFINITIONS.indexOf(STAGE_4);
const members = weights.ensemble.map(({ stages }) => {
  const present = stages[before];
  if (present === undefined) throw new RangeError(`The weights ${path} have no stage 4.`);
  return { stages: stages.slice(0, before), present };
});
const documents = sampledUniformly(
  await readTrainingDocuments(requiredRecords(values.records, 'node bench/split-model/add-stage-4-trees.ts')),
);
const trained = trainStage4AfterStage3(
  members.map(({ stages }) => ({ documents, member: { stages } })),
  {
    streams: wholeNumber('--stage-4-streams', values['stage-4-streams'], members.length),
    seed: wholeNumber('--seed', values.seed, 0),
    boosting: STAGE_4_TREES,
  },
);
if (trained === undefined) throw new RangeError('None of the documents has fonts.');
const { stage4, data } = trained;
const text = formatWeights(
  {
    ensemble: members.map(({ stages, present }) => ({
      stages: [...stages, { ...present, trees: [...present.trees, ...stage4.trees] }],
    })),
    calibration: weights.calibration,
  },
  { ...weights.training, stage_4_training: [...(weights.training.stage_4_training ?? []), data] },
);
await writeWeights(values.out ?? path, text);
console.log(JSON.stringify({ weights: values.out ?? path, bytes: text.length, ...data }));
