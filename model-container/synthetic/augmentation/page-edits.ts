/** Augmentations that add printed text to page records: page numbers, and one line on every page of a stream. */
import type { PageRecord, Word } from '../../../core/documents/page-record.ts';
import type { Random } from '../../random.ts';

/** Position of a line of text, as shares of the page. */
interface Place {
  readonly across: number;
  readonly down: number;
  /** Height of the letters as a share of the page's height. */
  readonly height: number;
}

const drawPlace = (random: Random): Place => ({
  across: random.pick([0.06, 0.5, 0.94]),
  down: random.chance(0.6) ? 0.93 + 0.04 * random.next() : 0.02 + 0.05 * random.next(),
  height: 0.008 + 0.006 * random.next(),
});

/** The page with an additional line of text in a block of its own. */
function writeLine(page: PageRecord, text: string, { across, down, height }: Place): PageRecord {
  const tall = Math.max(4, Math.round(height * page.height));
  const parts = text.split(' ').filter((part) => part !== '');
  const widths = parts.map((part) => Math.max(1, Math.round(part.length * tall * 0.55)));
  const whole = widths.reduce((sum, width) => sum + width + tall / 2, 0);
  let x = Math.max(0, Math.round(across * (page.width - whole)));
  const y1 = Math.round(down * page.height);
  const last = page.words.reduce(
    (most, word) => ({ line: Math.max(most.line, word.line), block: Math.max(most.block, word.block) }),
    { line: -1, block: -1 },
  );
  const words = parts.map((part, at): Word => {
    const x1 = x;
    x += (widths[at] ?? 1) + Math.round(tall / 2);
    return {
      x1,
      y1,
      x2: x1 + (widths[at] ?? 1),
      y2: y1 + tall,
      text: part,
      entropy: 0,
      line: last.line + 1,
      block: last.block + 1,
    };
  });
  return {
    ...page,
    words: [...page.words, ...words],
    text_source: page.text_source === 'none' ? 'text_layer' : page.text_source,
  };
}

const NUMBER_FORMATS = [
  '{n}',
  '{n}',
  '- {n} -',
  'Page {n}',
  'Page {n} of {m}',
  'page {n}/{m}',
  '{n} of {m}',
  '{n}/{m}',
  'p. {n}',
  'Seite {n}',
  'Seite {n} von {m}',
  'Blatt {n}',
  'Página {n} de {m}',
  'Hoja {n} de {m}',
  'page {n} sur {m}',
  'Strona {n} z {m}',
  'Strana {n}',
  'Strana {n} z {m}',
  'Pag. {n} di {m}',
  'Blad {n} van {m}',
  '{n} ページ',
  '第 {n} 頁',
  '{n} / {m}',
];

const ROMAN_NUMERALS = ['i', 'ii', 'iii', 'iv', 'v'];

/** Numbering of a document's pages. The documents of one sender share it. */
export interface Numbering extends Place {
  readonly format: string;
  readonly onFirst: boolean;
  readonly from: number;
  /** Number of front matter pages, which are numbered separately in Roman numerals. */
  readonly front: number;
}

export const drawNumbering = (random: Random): Numbering => ({
  ...drawPlace(random),
  format: random.pick(NUMBER_FORMATS),
  onFirst: random.chance(0.75),
  from: random.chance(0.9) ? 1 : 1 + random.below(60),
  front: random.chance(0.9) ? 0 : 1 + random.below(4),
});

/** The pages with page numbers added in the given numbering. */
export function numberPages(pages: readonly PageRecord[], numbering: Numbering): PageRecord[] {
  const front = numbering.front < pages.length - 1 ? numbering.front : 0;
  const last = pages.length - front + numbering.from - 1;
  const textOf = (at: number) =>
    at < front
      ? (ROMAN_NUMERALS[at] ?? '')
      : numbering.format.replace('{n}', String(at - front + numbering.from)).replace('{m}', String(last));
  return pages.map((page, at) => (at === 0 && !numbering.onFirst ? page : writeLine(page, textOf(at), numbering)));
}

/** A line that a printer, a fax or an archive stamps on every page of a stream, across documents. */
export interface StreamLine extends Place {
  readonly text: string;
  /** Whether the line contains a counter over the pages of the stream. */
  readonly counts: boolean;
  /** First value of the counter. */
  readonly from: number;
}

export const drawStreamLine = (words: readonly string[], random: Random): StreamLine => ({
  ...drawPlace(random),
  text: [
    words.length === 0 ? '' : Array.from({ length: 1 + random.below(3) }, () => random.pick(words)).join(' '),
    `${1 + random.below(28)}.${1 + random.below(12)}.20${10 + random.below(20)}`,
  ].join(' '),
  counts: random.chance(0.5),
  from: random.pick([1, 1, 1 + random.below(400), 1 + random.below(9000)]),
});

/** @param at  position of the page in the stream, from 0 */
export const addStreamLine = (page: PageRecord, line: StreamLine, at: number): PageRecord =>
  writeLine(page, line.counts ? `${line.text} ${at + line.from}` : line.text, line);
