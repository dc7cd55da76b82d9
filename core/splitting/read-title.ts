/** The title on a document's first page: its sub-document's name. */
import type { PageRecord } from '../documents/page-record.ts';
import { fontSizeOf, readLines, splitAtGaps, type TextLine } from './text-lines.ts';
import {
  ADDRESS,
  ADDRESSEE_JAPANESE,
  BOILERPLATE,
  COMPANY,
  CONTACT,
  DOCUMENT_KIND,
  DOCUMENT_KIND_JAPANESE,
  SALUTATION,
  SUBJECT,
} from './title-words.ts';

/** Characters of a title (open-points.md, `sub_documents[].name`). */
const LONGEST_TITLE = 80;

/** Below this share of the page nothing is taken for a title. */
const TITLE_ZONE = 0.6;

/** A line must stand out at least so much; plain running text scores 0 or less. */
const ENOUGH = 0.8;

/** Pages with more lines than this are read to here: titles stand at the top. */
const LINES_READ = 80;

/**
 * The title that stands on the page, cleaned and cut to 80 characters; null where there is none (blank page, photo, plain text).
 * A letter's subject line comes first, then the text that stands out most by size, place and wording.
 */
export function readTitle(record: PageRecord): string | null {
  const parts = readLines(record)
    .slice(0, LINES_READ)
    .flatMap(splitAtGaps)
    .filter((part) => part.y1 < TITLE_ZONE * record.height);
  const body = fontSizeOf(record.words);
  const subject = subjectOf(parts) ?? lineBeforeSalutation(parts);
  if (subject !== null) return cleanTitle(subject);
  const first = parts.find((part) => part.y1 < 0.25 * record.height && isReadable(part.text) && !neverTitle(part.text));
  // What opens the page is its title rather than what follows, unless it is running text.
  const opens = (part: TextLine) => part === first && part.text.length < 70 && part.x2 - part.x1 < 0.6 * record.width;
  const scored = parts.map((part) => ({ part, score: scoreOf(part, record, body) + (opens(part) ? 0.45 : 0) }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  if (best === undefined || best.score < ENOUGH) return null;
  const lines = withNeighbours(best.part, parts, record, body).map(({ text }) => text);
  return cleanTitle([...new Set(lines)].join(' '));
}

function subjectOf(parts: readonly TextLine[]): string | null {
  for (const [index, part] of parts.entries()) {
    const match = SUBJECT.exec(part.text);
    if (match === null) continue;
    const next = parts[index + 1];
    const goesOn = next !== undefined && next.y1 - part.y2 < part.size * 0.7 && next.x1 > part.x1 + part.size;
    return part.text.slice(match[0].length) + (goesOn ? ` ${next.text}` : '');
  }
  return null;
}

/** Letters without the word "subject" have it all the same: a short line of its own, right above the salutation. */
function lineBeforeSalutation(parts: readonly TextLine[]): string | null {
  const at = parts.findIndex(({ text }) => SALUTATION.test(text));
  const salutation = parts[at];
  const above = parts[at - 1];
  if (salutation === undefined || above === undefined) return null;
  const close =
    salutation.y1 - above.y2 < 4 * salutation.size &&
    salutation.y1 > above.y2 &&
    Math.abs(above.x1 - salutation.x1) < salutation.size;
  const short = above.text.length < 120 && !/[.,]$/u.test(above.text);
  if (!close || !short || !isReadable(above.text) || neverTitle(above.text) || findsDate(above.text)) return null;
  const start = parts[at - 2];
  const twoLines =
    start !== undefined &&
    above.y1 - start.y2 < 0.6 * above.size &&
    Math.abs(start.x1 - above.x1) < above.size &&
    Math.abs(start.size - above.size) < 0.15 * above.size;
  // Of an address that ends right above the salutation every line looks like a subject.
  if (!twoLines) return above.text;
  return neverTitle(start.text) || parts[at - 3]?.block === above.block ? null : `${start.text} ${above.text}`;
}

/** A line that is hardly more than a date. */
const findsDate = (text: string): boolean => /\d{4}/u.test(text) && text.length < 40 && digitShare(text) > 0.2;

function scoreOf(part: TextLine, record: PageRecord, body: number): number {
  const { text } = part;
  if (!isReadable(text) || neverTitle(text)) return -Infinity;
  const y = part.y1 / record.height;
  const kind = DOCUMENT_KIND.test(text) || DOCUMENT_KIND_JAPANESE.test(text);
  let score = sizeScore(part, body);
  if (kind) score += text.length < 60 ? 1.4 : 0.4;
  if (isUpperCase(text)) score += 0.4;
  if (isCentred(part, record) && part.x1 > 0.15 * record.width) score += 0.4;
  if (COMPANY.test(text.trim())) score -= 1.6;
  if (y > 0.35) score -= (y - 0.35) * 5;
  if (text.length > 100 || /[。、]/u.test(text)) score -= 1;
  if (/[.,;]$/u.test(text) && text.length > 40) score -= 1;
  if (/^[\p{Ll}(]/u.test(text)) score -= 0.8;
  if (/^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s/u.test(text)) score -= 0.5;
  if (/:\s?\S/u.test(text) && !kind) score -= 0.5;
  if (/:$/u.test(text)) score -= 0.6;
  if (letterCount(text) < 4 && !DOCUMENT_KIND_JAPANESE.test(text)) score -= 1;
  return score;
}

/** 0 for the size of running text, 3 for twice that and more; smaller text is punished. */
function sizeScore(part: TextLine, body: number): number {
  const ratio = part.size / Math.max(1, body);
  return ratio < 0.85 ? -1 : Math.min(3, 3 * Math.log2(Math.max(1, ratio)));
}

const neverTitle = (text: string): boolean =>
  CONTACT.test(text) ||
  ADDRESS.test(text) ||
  BOILERPLATE.test(text.trim()) ||
  ADDRESSEE_JAPANESE.test(text.trim()) ||
  digitShare(text) > 0.5;

/** Has a real word: three letters in a row, or two Japanese characters; and is not mostly the debris of a bad scan. */
function isReadable(text: string): boolean {
  const letters = letterCount(text);
  const visible = text.replaceAll(/\s/gu, '').length;
  return /\p{L}{3}|[\u3040-\u30ff\u3400-\u9fff]{2}|(?:\p{Lu} ){3}/u.test(text) && letters >= 0.5 * visible;
}

const letterCount = (text: string): number => text.replaceAll(/[^\p{L}]/gu, '').length;
const digitShare = (text: string): number => text.replaceAll(/\D/gu, '').length / Math.max(1, text.length);
const isUpperCase = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase();

function isCentred(part: TextLine, record: PageRecord): boolean {
  return Math.abs((part.x1 + part.x2) / 2 - record.width / 2) < 0.04 * record.width;
}

/** A title over several lines: up to three lines of one size that stand close together and begin or centre alike. */
function withNeighbours(best: TextLine, parts: readonly TextLine[], record: PageRecord, body: number): TextLine[] {
  const title = [best];
  const standsOut = best.size > 1.15 * body || isUpperCase(best.text);
  if (!standsOut) return title;
  const at = parts.indexOf(best);
  for (const part of parts.slice(at + 1)) if (title.length < 3 && belongs(title.at(-1) ?? best, part)) title.push(part);
  for (const part of parts.slice(0, at).reverse())
    if (title.length < 3 && belongs(part, title[0] ?? best)) title.unshift(part);
  return title;

  function belongs(upper: TextLine, lower: TextLine): boolean {
    const gap = lower.y1 - upper.y2;
    const alike = Math.min(upper.size, lower.size) / Math.max(upper.size, lower.size) > 0.8;
    const aligned = Math.abs(upper.x1 - lower.x1) < best.size || (isCentred(upper, record) && isCentred(lower, record));
    const sameCase = isUpperCase(upper.text) === isUpperCase(lower.text) || best.size > 1.3 * body;
    const close = gap > -0.5 * best.size && gap < 0.9 * best.size;
    return (
      close &&
      alike &&
      aligned &&
      sameCase &&
      [upper, lower].every(
        ({ text }) => text === best.text || (isReadable(text) && !neverTitle(text) && !COMPANY.test(text.trim())),
      )
    );
  }
}

/** One line without control characters, bullets and dangling punctuation, at most 80 characters, cut between words where one ends near. */
export function cleanTitle(text: string): string | null {
  const spaced = text
    .normalize('NFC')
    .replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const closed = /^(?:\p{L} ){3,}\p{L}$/u.test(spaced) ? spaced.replaceAll(' ', '') : spaced;
  const unfinished = closed.replace(/\s(?:n[o°ºr]|nr|no|č|#)[.:]?\s?$/iu, '');
  const bare = unfinished.replace(/^[\s\p{Pd}•·*_|:;,.…~=#>\\/]+/u, '').replace(/[\s\p{Pd}•·*_|:;,.…~=#<\\/]+$/u, '');
  const characters = Array.from(bare);
  if (characters.length <= LONGEST_TITLE) return bare === '' ? null : bare;
  const cut = characters.slice(0, LONGEST_TITLE + 1).join('');
  const space = cut.lastIndexOf(' ');
  return (space > LONGEST_TITLE / 2 ? cut.slice(0, space) : characters.slice(0, LONGEST_TITLE).join('')).replace(
    /[\s\p{Pd}:;,]+$/u,
    '',
  );
}
