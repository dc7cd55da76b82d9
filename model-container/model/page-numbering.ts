/**
 * Page numbers as they stand on a page, in ten languages. Never a hard rule: what is found here are hints that the
 * network weighs, since a scan of page 7 may also say "Paragraph 7".
 */
import type { PageLine } from './page-lines.ts';

export interface PageNumbering {
  /** The page's own number, with the total where the page says it ("2 of 3", "Seite 2 / 3"). */
  readonly number: number | null;
  readonly total: number | null;
  /** `stated`: with a word for page or a total; `bare`: a number alone in head or foot. */
  readonly strength: 'stated' | 'bare' | 'none';
  /** Every small number at the start or the end of a line in head or foot, with its place: weak hints. */
  readonly candidates: readonly { readonly number: number; readonly across: number; readonly down: number }[];
}

/** English, German, French, Spanish, Slovak, Czech, Polish, Italian, Dutch, Japanese; then neighbours seen in mixed mail. */
const PAGE_WORD = '(?:pages?|pg\\.?|seite|blatt|bl\\.|página|pagina|pág\\.?|pag\\.?|hoja|folha|feuille|foglio|strana|strany|strona|stránka|str\\.|stranica|blad|bladzijde|blz\\.?|sida|side|sivu|ページ|頁|s\\.|p\\.)';
const OF_WORD = '(?:of|von|sur|de|di|del|z|ze|van|av|af|od|iz|out\\s+of|/|\\||-|中|のうち)';
const NUMBER = '([0-9]{1,4}|[一二三四五六七八九十百]{1,5})';

const STATED = [
  new RegExp(`(?:^|[^\\p{L}])${PAGE_WORD}\\s*(?:n[°o.º]*\\s*)?[:#(]?\\s*${NUMBER}\\s*(?:${OF_WORD}|\\()\\s*${NUMBER}(?![0-9])`, 'u'),
  new RegExp(`(?:^|[^0-9.,/])${NUMBER}\\s*${OF_WORD}\\s*${NUMBER}\\s*(?:${PAGE_WORD})(?![\\p{L}0-9])`, 'u'),
  new RegExp(`第\\s*${NUMBER}\\s*(?:ページ|頁)(?:\\s*[/(（]?\\s*全\\s*${NUMBER})?`, 'u'),
  new RegExp(`^\\s*[([-]?\\s*${NUMBER}\\s*(?:of|von|sur|van|z|ze|di|de|/)\\s*${NUMBER}\\s*[)\\]-]?\\s*$`, 'u'),
  new RegExp(`(?:^|[^\\p{L}])(?:pages?|seite|blatt|página|pagina|pág\\.?|pag\\.?|strana|strona|stránka|ページ|頁|str\\.|blz\\.?|sida|hoja)\\s*(?:n[°o.º]*\\s*)?[:#]?\\s*${NUMBER}(?![0-9])`, 'u'),
  new RegExp(`(?:^|[^0-9])${NUMBER}\\s*(?:ページ|頁|\\.?\\s?(?:strana|strona|oldal))\\s*$`, 'u'),
];
const BARE = new RegExp(`^[\\s\\-–—~|.([_•·]*(?:p\\.?\\s*|s\\.?\\s*)?${NUMBER}[\\s\\-–—~|.)\\]_•·]*$`, 'u');
const ROMAN = /^[\s\-–—(.]*((?:x{0,3})(?:ix|iv|v?i{0,3}))[\s\-–—).]*$/u;
const AT_EDGE = /^([0-9]{1,3})(?=\s)|\s([0-9]{1,3})$/u;

const NONE: PageNumbering = { number: null, total: null, strength: 'none', candidates: [] };

/** Looks in the top and bottom 12 % for a page number, and anywhere for "page n of m". */
export function readPageNumbering(lines: readonly PageLine[]): PageNumbering {
  const edges = lines.filter((line) => line.bottom < 0.12 || line.top > 0.88);
  if (lines.length === 0) return NONE;
  const outermost = [lines[0], lines.at(-1)].filter((line) => line !== undefined);
  const candidates = [...edges, ...outermost].flatMap(candidatesOf).slice(0, 12);
  const stated = firstOf(edges, statedNumber) ?? firstOf(lines, (line) => withTotal(statedNumber(line)));
  if (stated !== undefined) return { ...stated, strength: 'stated', candidates };
  // The outermost line is the likelier page number: the bottom is looked at first.
  const bare = firstOf([...outermost].reverse(), bareNumber) ?? firstOf([...edges].reverse(), bareNumber);
  if (bare !== undefined) return { number: bare, total: null, strength: 'bare', candidates };
  return { ...NONE, candidates };
}

type Stated = { readonly number: number; readonly total: number | null };

function statedNumber(line: PageLine): Stated | undefined {
  if (line.folded.length > 400) return undefined;
  for (const pattern of STATED) {
    const found = pattern.exec(line.folded);
    if (found?.[1] === undefined) continue;
    const number = numberOf(found[1]);
    const total = found[2] === undefined ? null : numberOf(found[2]);
    if (number >= 1 && number <= 2000 && (total === null || (total >= number && total <= 2000))) return { number, total };
  }
  return undefined;
}

const withTotal = (stated: Stated | undefined): Stated | undefined => (stated === undefined || stated.total === null ? undefined : stated);

function bareNumber(line: PageLine): number | undefined {
  const found = BARE.exec(line.folded)?.[1];
  if (found !== undefined && numberOf(found) >= 1 && numberOf(found) <= 999) return numberOf(found);
  const roman = ROMAN.exec(line.folded)?.[1];
  return roman === undefined || roman === '' ? undefined : romanNumber(roman);
}

function candidatesOf(line: PageLine): PageNumbering['candidates'] {
  const found = AT_EDGE.exec(line.folded);
  const bare = bareNumber(line);
  const down = (line.top + line.bottom) / 2;
  if (bare !== undefined) return [{ number: bare, across: (line.left + line.right) / 2, down }];
  if (found === null) return [];
  const [, first, last] = found;
  return [{ number: Number(first ?? last), across: first === undefined ? line.right : line.left, down }];
}

function numberOf(text: string): number {
  return /^[0-9]+$/u.test(text) ? Number(text) : kanjiNumber(text);
}

const KANJI = '一二三四五六七八九';

/** 二十三 is 23; up to 999. */
function kanjiNumber(text: string): number {
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
