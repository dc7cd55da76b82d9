/** The decisions at the gaps of evaluated streams, by slices of them. */
import { evaluateStreams } from '../../../model-container/evaluation/metrics.ts';
import type { ScoredStream } from '../../../model-container/evaluation/stream-tally.ts';
import type { Stream } from '../../../model-container/synthetic/streams.ts';
import type { TrainingDocument } from '../../../model-container/training/training-documents.ts';
import { reliabilityOf } from './reliability.ts';
import type { Reliability } from './reliability.ts';

/** A stream with calibrated probabilities. */
export type CalibratedStream = ScoredStream & { readonly stream: Stream };

/** The decision at a gap, and the documents before and after it. */
export interface DecidedGap {
  readonly probability: number;
  readonly split: boolean;
  readonly label: number;
  readonly before: string;
  readonly after: string;
}

export const gapsOf = (streams: readonly CalibratedStream[]): DecidedGap[] =>
  streams.flatMap(({ probabilities, labels, stream: { documents, names } }) =>
    labels.map((label, gap) => ({
      probability: probabilities[gap] ?? 0,
      split: (probabilities[gap] ?? 0) > 0.5,
      label,
      before: names[documents[gap] ?? 0] ?? '',
      after: names[documents[gap + 1] ?? 0] ?? '',
    })),
  );

export interface Part {
  readonly pageF1: number;
  readonly errorRate: number;
  readonly gaps: number;
}

export interface HardDocument {
  readonly document: string;
  readonly wrong: number;
  readonly gaps: number;
}

export function partsBy(gaps: readonly DecidedGap[], partOf: (gap: DecidedGap) => string): Record<string, Part> {
  const parts = [...Map.groupBy(gaps, partOf)].sort(([, a], [, b]) => b.length - a.length);
  return Object.fromEntries(
    parts.map(([part, of]) => {
      const { pageF1, errorRate } = evaluateStreams([
        { labels: of.map(({ label }) => label), probabilities: of.map(({ split }) => Number(split)) },
      ]);
      return [part, { pageF1, errorRate, gaps: of.length }] as const;
    }),
  );
}

/** A function from the name of a document, `<source>/<name>`, to its language. */
export function languages(documents: readonly TrainingDocument[]): (name: string) => string {
  const known = new Map<string, string>(
    documents.map(
      ({ source, name, pages }) =>
        [`${source}/${name}`, pages.find((page) => page.language !== null)?.language ?? 'unknown'] as const,
    ),
  );
  return (name) => known.get(name) ?? 'unknown';
}

/** Gaps of a language from which its reliability is reported. */
const MIN_LANGUAGE_GAPS = 1000;

/** Of the probabilities, by kind of stream, and of clean streams by the length and language of the document before the gap. */
export function reliabilityBySlice(
  clean: readonly CalibratedStream[],
  scanned: readonly CalibratedStream[],
  documents: readonly TrainingDocument[],
): Record<string, Reliability> {
  const isMixed = ({ stream }: CalibratedStream) => stream.source === null;
  const pages = new Map(documents.map((document) => [`${document.source}/${document.name}`, document.pages.length]));
  const languageOf = languages(documents);
  const gaps = gapsOf(clean);
  const slices: [string, readonly DecidedGap[]][] = [
    ['clean', gaps],
    ['scanned', gapsOf(scanned)],
    ['mixed sources', gapsOf(clean.filter(isMixed))],
    ['one source', gapsOf(clean.filter((stream) => !isMixed(stream)))],
    ...Map.groupBy(gaps, ({ before }) => lengthName(pages.get(before) ?? 1)),
    ...[...Map.groupBy(gaps, ({ before }) => languageOf(before))].filter(([, of]) => of.length >= MIN_LANGUAGE_GAPS),
  ];
  return Object.fromEntries(slices.map(([name, of]) => [name, reliabilityOf(of)]));
}

/** The slice of a document of this many pages. */
function lengthName(pages: number): string {
  if (pages === 1) return '1 page';
  return pages <= 3 ? '2 to 3 pages' : pages <= 9 ? '4 to 9 pages' : '10 pages and more';
}

/** The documents with the most wrong gaps. A missed split is attributed to the document before it, a false split to the document that it divides. */
export const hardestDocuments = (gaps: readonly DecidedGap[]): HardDocument[] =>
  [...Map.groupBy(gaps, ({ before }) => before)]
    .map(([document, of]) => ({
      document,
      wrong: of.filter(({ split, label }) => Number(split) !== label).length,
      gaps: of.length,
    }))
    .sort((a, b) => b.wrong - a.wrong || (a.document < b.document ? -1 : 1))
    .slice(0, 20);
