/**
 * Makes weights as sure of themselves as comes true on documents that came after them:
 *   npm run train:calibration -- --records RECORDS [--weights FILE] [--out FILE] [--streams N] [--seed N]
 * RECORDS holds page records of whole documents of sources that the weights were not trained on, one folder a source. --weights is weights/base.json where it is not
 * given, and what is written where --out is not given. The same records, weights and options give the same file.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { calibrateWeights } from './model/calibrate-weights.ts';
import { readTrainingDocuments } from './model/training-documents.ts';
import { readWeights, writeWeights } from './model/weights-file.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    weights: { type: 'string', default: fileURLToPath(new URL('./weights/base.json', import.meta.url)) },
    out: { type: 'string' },
    streams: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
});

const { text, training } = calibrateWeights(await readWeights(values.weights), await readTrainingDocuments(requiredRecords(values.records)), { streams: Number(values.streams), seed: Number(values.seed) });
const out = values.out ?? values.weights;
await writeWeights(out, text);
process.stdout.write(`${JSON.stringify({ weights: out, bytes: text.length, ...training })}\n`);
