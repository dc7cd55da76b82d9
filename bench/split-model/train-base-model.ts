/**
 * Trains weights/base.json from page records:
 *   node bench/split-model/train-base-model.ts --records RECORDS [--auxiliary RECORDS] [--out FILE] [--seed N]
 *     [--streams N] [--members N] [--folds N] [--held-out N] [--stage-3-streams N]
 * RECORDS is a folder of page records with one folder per source, as bench/split-model/read-documents.ts writes it. The
 * sources of --auxiliary have a lower sampling weight. The same records, options and machine give the same file. Each
 * ensemble member is trained in a thread of its own; two members of 10,000 streams of 9,471 documents took 17 GB.
 * `npm run train:base` reads documents into page records first.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BASE_PLAN_OPTIONS, readBasePlan } from './base-plan-options.ts';
import { trainMembersInThreads } from './train-members.ts';
import { trainBaseModel } from '../../model-container/training/base/train-base.ts';
import { readCollections } from '../../model-container/training/training-documents.ts';
import { writeWeights } from '../../model-container/classifiers/weights-file.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    auxiliary: { type: 'string' },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../../model-container/weights/base.json', import.meta.url)),
    },
    ...BASE_PLAN_OPTIONS,
  },
});

const plan = readBasePlan(values);
const records = requiredRecords(values.records, 'node bench/split-model/train-base-model.ts');
const documents = await readCollections(records, values.auxiliary);
const log = (line: string) => {
  process.stderr.write(`${line}\n`);
};
const { text, training } = await trainBaseModel(documents, plan, log, () =>
  trainMembersInThreads({ records, auxiliary: values.auxiliary, plan }, log),
);
await writeWeights(values.out, text);
process.stdout.write(`${JSON.stringify({ weights: values.out, bytes: text.length, ...training })}\n`);
