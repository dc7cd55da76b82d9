/**
 * Prints how the confidences of the split model are distributed, how many gaps each review threshold marks, and how
 * often a gap before a blank page is a boundary:
 *   npm run bench:confidences -- --records RECORDS [--weights FILE] [--streams 1000] [--seed 1]
 * RECORDS is a folder of page records with one folder per source, as bench/split-model/read-documents.ts writes it. The
 * documents are put together to streams like those of the evaluation (bench:split). Without --weights the shipped
 * weights are used. Ends with status 1 where two thresholds mark the same gaps. The last line of the output is one JSON
 * object.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BLANK_PAGE_PROBABILITY } from '../../core/splitting/fit-density.ts';
import { streamProbabilities } from '../../model-container/calibration/gap-probabilities.ts';
import { logOddsOfGaps } from '../../model-container/classifiers/split-model.ts';
import { readWeights } from '../../model-container/classifiers/weights-file.ts';
import { viewPage } from '../../model-container/features/pages/page-view.ts';
import { EVALUATION_STREAMS } from '../../model-container/synthetic/streams.ts';
import { drawStreams } from '../../model-container/training/base/fit-model.ts';
import { readTrainingDocuments } from '../../model-container/training/training-documents.ts';
import type { TrainingDocument } from '../../model-container/training/training-documents.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { confidenceBins, marksOf } from './confidence-table.ts';
import { requiredRecords } from './required-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    weights: { type: 'string', default: join(import.meta.dirname, '../../model-container/weights/base.json') },
    streams: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
const folder = requiredRecords(values.records, 'npm run bench:confidences --');
const count = wholeNumber('--streams', values.streams, 1);
const seed = wholeNumber('--seed', values.seed, 0);

const { ensemble, calibration } = await readWeights(values.weights);
const documents = await readTrainingDocuments(folder);
// The offset of the evaluation's clean streams, so that one seed gives the same streams in both programs.
const streams = drawStreams(documents, EVALUATION_STREAMS, count, seed + 100).map(({ rows, labels }) => ({
  labels,
  probabilities: streamProbabilities(logOddsOfGaps(ensemble, rows), calibration),
}));
const bins = confidenceBins(streams);
const marks = marksOf(bins);
const blanks = countBlankPages(documents);
const gaps = bins.reduce((sum, bin) => sum + bin.gaps, 0);

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
console.log(`${gaps} gaps of ${count} streams of ${documents.length} documents`);
console.table(
  bins.map((bin) => ({
    confidence: bin.to === 1 ? `above ${bin.from}` : `${bin.from} to ${bin.to}`,
    gaps: bin.gaps,
    share: percent(bin.gaps / gaps),
    'decided wrongly': percent(bin.gaps === 0 ? 0 : bin.wrong / bin.gaps),
  })),
);
console.table(marks.map((mark) => ({ ...mark, share: percent(mark.gaps / gaps) })));
console.table({ ...blanks, 'probability that the model states': BLANK_PAGE_PROBABILITY });
console.log(
  JSON.stringify({ bench: 'confidences', documents: documents.length, count, seed, gaps, bins, marks, blanks }),
);
if (marks.some(({ more }) => more === 0)) process.exitCode = 1;

/** Documents that begin with a blank page, and blank pages after the first page of a document. */
function countBlankPages(of: readonly TrainingDocument[]) {
  const blank = of.map(({ pages }) => pages.map((page) => viewPage(page).blank));
  return {
    documents: of.length,
    begin_with_a_blank_page: blank.filter(([first]) => first === true).length,
    blank_pages_after_the_first: blank.reduce((sum, pages) => sum + pages.slice(1).filter(Boolean).length, 0),
  };
}
