/** The layout that all documents of one synthetic sender share. */
import type { Random } from '../../random.ts';
import type { Language } from './language.ts';
import { address, companyName, digits, iban, phrase, shortText } from './prose.ts';
import type { Typeface } from './sheet.ts';

/** The pages of a document that have a header, a footer or a page number. */
export type Pages = 'first' | 'all' | 'following' | 'last' | 'none';

export interface Letterhead {
  readonly on: Pages;
  readonly align: 'left' | 'centre' | 'right';
  /** The first line is the sender's name, in a font larger by `scale`. */
  readonly lines: readonly string[];
  readonly scale: number;
  readonly rule: boolean;
  readonly logo:
    | {
        readonly at: 'left' | 'centre' | 'right';
        readonly wide: number;
        readonly high: number;
        readonly darkness: number;
      }
    | undefined;
}

export interface Foot {
  readonly on: Pages;
  /** Text columns side by side, with the same number of lines each. */
  readonly columns: readonly (readonly string[])[];
  readonly rule: boolean;
}

export interface PageNumbers {
  readonly format: string;
  readonly across: 'left' | 'centre' | 'right' | 'outside';
  readonly at: 'top' | 'bottom';
  readonly on: Pages;
  /** Text before the page number in the same line; may be empty. */
  readonly before: string;
}

/** A line at the top of pages with the document's title, reference, sender or date. */
export interface RunningHead {
  readonly on: Pages;
  readonly shows: 'title' | 'reference' | 'sender' | 'date' | 'document';
  readonly align: 'left' | 'centre' | 'right';
}

export interface TableStyle {
  readonly rules: 'all' | 'rows' | 'head' | 'none';
  readonly shaded: boolean;
  readonly repeatHead: boolean;
  readonly carries: boolean;
}

export interface Layout {
  readonly language: Language;
  readonly width: number;
  readonly height: number;
  readonly face: Typeface;
  /** In pixels. */
  readonly margin: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly size: number;
  /** Line pitch relative to the font size. */
  readonly pitch: number;
  readonly headingScale: number;
  readonly titleScale: number;
  readonly titleAlign: 'left' | 'centre' | 'right';
  readonly headingBold: boolean;
  readonly paragraphGap: number;
  readonly indent: number;
  readonly columns: 1 | 2;
  readonly letterhead: Letterhead;
  readonly foot: Foot;
  readonly numbers: PageNumbers;
  readonly runningHead: RunningHead;
  readonly table: TableStyle;
  readonly dateFormat: string;
  /** Format of reference numbers. `#` is a digit. */
  readonly referenceFormat: string;
  readonly currency: string;
  /** Position of labels such as "Our reference": a box on the right, a column, one line, or none. */
  readonly facts: 'right' | 'left' | 'line' | 'none';
  readonly sender: string;
}

const DPI = 220;
const millimetres = (length: number): number => Math.round((length / 25.4) * DPI);
const points = (size: number): number => (size / 72) * DPI;

const PAPERS: readonly (readonly [number, number])[] = [
  [1819, 2573],
  [1819, 2573],
  [1819, 2573],
  [1819, 2573],
  [1870, 2420],
  [1870, 2420],
  [1283, 1819],
  [1870, 3080],
];

export function drawLayout(language: Language, random: Random): Layout {
  const [width, height] = random.pick(PAPERS);
  const side = 9 + 20 * random.next();
  const size = points(7.5 + 4.5 * random.next());
  const sender = companyName(language, random);
  return {
    language,
    width,
    height,
    sender,
    size,
    face: { narrow: 0.86 + 0.28 * random.next(), mono: random.chance(0.08), weight: 0.7 + 0.8 * random.next() },
    margin: {
      left: millimetres(side),
      right: millimetres(random.chance(0.7) ? side : 8 + 25 * random.next()),
      top: millimetres(7 + 20 * random.next()),
      bottom: millimetres(7 + 14 * random.next()),
    },
    pitch: 1.1 + 0.5 * random.next() ** 2,
    headingScale: 1 + 0.5 * random.next(),
    titleScale: random.chance(0.35) ? 1 : 1.1 + 1.2 * random.next(),
    titleAlign: random.pick(['left', 'left', 'centre', 'centre', 'right']),
    headingBold: random.chance(0.75),
    paragraphGap: random.chance(0.6) ? 0.2 + 0.6 * random.next() : 0,
    indent: random.chance(0.25) ? size * (1 + 2 * random.next()) : 0,
    columns: random.chance(0.1) ? 2 : 1,
    letterhead: drawLetterhead(language, sender, random),
    foot: drawFoot(language, sender, random),
    numbers: drawNumbers(language, random),
    runningHead: {
      on: random.pick(['none', 'none', 'none', 'none', 'following', 'following', 'all']),
      shows: random.pick(['title', 'title', 'reference', 'reference', 'sender', 'date', 'document']),
      align: random.pick(['left', 'centre', 'right']),
    },
    table: {
      rules: random.pick(['all', 'rows', 'head', 'none']),
      shaded: random.chance(0.3),
      repeatHead: random.chance(0.6),
      carries: random.chance(0.35),
    },
    dateFormat: random.pick(language.dates),
    referenceFormat: drawReferenceFormat(random),
    currency: random.pick(language.currencies),
    facts: random.pick(['right', 'left', 'line', 'none']),
  };
}

function drawLetterhead(language: Language, sender: string, random: Random): Letterhead {
  const contact = [
    ...address(language, random),
    `${phrase(language, 'phone', random)} ${digits(random, 3)} ${digits(random, 6)}`,
    `www.${digits(random, 2)}${random.pick(['post', 'info', 'web'])}.example`,
  ];
  const lines = [
    sender,
    ...(random.chance(0.4) ? [shortText(language, random)] : []),
    ...contact.slice(0, random.below(contact.length + 1)),
  ];
  return {
    on: random.pick(['first', 'first', 'first', 'first', 'all', 'none', 'none']),
    align: random.pick(['left', 'centre', 'right']),
    lines: random.chance(0.3)
      ? [sender, lines.slice(1).join(random.pick([' · ', ', ', ' | ']))].filter((line) => line !== '')
      : lines,
    scale: random.chance(0.2) ? 1 : 1.1 + 1.4 * random.next(),
    rule: random.chance(0.35),
    logo: random.chance(0.5)
      ? {
          at: random.pick(['left', 'centre', 'right']),
          wide: 0.05 + 0.25 * random.next() ** 2,
          high: 0.02 + 0.06 * random.next(),
          darkness: 0.2 + 0.7 * random.next(),
        }
      : undefined,
  };
}

function drawFoot(language: Language, sender: string, random: Random): Foot {
  const facts = [
    sender,
    ...address(language, random),
    ...(random.chance(0.3) ? [`IBAN ${iban(language, random)}`] : []),
    `${phrase(language, 'vat', random)} ${language.code.toUpperCase()}${digits(random, 9)}`,
    `${phrase(language, 'phone', random)} ${digits(random, 8)}`,
    shortText(language, random),
    `www.${digits(random, 3)}.example`,
  ];
  const count = 1 + random.below(4);
  const lines = count > 1 ? 2 + random.below(3) : 1 + random.below(2);
  return {
    on: random.pick(['none', 'none', 'none', 'none', 'none', 'first', 'all', 'last']),
    columns: Array.from({ length: count }, (_, column) =>
      Array.from({ length: lines }, (__, line) => facts[(column * lines + line) % facts.length] ?? sender),
    ),
    rule: random.chance(0.4),
  };
}

const drawNumbers = (language: Language, random: Random): PageNumbers => ({
  format: random.pick(language.pageNumbers),
  across: random.pick(['left', 'centre', 'centre', 'right', 'right', 'outside']),
  at: random.chance(0.7) ? 'bottom' : 'top',
  on: random.pick(['none', 'none', 'none', 'all', 'all', 'all', 'following', 'following']),
  before: random.chance(0.15)
    ? random.pick([shortText(language, random), digits(random, 5), `${digits(random, 2)}/${digits(random, 4)}`])
    : '',
});

function drawReferenceFormat(random: Random): string {
  const letters = Array.from({ length: 1 + random.below(3) }, () => String.fromCharCode(65 + random.below(26))).join(
    '',
  );
  return random.pick([
    '########',
    '#####',
    `${letters}-######`,
    `${letters}/####/##`,
    `${letters} ## ### ###`,
    '20##-####',
    `${letters}#######`,
    '###/##/####',
    '## ### ####',
  ]);
}

/** Whether `pages` includes the page at position `at` (from 0) of a document of `count` pages. */
export const standsOn = (pages: Pages, at: number, count: number): boolean =>
  pages === 'all' ||
  (pages === 'first' && at === 0) ||
  (pages === 'following' && at > 0) ||
  (pages === 'last' && at === count - 1);
