/** Simulates documents that arrive at random (Poisson process). */
import type { StageSettings } from '../../../lib/settings.ts';
import { shapeOf } from '../../cost/document-shape.ts';
import type { DocumentShape } from '../../cost/document-shape.ts';
import { Agenda } from './agenda.ts';
import { ApiKey, Client } from '../client.ts';
import type { Ending } from '../client.ts';
import { Cloud } from '../cloud.ts';
import type { Limits } from '../quotas.ts';
import { Random } from './random.ts';

export interface Load {
  readonly pagesPerHour: number;
  /** Share of the documents that need OCR, 0 to 1. */
  readonly scanned: number;
  readonly seed: number;
  readonly settings: StageSettings;
  readonly limits: Limits;
}

export interface Outcome {
  readonly documents: number;
  readonly succeeded: number;
  /** Succeeded documents per hour, from the first upload to the last ending. */
  readonly documentsPerHour: number;
  /** Milliseconds from the first upload attempt to the result, for succeeded documents. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  readonly refused: number;
  readonly refusals: ReturnType<Cloud['refusals']>;
  readonly utilisations: ReturnType<Cloud['utilisations']>;
  readonly highestConcurrency: number;
  /** Highest number of documents that waited for their account's turn. */
  readonly mostWaiting: number;
  /** Highest number of executions of the pipeline at a time. */
  readonly mostRunning: number;
  readonly events: number;
}

/** One document in a hundred has 200 pages, the others 9 on average: 11 in total. */
const LONG_SHARE = 0.01;
const LONG_PAGES = 200;
const OTHER_PAGES = 9;
export const MEAN_PAGES = (1 - LONG_SHARE) * (OTHER_PAGES + 0.5) + LONG_PAGES * LONG_SHARE;

/** Duration of the arrivals in milliseconds, long enough for a steady state; at least 2,000 documents. */
const ARRIVALS_MS = 20 * 60_000;
const FEWEST_DOCUMENTS = 2000;
/** Each with one API key. */
const ACCOUNTS = 20;

/** Cache: many documents have the same shape. */
const shapes = new Map<string, DocumentShape>();
export const drawShape = (random: Random, scanned: number): DocumentShape => {
  const pages = random.next() < LONG_SHARE ? LONG_PAGES : 1 + Math.floor(random.exponential(OTHER_PAGES));
  const isScanned = random.next() < scanned;
  const name = `${pages} ${String(isScanned)}`;
  const known = shapes.get(name) ?? shapeOf(pages, isScanned);
  shapes.set(name, known);
  return known;
};

/** The percentile of the sorted values; 0 where there are none. @param share  0 to 1 */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

export const simulate = ({ pagesPerHour, scanned, seed, settings, limits }: Load): Outcome => {
  const agenda = new Agenda();
  const random = new Random(seed);
  const cloud = new Cloud(agenda, random, settings, limits);
  const meanGapMs = (3_600_000 * MEAN_PAGES) / pagesPerHour;
  const documents = Math.max(FEWEST_DOCUMENTS, Math.round(ARRIVALS_MS / meanGapMs));
  const keys = Array.from({ length: ACCOUNTS }, (_, at) => new ApiKey(String(at).padStart(2, '0')));
  const latencies: number[] = [];
  const endings: Record<Ending, number> = { succeeded: 0, failed: 0, refused: 0 };
  let lastMs = 0;
  const arrive = (left: number): void => {
    const begunMs = agenda.now;
    const key = keys[Math.floor(random.next() * keys.length)];
    if (key === undefined) throw new RangeError('A random number is below 1.');
    new Client(cloud, drawShape(random, scanned), key, (ending) => {
      endings[ending] += 1;
      lastMs = agenda.now;
      if (ending === 'succeeded') latencies.push(agenda.now - begunMs);
    }).upload();
    if (left > 1)
      agenda.in(random.exponential(meanGapMs), () => {
        arrive(left - 1);
      });
  };
  arrive(documents);
  const events = agenda.run();
  latencies.sort((a, b) => a - b);
  return {
    documents,
    succeeded: endings.succeeded,
    documentsPerHour: (endings.succeeded / lastMs) * 3_600_000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    failed: endings.failed,
    refused: endings.refused,
    refusals: cloud.refusals(),
    utilisations: cloud.utilisations(),
    highestConcurrency: cloud.running.highest,
    mostWaiting: cloud.admission.mostWaiting,
    mostRunning: cloud.admission.highest,
    events,
  };
};
