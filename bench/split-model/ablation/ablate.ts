/**
 * Feature ablation on held-out sources:
 *   npm run bench:ablate -- --records RECORDS [--training-streams N] [--evaluation-streams N] [--rounds N] [--folds N]
 *     [--seed N]
 * RECORDS is a folder of page records with one folder per source, as bench/split-model/read-documents.ts writes it.
 * Trains and evaluates on the same streams with all features, then without each feature family. The last line of the
 * output is one JSON object with all metrics.
 */
import { parseArgs } from 'node:util';
import { ablateFeatures } from './ablate-features.ts';
import type { Ablation } from './ablate-features.ts';
import { readTrainingDocuments } from '../../../model-container/training/training-documents.ts';
import { wholeNumber } from '../../../model-container/whole-number.ts';
import { requiredRecords } from '../required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    'training-streams': { type: 'string', default: '1500' },
    'evaluation-streams': { type: 'string', default: '80' },
    rounds: { type: 'string', default: '300' },
    folds: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
});
const plan = {
  folds: wholeNumber('--folds', values.folds, 3),
  trainingStreams: wholeNumber('--training-streams', values['training-streams'], 1),
  evaluationStreams: wholeNumber('--evaluation-streams', values['evaluation-streams'], 1),
  rounds: wholeNumber('--rounds', values.rounds, 1),
  seed: wholeNumber('--seed', values.seed, 0),
};
const documents = await readTrainingDocuments(requiredRecords(values.records, 'npm run bench:ablate --'));
const ablations: Ablation[] = [];
for await (const ablation of ablateFeatures(documents, plan)) {
  ablations.push(ablation);
  console.log(ablation.without ?? 'with all features', ablation.logLoss.toFixed(4));
}
console.table(
  Object.fromEntries(
    ablations.map(({ without, features, clean, scanned, logLoss }) => [
      without ?? '(all features)',
      {
        features,
        'page F1': clean.pageF1.toFixed(3),
        'document F1': clean.documentF1.toFixed(3),
        'page F1, scanned': scanned.pageF1.toFixed(3),
        'log-loss': logLoss.toFixed(4),
      },
    ]),
  ),
);
console.log(JSON.stringify({ bench: 'ablate', documents: documents.length, plan, ablations }));
