/** Streams of a customer's documents for training and evaluation, with the inputs and the label of each gap. */
import { gapFeatures } from '../../features/gap-features.ts';
import type { Random } from '../../random.ts';
import { scoreRows } from '../../classifiers/workflow/base-scores.ts';
import type { BaseModel } from '../../classifiers/workflow/base-scores.ts';
import type { PreparedDocument, PreparedPage } from './prepared-documents.ts';
import type { HashedPageFeatures } from '../../features/pages/hashed-page-features.ts';

export interface StreamGap {
  /** Numbers of the documents before and after the gap. */
  readonly left: number;
  readonly right: number;
  /** Position of the page before the gap in its document, from 0. */
  readonly leftPlace: number;
  /** 1: a document ends here. */
  readonly label: number;
  /** Quantile-transformed features of the base model. */
  readonly features: Float32Array;
  /** Calibrated log-odds of the base model; MASKED_LOG_ODDS for a masked gap. */
  readonly baseLogOdds: number;
  readonly hashedFeatures: readonly [HashedPageFeatures, HashedPageFeatures];
  /** The same gap has the same key in every stream. */
  readonly key: string;
}

export type StreamGaps = readonly StreamGap[];

/**
 * Weights of the gaps: the copies of a gap within a document have a total weight of 1, and so have all ends of a
 * document, in however many streams they occur. A document's end has another next document each time, so that
 * unweighted ends would dominate.
 */
export function weighGaps(gaps: readonly StreamGap[]): number[] {
  const times = Map.groupBy(gaps, ({ key }) => key);
  const documents = new Set(gaps.flatMap(({ left, right }) => [left, right])).size;
  const boundaries = gaps.reduce((sum, { label }) => sum + label, 0);
  return gaps.map(({ key, label }) => (label === 1 ? documents / boundaries : 1 / (times.get(key)?.length ?? 1)));
}

/** Mean number of documents of a stream. */
const MEAN_DOCUMENTS = 9;
/** Share of the training streams that consist of noisy pages. */
const NOISY_SHARE = 0.3;

/**
 * Evaluation streams: each document occurs once per round. Documents of a merged file also form a stream in its order.
 */
export function drawEvaluationStreams(
  documents: readonly PreparedDocument[],
  rounds: number,
  base: BaseModel,
  random: Random,
): StreamGaps[] {
  return [...drawRounds(documents, rounds, random), ...mergedRuns(documents)].map((stream) =>
    gapsOf(
      stream,
      stream.map(({ pages }) => pages),
      base,
    ),
  );
}

/** Training streams, drawn like evaluation streams; some have scan noise. */
export function drawTrainingStreams(
  documents: readonly PreparedDocument[],
  rounds: number,
  base: BaseModel,
  random: Random,
): StreamGaps[] {
  return [...drawRounds(documents, rounds, random), ...mergedRuns(documents)].map((stream) => {
    const noisy = random.chance(NOISY_SHARE);
    return gapsOf(
      stream,
      stream.map((document) => (noisy ? document.noisyPages : document.pages)),
      base,
    );
  });
}

/** All documents once a round, in random order, cut into streams of random length. */
function drawRounds(documents: readonly PreparedDocument[], rounds: number, random: Random): PreparedDocument[][] {
  const streams: PreparedDocument[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const shuffled = random.shuffle(documents);
    while (shuffled.length > 0) {
      const length = Math.max(2, random.poisson(MEAN_DOCUMENTS));
      // A single remaining document would be a stream without a boundary: it joins the stream before.
      streams.push(shuffled.splice(0, shuffled.length - length < 2 ? shuffled.length : length));
    }
  }
  return streams;
}

/** Runs of consecutive documents of merged files. A missing document, such as a duplicate, ends a run. */
export function mergedRuns(documents: readonly PreparedDocument[]): PreparedDocument[][] {
  const runs: PreparedDocument[][] = [];
  for (const of of Map.groupBy(
    documents.filter(({ merged }) => merged !== null),
    ({ merged }) => merged?.file,
  ).values()) {
    let last = Number.NaN;
    for (const document of of.sort((a, b) => placeOf(a) - placeOf(b))) {
      if (placeOf(document) === last + 1) runs.at(-1)?.push(document);
      else runs.push([document]);
      last = placeOf(document);
    }
  }
  // A run of one document has no boundary to train on.
  return runs.filter((run) => run.length > 1);
}

const placeOf = ({ merged }: PreparedDocument): number => merged?.place ?? 0;

function gapsOf(
  documents: readonly PreparedDocument[],
  preparedPages: readonly (readonly PreparedPage[])[],
  base: BaseModel,
): StreamGap[] {
  const pages = preparedPages.flatMap((of, at) =>
    of.map((page, place) => ({ page, number: documents[at]?.number ?? 0, place })),
  );
  const rows = gapFeatures(pages.map(({ page }) => page.view));
  const scored = scoreRows(base, rows);
  return scored.map(({ features, logOdds }, gap) => {
    const [left, right] = [pages[gap], pages[gap + 1]];
    if (left === undefined || right === undefined) throw new RangeError(`There is no gap ${gap}.`);
    return {
      left: left.number,
      right: right.number,
      leftPlace: left.place,
      label: left.number === right.number ? 0 : 1,
      features,
      baseLogOdds: logOdds,
      hashedFeatures: [left.page.hashedFeatures, right.page.hashedFeatures],
      key: `${left.number}.${left.place} ${right.number}.${right.place}`,
    };
  });
}
