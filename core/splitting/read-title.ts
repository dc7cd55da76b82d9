/** Reads the title on the first page of a document, which becomes the name of the sub-document. */
import type { PageRecord } from '../documents/page-record.ts';
import { fontSizeOf, readLines, splitAtGaps, type TextLine } from './text-lines.ts';
import {
  ADDRESS,
  ADDRESSEE_JAPANESE,
  BOILERPLATE,
  COMPANY,
  CONTACT,
  COURSE_WORK,
  DOCUMENT_KIND,
  DOCUMENT_KIND_JAPANESE,
  NUMBER_OF_DOCUMENT,
  SALUTATION,
  STATED_OF_DOCUMENT,
  SUBJECT,
  TAX_DOCUMENT,
} from './title-words.ts';
import { POINTS_PER_INCH } from '../units.ts';

/** Maximum number of characters of a title (`sub_documents[].name` in docs/api.md). */
const MAX_TITLE_LENGTH = 80;

/** Fraction of the page height, from the top, in which a title is searched. */
const TITLE_ZONE = 0.6;

/** Minimum score of a title; running text has 0 or less. */
const MIN_SCORE = 0.8;

/** Maximum number of lines that are searched, because titles are at the top. */
const MAX_LINES = 80;

/** Font size of running text at most, in points: on a cover, the median size of the words is that of the title. */
const MAX_BODY_POINTS = 13;
/** A glyph whose character the font of a PDF does not tell. */
const UNKNOWN_CHARACTER = '\ufffd';

/**
 * Returns the title of a page, cleaned and cut to 80 characters; null if there is none (blank page, photo, running
 * text, a script that is not read). The subject line of a letter takes precedence over the text with the highest score by size, position and
 * wording.
 */
export function readTitle(record: PageRecord): string | null {
  if (record.unread_script === true) return null;
  const segments = readLines(record)
    .slice(0, MAX_LINES)
    .flatMap(splitAtGaps)
    .filter((segment) => segment.y1 < TITLE_ZONE * record.height && !isTurned(segment));
  const body = Math.min(fontSizeOf(record.words), (MAX_BODY_POINTS / POINTS_PER_INCH) * record.dpi);
  const subject = subjectOf(segments) ?? lineBeforeSalutation(segments);
  if (subject !== null) return cleanTitle(subject);
  const first = segments.find(
    (segment) => segment.y1 < 0.25 * record.height && isReadable(segment.text) && !cannotBeTitle(segment.text),
  );
  // The first text of a page is more likely its title than the following text, unless it is running text.
  const isOpening = (segment: TextLine) =>
    segment === first && segment.text.length < 70 && segment.x2 - segment.x1 < 0.6 * record.width;
  const scored = segments.map((segment) => ({
    segment,
    score: scoreOf(segment, record, body) + (isOpening(segment) ? 0.45 : 0),
  }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  if (best === undefined || best.score < MIN_SCORE) return null;
  const lines = withSubtitle(withNeighbours(best.segment, segments, record, body), segments, record);
  return cleanTitle([...new Set(lines.map(({ text }) => text))].join(' '));
}

function subjectOf(segments: readonly TextLine[]): string | null {
  for (const [index, segment] of segments.entries()) {
    const match = SUBJECT.exec(segment.text);
    if (match === null || segment.text.includes(UNKNOWN_CHARACTER)) continue;
    const next = segments[index + 1];
    const continues =
      next !== undefined && next.y1 - segment.y2 < segment.size * 0.7 && next.x1 > segment.x1 + segment.size;
    return segment.text.slice(match[0].length) + (continues ? ` ${next.text}` : '');
  }
  return null;
}

/** The subject of a letter without the word "subject": a short separate line directly above the salutation. */
function lineBeforeSalutation(segments: readonly TextLine[]): string | null {
  const at = segments.findIndex(({ text }) => SALUTATION.test(text));
  const salutation = segments[at];
  const above = segments[at - 1];
  if (salutation === undefined || above === undefined) return null;
  const close =
    salutation.y1 - above.y2 < 4 * salutation.size &&
    salutation.y1 > above.y2 &&
    Math.abs(above.x1 - salutation.x1) < salutation.size;
  const short = above.text.length < 120 && !/[.,]$/u.test(above.text);
  if (!close || !short || !isReadable(above.text) || cannotBeTitle(above.text) || isMostlyDate(above.text)) return null;
  const start = segments[at - 2];
  const twoLines =
    start !== undefined &&
    above.y1 - start.y2 < 0.6 * above.size &&
    Math.abs(start.x1 - above.x1) < above.size &&
    Math.abs(start.size - above.size) < 0.15 * above.size;
  // If an address ends directly above the salutation, each of its lines resembles a subject.
  if (!twoLines) return above.text;
  return cannotBeTitle(start.text) || segments[at - 3]?.block === above.block ? null : `${start.text} ${above.text}`;
}

/** Letters of a word, of any script but the Japanese ones, from which its box shows how it is turned. */
const MIN_TURNED_LETTERS = 3;
/** Width of a letter at least, in heights of its word's box. */
const NARROWEST_LETTER = 0.25;

/** Whether the words run up the margin of the page or across it, as watermarks do: their boxes are too narrow. */
function isTurned({ words }: TextLine): boolean {
  let isAnyLong = false;
  // The first long word of nearly every line is wide enough: the others are not looked at.
  for (const { x1, x2, y1, y2, text } of words) {
    const letters = letterCount(text);
    if (letters < MIN_TURNED_LETTERS || JAPANESE.test(text)) continue;
    if (x2 - x1 >= NARROWEST_LETTER * letters * (y2 - y1)) return false;
    isAnyLong = true;
  }
  return isAnyLong;
}

const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/u;

/** Whether a line consists of little more than a date. */
const isMostlyDate = (text: string): boolean => /\d{4}/u.test(text) && text.length < 40 && digitShare(text) > 0.2;

function scoreOf(segment: TextLine, record: PageRecord, body: number): number {
  const { text } = segment;
  if (!isReadable(text) || cannotBeTitle(text)) return -Infinity;
  const y = segment.y1 / record.height;
  const isShort = text.length < 60;
  const kind = kindScore(text, isShort);
  let score = sizeScore(segment, body) + kind;
  if (isUpperCase(text)) score += 0.4;
  if (isCentred(segment, record) && segment.x1 > 0.15 * record.width) score += 0.4;
  if (COMPANY.test(text.trim())) score -= 1.6;
  if (y > 0.35) score -= (y - 0.35) * 5;
  if (text.length > 100 || /[。、]/u.test(text)) score -= 1;
  if (/[.,;]$/u.test(text) && text.length > 40) score -= 1;
  if (/^[\p{Ll}(]/u.test(text)) score -= 0.8;
  if (/^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s/u.test(text)) score -= 0.5;
  if (/:\s?\S/u.test(text) && kind === 0) score -= 0.5;
  if (/:$/u.test(text)) score -= 0.6;
  if (letterCount(text) < 4 && !DOCUMENT_KIND_JAPANESE.test(text)) score -= 1;
  return score;
}

/** 1.4 for a short text that names the kind of the document, less where it states the number of a document or of a form; else 0. */
function kindScore(text: string, isShort: boolean): number {
  const kind = DOCUMENT_KIND.exec(text)?.[0];
  if (kind === undefined && !DOCUMENT_KIND_JAPANESE.test(text) && !(isShort && COURSE_WORK.test(text))) return 0;
  if (!isShort || FORM_NUMBER.test(text)) return 0.4;
  if (kind === undefined) return 1.4;
  const rest = text.slice(kind.length);
  if (STATED_OF_DOCUMENT.test(rest)) return 0;
  return NUMBER_OF_DOCUMENT.test(rest) ? MIN_SCORE : 1.4;
}

/** 0 for the font size of running text, 3 for twice that size and more, −1 for smaller text. */
function sizeScore(segment: TextLine, body: number): number {
  const ratio = segment.size / Math.max(1, body);
  return ratio < 0.85 ? -1 : Math.min(3, 3 * Math.log2(Math.max(1, ratio)));
}

const cannotBeTitle = (text: string): boolean =>
  (CONTACT.test(text.replace(TAX_DOCUMENT, '')) && !isKindByFax(text)) ||
  ADDRESS.test(text) ||
  BOILERPLATE.test(text.trim()) ||
  ADDRESSEE_JAPANESE.test(text.trim()) ||
  AMOUNT.test(text) ||
  digitShare(text) > 0.5;

/** "PURCHASE ORDER — FAX TRANSMITTAL": the word is part of a heading, and no number or address follows it. */
const isKindByFax = (text: string): boolean => DOCUMENT_KIND.test(text) && /(?<!\p{L})fax\b[^\d@:]*$/iu.test(text);

/** An amount ends a row of a table: "Kaffee 1.234,50 €". "Verbale 29.02.24" ends with a date. */
const AMOUNT = /(?<![\d./-])\d{1,3}(?:[., ]\d{3}){0,4}[.,]\d{2}(?:\s?(?:[€$£]|\p{L}{2,5}))?$/u;

/** "Form 13614-C" says less than the line below it. */
const FORM_NUMBER =
  /^(?:form|formular|formulaire|formulario|modulo|formulier|formularz|formul[áa]r|formulář)(?:\s[\p{Lu}\d./-]+)?$/iu;

/**
 * Whether the text has a word (three consecutive letters or two Japanese characters) and is not mostly noise of a bad
 * scan: numbers ("RE-20170509/505") are none. A text with glyphs whose characters its font does not tell is not.
 */
function isReadable(text: string): boolean {
  const letters = letterCount(text);
  const ignored = FORM_NUMBER.test(text) ? /\s/gu : /\s|\d|(?<=\d)[\p{P}\p{S}]+(?=\d)/gu;
  const visible = text.replaceAll(ignored, '').length;
  if (text.includes(UNKNOWN_CHARACTER) || (OTHER_SCRIPTS.test(text) && LATIN.test(text))) return false;
  return /\p{L}{3}|[\u3040-\u30ff\u3400-\u9fff]{2}|(?:\p{Lu} ){3}/u.test(text) && letters >= 0.5 * visible;
}

/** Scripts whose letters stand beside Latin ones in what OCR makes of a bad scan. */
const OTHER_SCRIPTS = /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LATIN = /\p{Script=Latin}/u;

const letterCount = (text: string): number => text.replaceAll(/[^\p{L}]/gu, '').length;
const digitShare = (text: string): number => text.replaceAll(/\D/gu, '').length / Math.max(1, text.length);
const isUpperCase = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase();

function isCentred(segment: TextLine, record: PageRecord): boolean {
  return Math.abs((segment.x1 + segment.x2) / 2 - record.width / 2) < 0.04 * record.width;
}

/** Whether a line beside that of a title may be part of it. */
const mayContinueTitle = (text: string): boolean =>
  isReadable(text) && !cannotBeTitle(text) && !COMPANY.test(text.trim());

/** The lines of a title: up to three lines of similar size that are close together and left-aligned or centred. */
function withNeighbours(best: TextLine, segments: readonly TextLine[], record: PageRecord, body: number): TextLine[] {
  const title = [best];
  const isProminent = best.size > 1.15 * body || isUpperCase(best.text);
  if (!isProminent) return title;
  const at = segments.indexOf(best);
  for (const segment of segments.slice(at + 1))
    if (title.length < 3 && isSameTitle(title.at(-1) ?? best, segment)) title.push(segment);
  for (const segment of segments.slice(0, at).reverse())
    if (title.length < 3 && isSameTitle(segment, title[0] ?? best)) title.unshift(segment);
  return title;

  function isSameTitle(upper: TextLine, lower: TextLine): boolean {
    const gap = lower.y1 - upper.y2;
    const similarSize = Math.min(upper.size, lower.size) / Math.max(upper.size, lower.size) > 0.8;
    const aligned = Math.abs(upper.x1 - lower.x1) < best.size || (isCentred(upper, record) && isCentred(lower, record));
    const sameCase = isUpperCase(upper.text) === isUpperCase(lower.text) || best.size > 1.3 * body;
    const close = gap > -0.5 * best.size && gap < 0.9 * best.size;
    return (
      close &&
      similarSize &&
      aligned &&
      sameCase &&
      [upper, lower].every(({ text }) => text === best.text || mayContinueTitle(text))
    );
  }
}

/** Characters at most of a line below a title that says what the document is about. */
const MAX_SUBTITLE_LENGTH = 90;

/**
 * Adds the line below a centred title that names no more than the kind of the document: "MINUTES" says less than the name of the
 * meeting, in smaller type.
 */
function withSubtitle(title: TextLine[], segments: readonly TextLine[], record: PageRecord): readonly TextLine[] {
  const [line] = title;
  const below = line && segments[segments.indexOf(line) + 1];
  if (line === undefined || below === undefined || title.length > 1 || !DOCUMENT_KIND.test(line.text)) return title;
  const gap = below.y1 - line.y2;
  const isSubtitle =
    gap > 0 &&
    gap < 1.2 * line.size &&
    [line, below].every((segment) => isCentred(segment, record) && segment.x1 > 0.15 * record.width) &&
    below.text.length <= MAX_SUBTITLE_LENGTH &&
    /^[\p{Lu}\d"“„«]/u.test(below.text) &&
    digitShare(below.text) < 0.3 &&
    !DOCUMENT_KIND.test(below.text) &&
    mayContinueTitle(below.text);
  return isSubtitle ? [line, below] : title;
}

/** Soft hyphens and marks of no width, which stand inside words. */
const WITHOUT_WIDTH = /[\u00ad\u2060\ufeff]+/gu;
/** All but the joiners, which Persian words and emoji have. */
const CONTROL_CHARACTERS = /(?:(?![\u200c\u200d])\p{C}|[\u2028\u2029])+/gu;

const SIGN_AT_END = String.raw`[\s\p{Pd}•·*†‡✩_|:;,.…~=#<\\/]`;
/** All of them, from the first one on: a line may be nearly all signs, and its end is not looked for from each. */
const SIGNS_AT_END = new RegExp(`(?<!${SIGN_AT_END})${SIGN_AT_END}+$`, 'u');

/**
 * Cleans a title: one line without control characters, bullets and dangling punctuation, of at most 80 characters, cut
 * between words if possible. Null if nothing is left.
 */
export function cleanTitle(text: string): string | null {
  const spaced = text
    .normalize('NFC')
    .replaceAll(WITHOUT_WIDTH, '')
    .replaceAll(CONTROL_CHARACTERS, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const closed = /^(?:\p{L} ){3,}\p{L}$/u.test(spaced) ? spaced.replaceAll(' ', '') : spaced;
  const unfinished = closed.replace(/\s(?:n\.?[o°º]|nr|č|#|№)[.:]?\s?$/iu, '');
  const bare = unfinished.replace(/^[\s\p{Pd}•·*_|:;,.…~=#>\\/]+/u, '').replace(SIGNS_AT_END, '');
  const characters = Array.from(bare);
  if (characters.length <= MAX_TITLE_LENGTH) return bare === '' ? null : bare;
  const cut = characters.slice(0, MAX_TITLE_LENGTH + 1).join('');
  const space = cut.lastIndexOf(' ');
  return (space > MAX_TITLE_LENGTH / 2 ? cut.slice(0, space) : characters.slice(0, MAX_TITLE_LENGTH).join('')).replace(
    /[\s\p{Pd}:;,]+$/u,
    '',
  );
}
