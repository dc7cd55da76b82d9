/**
 * Makes weights whose ensemble consists of the first member of each of several trainings:
 *   node bench/split-model/combine-members.ts WEIGHTS WEIGHTS … --out FILE
 * Members of trainings on different documents err on different gaps. Fine-tuning takes the quantile transform of the first
 * one (`quantilesOf`). The prior is the mean of theirs.
 */
import { parseArgs } from 'node:util';
import {
  formatWeights,
  readWeights,
  WeightsError,
  writeWeights,
} from '../../model-container/classifiers/weights-file.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
if (values.out === undefined || positionals.length < 2) {
  console.error('node bench/split-model/combine-members.ts WEIGHTS WEIGHTS … --out FILE');
  process.exit(2);
}
const trained = await Promise.all(positionals.map(readWeights));
const members = trained.map(({ ensemble: [member] }) => member).filter((member) => member !== undefined);
const priors = trained.map(({ calibration }) => calibration.prior).filter((prior) => prior !== undefined);
const [first, ...others] = trained.map(({ training }) => training);
if (first === undefined || priors.length < trained.length)
  throw new WeightsError('The weights to combine must state their prior.');
// The log-odds of each last stage are calibrated by its training.
const calibration = {
  slope: 1,
  intercept: 0,
  prior: priors.reduce((sum, prior) => sum + prior, 0) / priors.length,
};
const text = formatWeights({ ensemble: members, calibration }, first, others);
await writeWeights(values.out, text);
console.log(
  JSON.stringify({ weights: values.out, bytes: text.length, members: members.length, prior: calibration.prior }),
);
