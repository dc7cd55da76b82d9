/**
 * Trains the embedding of page pictures (model-container/features/pages/picture-embedding.json) from page records:
 *   npm run train:picture-embedding -- --records RECORDS [--auxiliary RECORDS] [--dimensions N] [--seed N]
 * RECORDS is a folder of page records with one folder per source, as bench/split-model/read-documents.ts writes it.
 * Each document is a class; each page is there twice, as it is and with scan noise. The same records give the same file.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pictureCells } from '../../../model-container/features/pages/page-picture.ts';
import { darknessOf } from '../../../model-container/features/pages/picture-embedding.ts';
import { seededRandom } from '../../../model-container/random.ts';
import { drawScanProfile, scanPage } from '../../../model-container/synthetic/augmentation/page-noise.ts';
import { readCollections } from '../../../model-container/training/training-documents.ts';
import type { TrainingDocument } from '../../../model-container/training/training-documents.ts';
import { wholeNumber } from '../../../model-container/whole-number.ts';
import { requiredRecords } from '../required-records.ts';
import { linearDiscriminants } from './linear-discriminants.ts';
import type { Discriminants, Sample } from './linear-discriminants.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    auxiliary: { type: 'string' },
    dimensions: { type: 'string', default: '32' },
    seed: { type: 'string', default: '1' },
  },
});
const dimensions = wholeNumber('--dimensions', values.dimensions, 1, 256);
const random = seededRandom(wholeNumber('--seed', values.seed, 0));
const records = requiredRecords(values.records, 'npm run train:picture-embedding --');
const documents = await readCollections(records, values.auxiliary);
const samples = [...Map.groupBy(documents, ({ source }) => source).values()].flatMap(samplesOf);
const path = join(import.meta.dirname, '../../../model-container/features/pages/picture-embedding.json');
await writeFile(path, `${JSON.stringify(packed(linearDiscriminants(samples, dimensions)))}\n`);
console.log(JSON.stringify({ documents: documents.length, pages: samples.length / 2, dimensions, path }));

/** Samples of the documents of one source. A source weighs as much as the square root of its number of pages. */
function samplesOf(of: readonly TrainingDocument[]): Sample[] {
  const weight = 1 / Math.sqrt(of.reduce((sum, { pages }) => sum + pages.length, 0));
  return of.flatMap(({ source, name, pages }) => {
    const profile = drawScanProfile(random);
    return pages
      .flatMap((page) => [page, scanPage(page, profile, random)])
      .map(({ thumbnail }) => ({
        vector: darknessOf(pictureCells(thumbnail)),
        group: `${source}/${name}`,
        weight,
      }));
  });
}

/** The projection in 8-bit numbers with a scale for each dimension, and the mean of the projected vectors. */
function packed({ mean, directions }: Discriminants): object {
  const scales = directions.map((direction) => Math.max(...direction.map(Math.abs)) / 127);
  const weights = directions.map((direction, at) => direction.map((value) => Math.round(value / (scales[at] ?? 1))));
  const projection = new Int8Array(mean.length * directions.length);
  for (const [at, direction] of weights.entries())
    for (const [cell, value] of direction.entries()) projection[cell * directions.length + at] = value;
  const means = weights.map((direction, at) =>
    direction.reduce((sum, value, cell) => sum + value * (scales[at] ?? 0) * (mean[cell] ?? 0), 0),
  );
  return {
    scales: scales.map((scale) => Number(scale.toPrecision(6))),
    means: means.map((value) => Number(value.toPrecision(6))),
    projection: Buffer.from(projection.buffer).toString('base64'),
  };
}
