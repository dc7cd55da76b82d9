/**
 * Page numbers on a page, in about thirty languages. They are features that the model weighs, not rules, because a page
 * may also contain, for example, "Paragraph 7".
 */
import { EDGE } from './page-lines.ts';
import type { PageLine } from './page-lines.ts';

export interface PageNumbering {
  /** The page's own number, and the total where it is given ("2 of 3", "Seite 2 / 3"). */
  readonly number: number | null;
  readonly total: number | null;
  /** `stated`: with a word for page or with a total; `bare`: a number alone in the head or the foot. */
  readonly strength: 'stated' | 'bare' | 'none';
  /** In Roman numerals, as front matter is numbered. */
  readonly roman: boolean;
  /** All small numbers at the start or the end of a line in the head or the foot: weak evidence. */
  readonly candidates: readonly Candidate[];
}

/** A number that may be a page number. */
export interface Candidate {
  readonly number: number;
  /** The second number of "2/3" and "2 of 3". */
  readonly total: number | null;
  readonly roman: boolean;
  /** Position, in shares of the page's width and height. */
  readonly across: number;
  readonly down: number;
}

/** Words for "page" and "of" in languages beside the ten of sign-words.ts. */
const [PAGE_ELSEWHERE, OF_ELSEWHERE] = [
  'sida|side|sivu|stranica|pàgina|sayfa|trang|halaman|страница|сторінка|σελίδα|עמוד|페이지',
  'av|af|od|iz|din|из|із|з|от|από',
];
/** "str. 2" in Polish and Czech, but not "Berliner Str. 2", "Konrad-Adenauer-Str. 2" and "Str. 2a". */
const NOT_STREET =
  '(?<!-|(?:er|lange|kurze|neue|alte|obere|untere|große|kleine|breite|hohe) )str\\.(?!\\s?[0-9]+\\s?[a-z](?!\\p{L}))';
/** "blz. 2" in Dutch, but not "BLZ 500 105 17", the code of a German bank. */
const NOT_BANK_CODE = 'blz\\.?(?!\\s?:?\\s?[0-9]{3}\\s?[0-9]{3}\\s?[0-9]{2})';
const EAST_ASIAN_PAGE = 'ページ|頁|页';
/** English, German, French, Spanish, Slovak, Czech, Polish, Italian, Dutch, Japanese; then others. */
const PAGE_WORD = `(?:pages?|pg\\.?|seite|blatt|bl\\.|página|pagina|pág\\.?|pag\\.?|hoja|folha|feuille|foglio|strana|strany|strona|stránka|${NOT_STREET}|blad|bladzijde|${NOT_BANK_CODE}|${EAST_ASIAN_PAGE}|${PAGE_ELSEWHERE}|pagină|oldal|стр\\.?|стор\\.?|σελ\\.?|쪽|s\\.|p\\.)`;
const OF_WORD = `(?:of|von|v\\.|sur|de|di|del|z|ze|van|${OF_ELSEWHERE}|од|מתוך|out\\s+of|/|\\||-|中|のうち)(?:\\s*(?:celkem|celkom|a\\s+total\\s+of|un\\s+total\\s+de))?`;
/** Between the word and the number: "Page: 2", "Page | 2", "Seite - 2 -", "Page No. 2", "Blatt-Nr. 2", "Seitennummer 2". */
const BEFORE_NUMBER = '(?:\\(s\\))?(?:n?nummer|[\\s-]*(?:n[°o.º]*|nr\\.?|č\\.?|number))?\\s*[-–:#(|]?\\s*';
const NUMBER = '([0-9]{1,4}|[〇一二三四五六七八九十百]{1,5})';
/** "679/1986" is the reference of a letter. */
const YEAR = '(?:19|20)[0-9]{2}';

const STATED = [
  new RegExp(
    `(?:^|[^\\p{L}])${PAGE_WORD}${BEFORE_NUMBER}${NUMBER}\\s*(?:${OF_WORD}|\\((?:celkem|celkom|insgesamt|total)?)\\s*${NUMBER}(?![0-9])`,
    'u',
  ),
  new RegExp(`(?:^|[^0-9.,/])${NUMBER}\\s*${OF_WORD}\\s*${NUMBER}\\s*(?:${PAGE_WORD})(?![\\p{L}0-9])`, 'u'),
  new RegExp(`第\\s*${NUMBER}\\s*(?:${EAST_ASIAN_PAGE})(?:\\s*[/(,]?\\s*[全共]\\s*${NUMBER})?`, 'u'),
  new RegExp(
    `^\\s*[([-]?\\s*([1-9][0-9]{0,3})\\s*(?:of|von|sur|van|z|ze|di|de|${OF_ELSEWHERE}|/)(?:\\s*(?:celkem|celkom))?\\s*(?!${YEAR})([1-9][0-9]{0,3})\\s*[)\\]-]?\\s*$`,
    'u',
  ),
  // "2. Seite des Zeugnisses von Anna Weber".
  /^\s*([1-9][0-9]?)\.\s?(?:seite|blatt)\s(?:des|der|zum|zur|vom|von)\s\p{L}/u,
  new RegExp(
    `(?:^|[^\\p{L}])(?:pages?|seite|blatt|página|pagina|pág\\.?|pag\\.?|strana|strona|stránka|${EAST_ASIAN_PAGE}|${NOT_STREET}|${NOT_BANK_CODE}|hoja|${PAGE_ELSEWHERE}|стр\\.|σελ\\.)${BEFORE_NUMBER}${NUMBER}(?![0-9])`,
    'u',
  ),
  new RegExp(
    `(?:^|[^0-9])${NUMBER}\\s*(?:${EAST_ASIAN_PAGE}|쪽|페이지|\\.?\\s?(?:strana|strona|oldal)|\\|\\s?${PAGE_WORD})\\s*$`,
    'u',
  ),
];
/** The total first: "3ページ中2ページ", "全5頁中2頁". */
const TOTAL_FIRST = new RegExp(
  `(?:[全共]\\s*)?${NUMBER}\\s*(?:${EAST_ASIAN_PAGE})\\s*(?:中|のうち|,)?の?\\s*(?:第\\s*)?${NUMBER}\\s*(?:${EAST_ASIAN_PAGE})`,
  'u',
);
/** A digit 1 after a word for "page" or "of" that was recognised as a letter; "Page | 2" has another number. */
const LETTER_FOR_ONE = new RegExp(
  `((?:^|[^\\p{L}])${PAGE_WORD}\\s*|[0-9]\\s+(?:of|von|sur|van)\\s+)[il|](?=[\\s/]|$)(?!\\s*[0-9])`,
  'gu',
);
/** A word of single letters: "P a g e". */
const SPACED_LETTERS = /(?<![\p{L}\p{N}])\p{L}(?: \p{L}){3,}(?![\p{L}\p{N}])/gu;
/** A spreadsheet prints "2/" where the total is left out. */
const BARE = new RegExp(
  `^[\\s\\-–—„‚\\u00ad~|.([_•·]*(?:p\\.?\\s*|s\\.?\\s*)?${NUMBER}[\\s\\-–—\\u00ad~|/.)\\]_•·]*$`,
  'u',
);
/**
 * A number on a line of its own that is a page number wherever it stands near the edge of the page. OCR makes low quotation marks
 * of a dash.
 */
const BETWEEN_DASHES = /^[\p{Pd}„‚]\s?[0-9]{1,3}\s?\p{Pd}$/u;
/** Share of the page's height, at its top and at its bottom, that may contain a letterhead with the page number below it. */
const NEAR_EDGE = 0.25;
const ROMAN = /^[\s\-–—(.]*(?=[ivx])((?:x{0,3})(?:ix|iv|v?i{0,3}))[\s\-–—).]*$/u;
/** A number before or after a running head. "A-5" and "3-17" are numbers within a chapter. */
const AT_START =
  /^[\s#([•·|–—\u00ad-]*(?:(?:[a-z]{1,2}|[0-9]{1,2})\s?[-–]\s?)?([0-9]{1,4})(?=[\s\])|.,•·–—\u00ad-]|$)/u;
const AT_END = /(?:^|[\s#([•·|–—\u00ad-])(?:(?:[a-z]{1,2}|[0-9]{1,2})\s?[-–]\s?)?([0-9]{1,4})[\s\])|.,•·–—\u00ad-]*$/u;
/** The same with a total. Numbers with a leading 0 are left out: they are parts of dates. */
const PLAIN = '([1-9][0-9]{0,3})';
const OF_AT_EDGE = '\\s?(?:/|\\||of|von|sur|de|di|z|ze|van|af|av)\\s?';
const TOTAL_AT_START = new RegExp(`^[\\s#([–—-]*${PLAIN}${OF_AT_EDGE}${PLAIN}(?=[\\s\\])]|$)`, 'u');
const TOTAL_AT_END = new RegExp(`(?:^|[\\s#([–—-])${PLAIN}${OF_AT_EDGE}${PLAIN}[\\s\\])]*$`, 'u');
/** Anywhere in a line, as browsers print it. */
const TOTAL_IN_BRACKETS = new RegExp(`\\(\\s?${PLAIN}${OF_AT_EDGE}${PLAIN}\\s?\\)`, 'u');
/** Two numbers and nothing else: the slash between them was drawn or not recognised. */
const PAIR = new RegExp(`^${PLAIN}\\s${PLAIN}$`, 'u');
/** A number after one of these words is not a page number. */
const OTHER_NUMBER =
  /(?:no|nr|n°|nº|num|numer|number|nummer|numéro|número|invoice|rechnung|tel|fax|vol|date|datum|id|ref)\s?[.:]*\s?#?\s?[0-9]\P{L}*$/u;

/** For example "pp. 20-26" in a list of references. */
const RANGE = /[0-9]\s?[-–]\s?[0-9]/u;
/** Candidates of a page at most. */
const MAX_CANDIDATES = 16;

const NONE: PageNumbering = { number: null, total: null, strength: 'none', roman: false, candidates: [] };

/**
 * Finds the page number in the head or the foot, and "page n of m" anywhere on the page.
 * @param lines  of the page, from top to bottom
 * @param pieces  of the lines in the head and the foot, as `edgePieces` returns them
 */
export function readPageNumbering(lines: readonly PageLine[], pieces: readonly PageLine[]): PageNumbering {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return NONE;
  const edges = lines.filter((line) => line.bottom < EDGE || line.top > 1 - EDGE);
  const alone = numbersAlone(lines);
  const candidates = distinct([...pieces, ...edges, first, last, ...alone].flatMap(candidatesOf)).slice(
    0,
    MAX_CANDIDATES,
  );
  const stated =
    firstOf([...pieces, ...edges], statedNumber) ??
    firstOf(edges, numberWithTotal) ??
    firstOf(
      lines.filter((line) => !RANGE.test(line.folded)),
      (line) => withTotal(statedNumber(line)),
    );
  if (stated !== undefined) return { ...stated, strength: 'stated', roman: false, candidates };
  // The outermost lines come first, and the bottom before the top: page numbers are most frequent there.
  const outermost = pieces.filter((piece) => piece.bottom <= first.bottom || piece.top >= last.top);
  const bare =
    firstOf([last, first], bareNumber) ??
    firstOf(outermost.toReversed(), bareNumber) ??
    firstOf(edges.toReversed(), bareNumber) ??
    firstOf(
      alone.filter(({ folded }) => BETWEEN_DASHES.test(folded)),
      bareNumber,
    );
  if (bare !== undefined) return { ...bare, total: null, strength: 'bare', candidates };
  return { ...NONE, candidates };
}

/** Lines near the top and the bottom that consist of a number, with no other text at their height. */
const numbersAlone = (lines: readonly PageLine[]): PageLine[] =>
  lines.filter((line) => {
    const middle = (line.top + line.bottom) / 2;
    return (
      (line.bottom < NEAR_EDGE || line.top > 1 - NEAR_EDGE) &&
      BARE.test(line.folded) &&
      !lines.some((other) => other !== line && other.top < middle && other.bottom > middle)
    );
  });

type Stated = { readonly number: number; readonly total: number | null };

function statedNumber(line: PageLine): Stated | undefined {
  if (line.folded.length > 400) return undefined;
  const text = line.folded.replace(SPACED_LETTERS, (word) => word.replaceAll(' ', '')).replace(LETTER_FOR_ONE, '$11');
  const [, whole, part] = TOTAL_FIRST.exec(text) ?? [];
  if (whole !== undefined && part !== undefined && numberOf(part) >= 1 && numberOf(part) <= numberOf(whole))
    return { number: numberOf(part), total: numberOf(whole) };
  for (const pattern of STATED) {
    const found = pattern.exec(text);
    if (found?.[1] === undefined) continue;
    const number = numberOf(found[1]);
    const total = found[2] === undefined ? null : numberOf(found[2]);
    if (number >= 1 && number <= 2000 && (total === null || (total >= number && total <= 2000)))
      return { number, total };
  }
  return undefined;
}

const withTotal = (stated: Stated | undefined): Stated | undefined =>
  stated === undefined || stated.total === null ? undefined : stated;

function bareNumber(line: PageLine): (Pick<PageNumbering, 'roman'> & { readonly number: number }) | undefined {
  const found = BARE.exec(line.folded)?.[1];
  if (found !== undefined && numberOf(found) >= 1 && numberOf(found) <= 999)
    return { number: numberOf(found), roman: false };
  const roman = ROMAN.exec(line.folded)?.[1];
  return roman === undefined ? undefined : { number: romanNumber(roman), roman: true };
}

function numberWithTotal(line: PageLine): Stated | undefined {
  for (const pattern of [TOTAL_AT_END, TOTAL_AT_START, TOTAL_IN_BRACKETS]) {
    const [, number, total] = pattern.exec(line.folded) ?? [];
    if (Number(number) <= Number(total) && Number(total) > 1 && Number(total) <= 999)
      return { number: Number(number), total: Number(total) };
  }
  return undefined;
}

function candidatesOf(line: PageLine): Candidate[] {
  const down = (line.top + line.bottom) / 2;
  const bare = bareNumber(line);
  if (bare !== undefined) return [{ ...bare, total: null, across: (line.left + line.right) / 2, down }];
  const pair = PAIR.exec(line.folded);
  const counted =
    numberWithTotal(line) ??
    (pair !== null && Number(pair[1]) <= Number(pair[2])
      ? { number: Number(pair[1]), total: Number(pair[2]) }
      : undefined);
  if (counted !== undefined)
    return [{ ...counted, roman: false, across: TOTAL_AT_START.test(line.folded) ? line.left : line.right, down }];
  const found: Candidate[] = [];
  const [start, end] = [
    AT_START.exec(line.folded)?.[1],
    OTHER_NUMBER.test(line.folded) ? undefined : AT_END.exec(line.folded)?.[1],
  ];
  if (mayBePageNumber(start)) found.push({ number: Number(start), total: null, roman: false, across: line.left, down });
  if (mayBePageNumber(end)) found.push({ number: Number(end), total: null, roman: false, across: line.right, down });
  return found;
}

/** Years are excluded. */
const mayBePageNumber = (digits: string | undefined): boolean =>
  digits !== undefined && Number(digits) >= 1 && !(Number(digits) >= 1900 && Number(digits) < 2100);

const distinct = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(
    candidates.map((candidate) => [
      `${candidate.number} ${candidate.across.toFixed(2)} ${candidate.down.toFixed(2)}`,
      candidate,
    ]),
  ).values(),
];

function numberOf(text: string): number {
  return /^[0-9]+$/u.test(text) ? Number(text) : kanjiNumber(text);
}

const KANJI = '一二三四五六七八九';

/** Value of a kanji numeral up to 999: 23 for 二十三 and 二三. */
function kanjiNumber(text: string): number {
  if (!/[十百]/u.test(text)) return Number(Array.from(text, (sign) => KANJI.indexOf(sign) + 1).join(''));
  let value = 0;
  let digit = 0;
  for (const sign of text) {
    if (sign === '十' || sign === '百') {
      value += (digit === 0 ? 1 : digit) * (sign === '十' ? 10 : 100);
      digit = 0;
    } else {
      digit = KANJI.indexOf(sign) + 1;
    }
  }
  return value + digit;
}

const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

function romanNumber(text: string): number {
  const values = Array.from(text, (sign) => ROMAN_VALUES[sign] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

function firstOf<T>(lines: readonly PageLine[], read: (line: PageLine) => T | undefined): T | undefined {
  for (const line of lines) {
    const found = read(line);
    if (found !== undefined) return found;
  }
  return undefined;
}
