/** The table of the handwriting benchmark. */
import { seededRandom } from '../../model-container/random.ts';
import { intervalOfRatio, rounded } from '../statistics.ts';

/**
 * What reads the lines: the optional reader and the recogniser of print are given the known lines, the service has to
 * find them on the page and to tell them from print.
 */
export const READERS = ['reader', 'service', 'print'] as const;
export type Reader = (typeof READERS)[number];

/** A known line with the edits from its text to what each reader read. */
export interface ScoredLine {
  readonly characters: number;
  readonly edits: Readonly<Record<Reader, number>>;
  /** Whether the service read any text where the line is. */
  readonly found: boolean;
}

export interface ScoredPage {
  readonly source: string;
  readonly language: string;
  readonly written: string;
  readonly lines: readonly ScoredLine[];
}

export interface ErrorRate {
  /** Edits per character of the true text. */
  readonly rate: number;
  /** 95 % bootstrap percentile interval over samples of the pages. */
  readonly interval: readonly [low: number, high: number];
}

/** The rate over all characters of the pages: long lines and long pages count more. 0 without pages. */
export function errorRate(pages: readonly ScoredPage[], reader: Reader): ErrorRate {
  const sums = pages.map(({ lines }) => ({
    sum: lines.reduce((sum, { edits }) => sum + edits[reader], 0),
    count: lines.reduce((sum, { characters }) => sum + characters, 0),
  }));
  const [edits, characters] = [
    sums.reduce((all, { sum }) => all + sum, 0),
    sums.reduce((all, { count }) => all + count, 0),
  ];
  return { rate: edits / Math.max(1, characters), interval: intervalOfRatio(sums, seededRandom(1)) };
}

/** The goal for neat writing, in edits per character: the table counts the pages that the reader reads as well as that. */
const NEAT_GOAL = 0.08;

/** A table in Markdown: a row for each source, and one for all where there are several. */
export function reportTable(pages: readonly ScoredPage[]): string[] {
  const groups = Map.groupBy(pages, ({ source, language, written }) => `${source}, ${language}, ${written}`);
  const rows = [...groups].map(([name, own]) => rowOf(name, own));
  return [
    '| source, language, written | pages | lines | characters | the reader | the service | recogniser of print | lines found | pages ≤ 8 % |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    ...(groups.size > 1 ? [rowOf('**all**', pages)] : []),
  ];
}

function rowOf(name: string, pages: readonly ScoredPage[]): string {
  const lines = pages.flatMap((page) => page.lines);
  const found = lines.filter((line) => line.found).length / Math.max(1, lines.length);
  const neat = pages.filter((page) => errorRate([page], 'reader').rate <= NEAT_GOAL).length;
  const cells = READERS.map((reader) => formatRate(errorRate(pages, reader)));
  const characters = lines.reduce((sum, line) => sum + line.characters, 0);
  return `| ${[name, pages.length, lines.length, characters, ...cells, rounded(found), neat].join(' | ')} |`;
}

const formatRate = ({ rate, interval: [low, high] }: ErrorRate): string =>
  `${rate.toFixed(3)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
