/** The tables of the OCR benchmark. */
import { seededRandom } from '../../model-container/random.ts';
import { intervalOfMean, mean, rounded } from '../statistics.ts';
import type { PageResult } from './page-result.ts';

/** Pages with fewer known words are reported apart: one word changes their F1 by a tenth. */
export const FEW_WORDS = 10;
/**
 * F1 below which neither engine reads the page: its text layer is most likely not what can be seen (a font of another
 * script with Latin codes), or no engine can read it. Such pages are reported apart.
 */
const DOUBTED = 0.1;
/** Difference in F1 from which one engine counts as worse on a page. */
const CLEAR_DIFFERENCE = 0.04;
/** F1 of a page that is lost, and of one that is read well. */
const [LOST, WELL_READ] = [0.5, 0.8] as const;

export interface Figures {
  readonly pages: number;
  readonly tearline: number;
  readonly tesseract: number;
  readonly difference: number;
  /** 95 % bootstrap confidence interval of the difference, over documents. */
  readonly interval: readonly [low: number, high: number];
  /** Share of pages on which Tearline is more than 0.04 below, and above. */
  readonly below: number;
  readonly above: number;
  /** Number of pages under 0.5 where tesseract has more than 0.8. */
  readonly lost: number;
  /** Share of pages without a word; all pages have words that can be seen. */
  readonly empty: number;
  readonly emptyTesseract: number;
  /** Mean processor time of a page, in milliseconds. */
  readonly milliseconds: number;
  readonly millisecondsTesseract: number;
}

export function figuresOf(results: readonly PageResult[]): Figures {
  const differences = results.map(({ tearline, tesseract }) => tearline.f1 - tesseract.f1);
  const share = (test: (result: PageResult) => boolean) => mean(results.map((result) => (test(result) ? 1 : 0)));
  const byDocument = Map.groupBy(results, ({ document }) => document).values();
  const groups = [...byDocument].map((pages) => pages.map(({ tearline, tesseract }) => tearline.f1 - tesseract.f1));
  return {
    pages: results.length,
    tearline: mean(results.map(({ tearline }) => tearline.f1)),
    tesseract: mean(results.map(({ tesseract }) => tesseract.f1)),
    difference: mean(differences),
    interval: intervalOfMean(groups, seededRandom(1)),
    below: share(({ tearline, tesseract }) => tearline.f1 < tesseract.f1 - CLEAR_DIFFERENCE),
    above: share(({ tearline, tesseract }) => tearline.f1 > tesseract.f1 + CLEAR_DIFFERENCE),
    lost: results.filter(isLost).length,
    empty: share(({ tearline }) => tearline.read === 0),
    emptyTesseract: share(({ tesseract }) => tesseract.read === 0),
    milliseconds: mean(results.map(({ tearline }) => tearline.milliseconds)),
    millisecondsTesseract: mean(results.map(({ tesseract }) => tesseract.milliseconds)),
  };
}

const isLost = ({ tearline, tesseract }: PageResult): boolean => tearline.f1 < LOST && tesseract.f1 > WELL_READ;

const HEAD = [
  'pages',
  'Tearline',
  'tesseract',
  'difference (95 %)',
  '> 0.04 below',
  'above',
  '< 0.5 vs > 0.8',
  'empty (tesseract)',
  'ms (ratio)',
];

const cellsOf = (figures: Figures): readonly string[] => [
  String(figures.pages),
  figures.tearline.toFixed(3),
  figures.tesseract.toFixed(3),
  `${signed(figures.difference)} (${figures.interval.map(signed).join(' to ')})`,
  percent(figures.below),
  percent(figures.above),
  String(figures.lost),
  `${percent(figures.empty)} (${percent(figures.emptyTesseract)})`,
  `${Math.round(figures.milliseconds)} (${rounded(figures.milliseconds / figures.millisecondsTesseract)})`,
];

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The table by kind of damage and by language. */
export function reportOf(results: readonly PageResult[]): string {
  const { ordinary = [], few = [], turned = [], doubted = [] } = Object.groupBy(results, groupOf);
  const plain = ordinary.filter(({ damage }) => damage === 'plain');
  const damaged = ordinary.filter(({ damage }) => damage !== 'plain');
  return [
    table('damage', [...rowsBy(ordinary, ({ damage }) => damage), ['all', ordinary]]),
    table(
      'language, plain scans',
      rowsBy(plain, ({ language }) => language),
    ),
    table(
      'language, other damage',
      rowsBy(damaged, ({ language }) => language),
    ),
    table(
      'source, plain scans',
      rowsBy(plain, ({ source }) => source),
    ),
    table('apart', [
      [`fewer than ${FEW_WORDS} words`, few],
      ['turned text', turned],
      [`neither reads ${DOUBTED}`, doubted],
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function groupOf({ turned, words, tearline, tesseract }: PageResult): 'ordinary' | 'few' | 'turned' | 'doubted' {
  if (turned) return 'turned';
  if (words < FEW_WORDS) return 'few';
  return Math.max(tearline.f1, tesseract.f1) < DOUBTED ? 'doubted' : 'ordinary';
}

/** The figures of each kind of damage and of all, without the pages that are reported apart. */
export function summaryOf(results: readonly PageResult[]): Readonly<Record<string, Figures>> {
  const ordinary = results.filter((result) => groupOf(result) === 'ordinary');
  const rows: readonly Row[] = [...rowsBy(ordinary, ({ damage }) => damage), ['all', ordinary]];
  return Object.fromEntries(rows.map(([name, pages]): [string, Figures] => [name, figuresOf(pages)]));
}

type Row = readonly [name: string, results: readonly PageResult[]];

const rowsBy = (results: readonly PageResult[], key: (result: PageResult) => string): readonly Row[] => [
  ...Map.groupBy(results, key),
];

function table(name: string, rows: readonly Row[]): string {
  const filled = rows.filter(([, results]) => results.length > 0);
  if (filled.length === 0) return '';
  const cells = [[name, ...HEAD], ...filled.map(([title, results]) => [title, ...cellsOf(figuresOf(results))])];
  const widths = [name, ...HEAD].map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  return [lines[0], `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.slice(1)].join('\n');
}

/** How many numbers with a point or comma both engines read on all pages, and how many without that mark. */
export function numbersOf(results: readonly PageResult[]): string {
  const of = (engine: 'tearline' | 'tesseract'): string => {
    const scores = results.flatMap((result) => result[engine].numbers ?? []);
    const all = (name: 'known' | 'read' | 'unmarked') => scores.reduce((sum, score) => sum + score[name], 0);
    return `${engine} ${all('read')} of ${all('known')}, and ${all('unmarked')} without the mark`;
  };
  return `Numbers with a point or comma: ${of('tearline')}; ${of('tesseract')}`;
}

/** Pages on which Tearline is clearly below, the worst first. */
export function lossesOf(results: readonly PageResult[]): readonly string[] {
  return results
    .filter(({ tearline, tesseract }) => tearline.f1 < tesseract.f1 - CLEAR_DIFFERENCE)
    .toSorted((a, b) => a.tearline.f1 - a.tesseract.f1 - b.tearline.f1 + b.tesseract.f1)
    .map(
      (result) =>
        `${nameOf(result)}: ${result.tearline.f1.toFixed(3)}, tesseract ${result.tesseract.f1.toFixed(3)}, ` +
        `${result.words} words; missed: ${result.missed.slice(0, 8).join(' ')}`,
    );
}

const nameOf = ({ document, page, damage, language }: PageResult): string =>
  `${damage} ${document} page ${page} (${language})`;

/** Pages whose F1 differs most between two runs of Tearline, and the means over the pages that both runs have. */
export function comparisonOf(before: readonly PageResult[], after: readonly PageResult[]): string {
  const keyOf = ({ document, page, damage }: PageResult) => `${damage} ${document} ${page}`;
  const earlier = new Map(before.map((result) => [keyOf(result), result]));
  const pairs = after.flatMap((result) => {
    const old = earlier.get(keyOf(result));
    return old === undefined ? [] : [{ old, result, change: result.tearline.f1 - old.tearline.f1 }];
  });
  const changed = pairs.filter(({ change }) => Math.abs(change) >= 0.01).toSorted((a, b) => a.change - b.change);
  const lines = changed.map(
    ({ old, result, change }) =>
      `${signed(change)} ${nameOf(result)}: ${old.tearline.f1.toFixed(3)} to ${result.tearline.f1.toFixed(3)}, ` +
      `tesseract ${result.tesseract.f1.toFixed(3)}`,
  );
  const meanOf = (values: readonly number[], digits: number) => mean(values).toFixed(digits);
  return [
    ...lines,
    `${pairs.length} pages in both: F1 ${meanOf(
      pairs.map(({ old }) => old.tearline.f1),
      4,
    )} to ${meanOf(
      pairs.map(({ result }) => result.tearline.f1),
      4,
    )}; ${changed.filter(({ change }) => change > 0).length} better, ` +
      `${changed.filter(({ change }) => change < 0).length} worse by 0.01 or more; processor time ${meanOf(
        pairs.map(({ old }) => old.tearline.milliseconds),
        0,
      )} to ${meanOf(
        pairs.map(({ result }) => result.tearline.milliseconds),
        0,
      )} ms a page`,
  ].join('\n');
}
