/** Everything of a page that gap features are computed from. It is computed once a page and compared many times. */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { isBlank } from './blank-page.ts';
import { bodyLines, edgePieces, footLines, headLines, linesOfPage } from './page-lines.ts';
import type { PageLine } from './page-lines.ts';
import { readPageNumbering } from './page-numbering.ts';
import type { PageNumbering } from './page-numbering.ts';
import { readDetails } from './page-details.ts';
import type { PageDetails } from './page-details.ts';
import { layoutGrid, lineStarts, onWhitePaper, pictureBands, pictureCells, textSizes } from './page-picture.ts';
import { embedPicture } from './picture-embedding.ts';
import { printOfPage } from './page-print.ts';
import type { PagePrint } from './page-print.ts';
import { readFirstSigns, readLastSigns } from './page-signs.ts';
import { characterShingles, tokenShingles } from './shingles.ts';
import type { SparseCountVector } from './shingles.ts';

export interface PageView {
  /** As isBlank says: a blank verso, also one with a stamp of receipt. */
  readonly blank: boolean;
  /** The paper is not white. A blank page of coloured paper is a separator sheet. */
  readonly coloured: boolean;
  readonly hasText: boolean;
  readonly head: SparseCountVector;
  readonly foot: SparseCountVector;
  readonly body: SparseCountVector;
  /** The first three and the last three lines, with digits. */
  readonly edges: SparseCountVector;
  /** Tokens with at least two digits: invoice and order numbers, IBANs, dates, amounts. */
  readonly identifiers: SparseCountVector;
  /** Words of at least five letters: names, terms. */
  readonly terms: SparseCountVector;
  readonly grid: Float32Array;
  readonly starts: Float32Array;
  readonly sizes: Float32Array;
  readonly bands: readonly Float32Array[];
  /** Embedding of the picture. */
  readonly picture: Float32Array;
  /** One number a name of PAGE_MEASURES; NaN where the page does not determine it. */
  readonly measures: readonly number[];
  readonly numbering: PageNumbering;
  readonly details: PageDetails;
  readonly firstSigns: readonly number[];
  readonly lastSigns: readonly number[];
  readonly flow: TextFlow;
  readonly language: string | null;
  readonly fonts: PageFonts;
  readonly print: PagePrint;
}

/** Fonts of a page's text, each by a name of its own; none for a scan. */
export interface PageFonts {
  /** Embedded font files: two of one name and size are the same. */
  readonly files: ReadonlySet<string>;
  readonly typefaces: ReadonlySet<string>;
}

/** How the running text of a page begins and ends. */
export interface TextFlow {
  /** 1: the text begins inside a sentence (with a lower-case letter); 0: it does not; NaN: no text. */
  readonly beginsInside: number;
  /** 1: the last line of the body ends without a full stop; 0: with one; NaN: no text. */
  readonly endsInside: number;
  /** 1: the last line ends with a hyphen or a comma; 0: it does not; NaN: no text. */
  readonly endsBroken: number;
  /** First and last item number at the start of a body line ("3. …", "(4)", "Zadanie 12"); NaN if there is none. */
  readonly firstLeader: number;
  readonly lastLeader: number;
}

export const PAGE_MEASURES = [
  'left',
  'right',
  'top',
  'bottom',
  'body_size',
  'largest_size',
  'largest_down',
  'fill',
  'ink',
  'log_words',
  'digits',
  'capitals',
  'word_length',
  'words_a_line',
  'lines',
  'upper_text',
  'first_line_centred',
  'landscape',
] as const;

/** Grey value, 0 to 255, below which paper is not white in any scan. */
const COLOURED = 225;

/**
 * Mean entropy in bits per character above which the words of a page are not used: OCR hesitates between two characters
 * everywhere, in pictures and in scripts that it does not read.
 */
const UNREADABLE_ENTROPY = 1;

/** Computes the view of a page record. */
export function viewPage(read: PageRecord): PageView {
  const record = withReadableWords(read);
  const lines = linesOfPage(record);
  const downwards = [...lines].sort((a, b) => a.top - b.top || a.left - b.left);
  const body = bodyLines(lines);
  const sizes = lines.map((line) => line.size).sort((a, b) => a - b);
  const bodySize = sizes[sizes.length >> 1] ?? Number.NaN;
  const cells = onWhitePaper(pictureCells(record.thumbnail));
  const textOf = (part: readonly PageLine[]) => part.map((line) => line.folded).join('\n');
  const tokens = lines.flatMap((line) => line.folded.split(' ')).map(bareToken);
  return {
    blank: isBlank(record, lines),
    coloured: isColoured(record.thumbnail),
    hasText: lines.length > 0,
    head: characterShingles(textOf(headLines(downwards)), 'mask'),
    foot: characterShingles(textOf(footLines(downwards)), 'mask'),
    body: characterShingles(textOf(body), 'mask'),
    edges: characterShingles(textOf([...downwards.slice(0, 3), ...downwards.slice(-3)]), 'keep'),
    identifiers: tokenShingles(tokens.filter(isIdentifier)),
    terms: tokenShingles(tokens.filter(isTerm)),
    grid: layoutGrid(lines),
    starts: lineStarts(lines),
    sizes: textSizes(lines),
    bands: pictureBands(cells),
    picture: embedPicture(cells),
    measures: measurePage(record, lines, downwards, bodySize),
    numbering: readPageNumbering(downwards, edgePieces(record)),
    details: readDetails(downwards, bodySize),
    firstSigns: readFirstSigns(lines, bodySize),
    lastSigns: readLastSigns(downwards),
    flow: readFlow(body),
    language: record.language,
    fonts: fontsOf(record),
    print: printOfPage(record),
  };
}

const fontsOf = ({ fonts = [] }: PageRecord): PageFonts => ({
  files: new Set(fonts.filter(({ bytes }) => bytes > 0).map(({ name, bytes }) => `${name} ${bytes}`)),
  typefaces: new Set(fonts.map(({ name }) => name)),
});

/** Without handwriting that was not read. A page whose words are mere guesses has no words. */
function withReadableWords(record: PageRecord): PageRecord {
  let [characters, bits] = [0, 0];
  const words = record.words.filter(({ text }) => text !== '');
  for (const { text, entropy } of words) {
    characters += text.length;
    bits += entropy * text.length;
  }
  return bits > UNREADABLE_ENTROPY * characters
    ? { ...record, words: [], fulltext: '', language: null }
    : { ...record, words };
}

/** By the median grey value: most of any page is paper. */
function isColoured({ grey }: PageRecord['thumbnail']): boolean {
  const pixels = Buffer.from(grey, 'base64');
  let dark = 0;
  // By index, because an iterator over a buffer takes several times as long.
  for (let at = 0; at < pixels.length; at += 1) if ((pixels[at] ?? 255) < COLOURED) dark += 1;
  return 2 * dark > pixels.length;
}

/** Signs before and after a token. The signs at the end are tried from the first one on alone: a line may be all signs. */
const AROUND_TOKEN = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;
const bareToken = (token: string): string => (/^[a-z0-9]+$/.test(token) ? token : token.replace(AROUND_TOKEN, ''));
const isIdentifier = (token: string): boolean => token.length >= 4 && /[0-9].*[0-9]/u.test(token);
const isTerm = (token: string): boolean => token.length >= 5 && !/[0-9]/u.test(token);

function measurePage(
  record: PageRecord,
  lines: readonly PageLine[],
  downwards: readonly PageLine[],
  bodySize: number,
): number[] {
  const landscape = record.width > record.height ? 1 : 0;
  if (lines.length === 0)
    return PAGE_MEASURES.map((name) => (name === 'ink' ? record.ink : name === 'landscape' ? landscape : Number.NaN));
  const text = lines.map((line) => line.text).join(' ');
  const characters = countCharacters(text);
  const letters = Math.max(1, characters.letters);
  const words = lines.reduce((sum, line) => sum + line.words, 0);
  const largest = lines.reduce(
    (most, line) => (line.size > most.size && line.folded.length > 2 ? line : most),
    lines[0] ?? NO_LINE,
  );
  const first = downwards[0] ?? NO_LINE;
  const lefts = lines.map((line) => line.left).sort((a, b) => a - b);
  const rights = lines.map((line) => line.right).sort((a, b) => a - b);
  const body = bodyLines(lines);
  return [
    quantile(lefts, 0.1),
    quantile(rights, 0.9),
    first.top,
    Math.max(...lines.map((line) => line.bottom)),
    bodySize,
    largest.size / bodySize,
    largest.top,
    body.length === 0 ? 0 : Math.max(...body.map((line) => line.bottom)),
    record.ink,
    Math.log1p(words),
    characters.digits / Math.max(1, text.length),
    characters.capitals / letters,
    letters / words,
    words / lines.length,
    Math.log1p(lines.length),
    lines.filter((line) => line.top < 0.25).reduce((sum, line) => sum + line.words, 0) / words,
    1 - Math.min(1, 4 * Math.abs((first.left + first.right) / 2 - 0.5)),
    landscape,
  ];
}

const NO_LINE: PageLine = { text: '', folded: '', left: 0, right: 0, top: 0, bottom: 0, size: 0, words: 0 };
const CHARACTERS = { letter: /\p{L}/u, capital: /\p{Lu}/u, digit: /\p{Nd}/u };

/** Letters, capitals and digits in one pass; ASCII without a regular expression. */
function countCharacters(text: string): { letters: number; capitals: number; digits: number } {
  const counts = { letters: 0, capitals: 0, digits: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if (code >= 48 && code <= 57) counts.digits += 1;
      else if (code >= 65 && code <= 90) {
        counts.capitals += 1;
        counts.letters += 1;
      } else if (code >= 97 && code <= 122) counts.letters += 1;
    } else {
      const character = text.charAt(at);
      counts.letters += Number(CHARACTERS.letter.test(character));
      counts.capitals += Number(CHARACTERS.capital.test(character));
      counts.digits += Number(CHARACTERS.digit.test(character));
    }
  }
  return counts;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

const LEADER = /^\s*(?:[(§]|\p{L}{3,10}\s)?\s*([0-9]{1,3})\s*(?:[.):]|\s)\s*(?=\p{L}|[0-9]|$)/u;

function readFlow(body: readonly PageLine[]): TextFlow {
  const prose = body.filter((line) => line.words >= 3 || line.folded.length >= 12);
  const [first, last] = [prose[0], prose.at(-1)];
  const leaders = body.flatMap((line) => {
    const found = LEADER.exec(line.folded)?.[1];
    return found === undefined ? [] : [Number(found)];
  });
  return {
    beginsInside: first === undefined ? Number.NaN : Number(/^[^\p{L}\p{N}]*\p{Ll}/u.test(first.text)),
    endsInside: last === undefined ? Number.NaN : Number(!/[.!?:;。！？)]["'”»]?\s*$/u.test(last.text)),
    endsBroken: last === undefined ? Number.NaN : Number(/[-,‐–、]\s*$/u.test(last.text)),
    firstLeader: leaders[0] ?? Number.NaN,
    lastLeader: leaders.at(-1) ?? Number.NaN,
  };
}
