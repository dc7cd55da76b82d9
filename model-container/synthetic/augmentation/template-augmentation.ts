/**
 * Template augmentation: makes variants of a document that share its template. Letterhead, labels and layout are kept;
 * names, numbers and running text change. Streams of one sender are the hardest, and few sources contain one.
 */
import type { PageRecord, Word } from '../../../core/documents/page-record.ts';
import type { Random } from '../../random.ts';

/** What the variants of one document share. */
export interface Template {
  readonly seed: number;
  /** Share of the lines that all variants have in common: in the body, and at the page's edges. */
  readonly body: number;
  readonly edges: number;
  /** Share of the numbers in common lines that differ between variants. */
  readonly numbers: number;
}

export const drawTemplate = (random: Random): Template => ({
  seed: random.below(2 ** 31),
  body: random.chance(0.3) ? 0.9 : 0.9 * random.next(),
  edges: random.chance(0.7) ? 0.97 : random.next(),
  numbers: random.next(),
});

/**
 * A variant of the document's pages.
 * @param vocabulary  words of another document, which replace those of the variable lines
 */
export function makeTemplateVariant(
  pages: readonly PageRecord[],
  template: Template,
  vocabulary: readonly string[],
  random: Random,
): PageRecord[] {
  const seed = random.below(2 ** 31);
  const cutAt = random.chance(0.5) ? 0.25 + 0.7 * random.next() : 1;
  return pages.map((page, at) => changePage(page, template, vocabulary, seed, at === pages.length - 1 ? cutAt : 1));
}

function changePage(
  page: PageRecord,
  template: Template,
  vocabulary: readonly string[],
  seed: number,
  cutAt: number,
): PageRecord {
  const grey = Buffer.from(page.thumbnail.grey, 'base64');
  const words: Word[] = [];
  for (const line of linesOf(page)) {
    const top = line.reduce((least, word) => Math.min(least, word.y1), Infinity) / page.height;
    const atEdge = top < 0.15 || top > 0.9;
    if (top > cutAt && !atEdge) {
      wipe(page, grey, line);
      continue;
    }
    const shared =
      share(template.seed, line.map((word) => word.text.replace(/[0-9]/gu, '0')).join(' ')) <
      (atEdge ? template.edges : template.body);
    if (!shared) roll(page, grey, line, seed);
    for (const word of line)
      words.push({
        ...word,
        text: shared ? changeSharedWord(word.text, template, seed) : changeWord(word.text, vocabulary, seed),
      });
  }
  return { ...page, words, thumbnail: { ...page.thumbnail, grey: grey.toString('base64') } };
}

function linesOf(page: PageRecord): Word[][] {
  const lines: Word[][] = [];
  for (const word of page.words) {
    const line = lines.at(-1);
    if (line?.[0]?.line === word.line) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** Numbers of three or more digits, dates and times may change; page numbers stay. */
const changeSharedWord = (word: string, template: Template, seed: number): string =>
  /[0-9]{3}|[0-9][./:-][0-9]/u.test(word) && share(template.seed, word) < template.numbers
    ? changeDigits(word, seed)
    : word;

function changeWord(word: string, vocabulary: readonly string[], seed: number): string {
  if (/[0-9]/u.test(word)) return /[0-9]{2}/u.test(word) ? changeDigits(word, seed) : word;
  const letters = /^(\P{L}*)(\p{L}{4,})(\P{L}*)$/u.exec(word);
  if (letters === null || vocabulary.length === 0) return word;
  const [, before, core, after] = letters;
  const other = vocabulary[Math.floor(share(seed, (core ?? '').toLowerCase()) * vocabulary.length)] ?? word;
  const cased =
    core === core?.toUpperCase()
      ? other.toUpperCase()
      : /^\p{Lu}/u.test(core ?? '')
        ? other.charAt(0).toUpperCase() + other.slice(1)
        : other;
  return `${before ?? ''}${cased}${after ?? ''}`;
}

/** Changes the same number in the same way everywhere in a variant. */
const changeDigits = (word: string, seed: number): string =>
  word.replace(/[0-9]/gu, (digit, at: number) =>
    String(Math.floor(share(seed + at * 7919, word) * 10 + Number(digit)) % 10),
  );

/** A hash of seed and text in [0, 1). */
function share(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}

interface Box {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

function boxIn({ width, height, thumbnail }: PageRecord, line: readonly Word[]): Box {
  const across = (x: number) => Math.min(thumbnail.width, Math.max(0, Math.round((x / width) * thumbnail.width)));
  const down = (y: number) => Math.min(thumbnail.height, Math.max(0, Math.round((y / height) * thumbnail.height)));
  return {
    from: across(Math.min(...line.map((word) => word.x1))),
    to: across(Math.max(...line.map((word) => word.x2))),
    top: down(Math.min(...line.map((word) => word.y1))),
    bottom: Math.max(
      down(Math.min(...line.map((word) => word.y1))) + 1,
      down(Math.max(...line.map((word) => word.y2))),
    ),
  };
}

/** Rotates the pixels of the line in the thumbnail horizontally, since other words leave other marks. */
function roll(page: PageRecord, grey: Buffer, line: readonly Word[], seed: number): void {
  const { from, to, top, bottom } = boxIn(page, line);
  const size = to - from;
  if (size < 2) return;
  const step = 1 + Math.floor(share(seed, String(top)) * (size - 1));
  for (let y = top; y < Math.min(bottom, page.thumbnail.height); y += 1) {
    const row = Buffer.from(grey.subarray(y * page.thumbnail.width + from, y * page.thumbnail.width + to));
    for (let x = 0; x < size; x += 1) grey[y * page.thumbnail.width + from + x] = row[(x + step) % size] ?? 255;
  }
}

function wipe(page: PageRecord, grey: Buffer, line: readonly Word[]): void {
  const { from, to, top, bottom } = boxIn(page, line);
  for (let y = top; y < Math.min(bottom, page.thumbnail.height); y += 1)
    grey.fill(255, y * page.thumbnail.width + from, y * page.thumbnail.width + to);
}
