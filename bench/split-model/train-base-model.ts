/**
 * Makes weights/base.json again:
 *   node bench/split-model/train-base-model.ts --records RECORDS [--further RECORDS] [--out FILE] [--seed N] [--streams N] [--members N] [--folds N] [--held-out N] [--third-look-streams N]
 * RECORDS holds page records of whole documents, one folder a source, as bench/split-model/read-documents.ts writes them; the sources of --further are
 * drawn less often than those of --records. The same
 * records, options and machine give the same file. `npm run train:base` reads documents first where it is given some.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BASE_PLAN_OPTIONS, readBasePlan } from './base-plan-options.ts';
import { trainBaseModel } from '../../model-container/training/base/train-base.ts';
import { readCollections } from '../../model-container/training/training-documents.ts';
import { writeWeights } from '../../model-container/classifiers/weights-file.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    further: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('../../model-container/weights/base.json', import.meta.url)) },
    ...BASE_PLAN_OPTIONS,
  },
});

const plan = readBasePlan(values);
const documents = await readCollections(requiredRecords(values.records, 'node bench/split-model/train-base-model.ts'), values.further);
const say = (line: string) => {
  process.stderr.write(`${line}\n`);
};
const { text, training } = await trainBaseModel(documents, plan, say);
await writeWeights(values.out, text);
process.stdout.write(`${JSON.stringify({ weights: values.out, bytes: text.length, ...training })}\n`);
