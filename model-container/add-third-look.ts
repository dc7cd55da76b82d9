/**
 * Teaches weights to look a third time, by documents that came after their training:
 *   npm run train:third-look -- --records RECORDS [--weights FILE] [--out FILE] [--streams N] [--groups N] [--seed N]
 * RECORDS holds page records of whole documents of sources that the weights were not trained on, one folder a source. --weights is weights/base.json where it is not
 * given, and what is written where --out is not given; a third look that they have is learnt anew. The same records, weights, options and machine give the same file.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addThirdLook, DEFAULT_THIRD_LOOK } from './model/learn-third-look.ts';
import { readTrainingDocuments } from './model/training-documents.ts';
import { readWeights, writeWeights } from './model/weights-file.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    weights: { type: 'string', default: fileURLToPath(new URL('./weights/base.json', import.meta.url)) },
    out: { type: 'string' },
    streams: { type: 'string', default: String(DEFAULT_THIRD_LOOK.streams) },
    groups: { type: 'string', default: String(DEFAULT_THIRD_LOOK.groups) },
    seed: { type: 'string', default: String(DEFAULT_THIRD_LOOK.seed) },
  },
});

const plan = { ...DEFAULT_THIRD_LOOK, streams: Number(values.streams), groups: Number(values.groups), seed: Number(values.seed) };
const { text, training } = addThirdLook(await readWeights(values.weights), await readTrainingDocuments(requiredRecords(values.records)), plan, (line) => { process.stderr.write(`${line}\n`); });
const out = values.out ?? values.weights;
await writeWeights(out, text);
process.stdout.write(`${JSON.stringify({ weights: out, bytes: text.length, ...training })}\n`);
