/**
 * Makes weights/base-features.gz, the sample of the base model's training streams that fine-tuning uses:
 *   npm run train:base-features -- --records RECORDS [--auxiliary RECORDS] [--out FILE] [--seed N]
 * RECORDS as for train:base. Must be run whenever the features change. The same records and seed give the same file.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCollections } from '../../model-container/training/training-documents.ts';
import { requiredRecords } from './required-records.ts';
import { writeBaseFeatures } from '../../model-container/training/fine-tuning/base-features.ts';
import { drawBaseFeatures } from '../../model-container/training/base/sample-base-features.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    auxiliary: { type: 'string' },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../../model-container/weights/base-features.gz', import.meta.url)),
    },
    seed: { type: 'string', default: '1' },
  },
});

const seed = wholeNumber('--seed', values.seed, 0);
const streams = drawBaseFeatures(
  await readCollections(requiredRecords(values.records, 'npm run train:base-features --'), values.auxiliary),
  seed,
);
const bytes = await writeBaseFeatures(values.out, streams);
const gaps = streams.reduce((sum, { labels }) => sum + labels.length, 0);
process.stdout.write(`${JSON.stringify({ file: values.out, bytes, streams: streams.length, gaps })}\n`);
