/** Simulated scan and OCR noise, applied to the page record itself instead of an image, which is much faster. */
import type { PageRecord, Word } from '../../../core/documents/page-record.ts';
import type { Random } from '../../random.ts';

/** Parameters of scanner and OCR noise, the same for all pages of a stream. */
export interface ScanProfile {
  /** Probability that a character is misread. */
  readonly misread: number;
  /** Probability that a word is lost, and that it is joined to the next one. */
  readonly lost: number;
  readonly joined: number;
  /** Standard deviation of the edges of a word box, as a share of its height. */
  readonly jitter: number;
  /** Standard deviation of the page's offset on the glass, as a share of the page size. */
  readonly shift: number;
  /** Amplitude of the thumbnail's grey noise, 0 to 255, and factor of its contrast. */
  readonly grain: number;
  readonly contrast: number;
}

export const drawScanProfile = (random: Random): ScanProfile => ({
  misread: 0.002 + 0.06 * random.next() ** 3,
  lost: 0.06 * random.next() ** 2,
  joined: 0.04 * random.next() ** 2,
  jitter: 0.15 * random.next(),
  shift: 0.012 * random.next(),
  grain: 20 * random.next(),
  contrast: 0.7 + 0.4 * random.next(),
});

/** Typical OCR confusions. Any other character is misread as the one whose code differs in the lowest bit. */
const CONFUSIONS: Readonly<Record<string, string>> = {
  0: 'O',
  O: '0',
  o: '0',
  1: 'l',
  l: '1',
  I: 'l',
  i: 'í',
  5: 'S',
  S: '5',
  8: 'B',
  B: '8',
  2: 'Z',
  Z: '2',
  6: 'b',
  9: 'g',
  m: 'rn',
  e: 'c',
  c: 'e',
  a: 'o',
  u: 'ü',
  n: 'u',
  t: 'f',
  f: 't',
  ä: 'a',
  ö: 'o',
  ü: 'u',
  é: 'e',
  è: 'e',
  č: 'c',
  š: 's',
  ž: 'z',
  ł: 'l',
  ó: 'o',
  ß: 'B',
  '.': ',',
  ',': '.',
  '-': '—',
  ':': ';',
};

/** The page with scan noise of this profile. Words keep their line numbers; a page may lose all of its words. */
export function scanPage(page: PageRecord, profile: ScanProfile, random: Random): PageRecord {
  const offset = { x: profile.shift * page.width * random.normal(), y: profile.shift * page.height * random.normal() };
  const words: Word[] = [];
  let joinNext = false;
  for (const word of page.words) {
    if (random.chance(profile.lost)) continue;
    const read = scanWord(word, profile, offset, random);
    const previous = words.at(-1);
    if (joinNext && previous?.line === read.line)
      words[words.length - 1] = {
        ...previous,
        x2: Math.max(read.x2, previous.x1 + 1),
        text: previous.text + read.text,
      };
    else words.push(read);
    joinNext = random.chance(profile.joined);
  }
  return {
    ...page,
    fonts: undefined,
    text_source: words.length === 0 ? 'none' : 'ocr',
    words,
    fulltext: words.map((word) => word.text).join(' '),
    thumbnail: scanThumbnail(page.thumbnail, profile, random),
  };
}

function scanWord(word: Word, profile: ScanProfile, offset: { x: number; y: number }, random: Random): Word {
  // A uniform distribution of about the same width as a normal one: faster, and the shape does not matter.
  const jitter = () => profile.jitter * (word.y2 - word.y1) * 1.7 * (random.next() - 0.5);
  const [x1, y1] = [Math.round(word.x1 + offset.x + jitter()), Math.round(word.y1 + offset.y + jitter())];
  const x2 = Math.max(x1 + 1, Math.round(word.x2 + offset.x + jitter()));
  const y2 = Math.max(y1 + 1, Math.round(word.y2 + offset.y + jitter()));
  return {
    x1,
    y1,
    x2,
    y2,
    text: misreadSome(word.text, profile.misread, random),
    entropy: profile.misread * 10 * random.next(),
    line: word.line,
    block: word.block,
  };
}

/**
 * Jumps from one misread character to the next, so that the cost is proportional to the number of misread characters.
 */
function misreadSome(text: string, share: number, random: Random): string {
  let read = text;
  for (let at = random.geometric(share) - 1; at < read.length; at += random.geometric(share))
    read = read.slice(0, at) + misread(read.charAt(at)) + read.slice(at + 1);
  return read;
}

const misread = (character: string): string =>
  CONFUSIONS[character] ?? String.fromCharCode(character.charCodeAt(0) ^ 1);

function scanThumbnail(
  thumbnail: PageRecord['thumbnail'],
  profile: ScanProfile,
  random: Random,
): PageRecord['thumbnail'] {
  const grey = Buffer.from(thumbnail.grey, 'base64');
  for (let at = 0; at < grey.length; at += 1) {
    const value =
      255 - (255 - (grey[at] ?? 255)) * profile.contrast + profile.grain * (random.next() + random.next() - 1);
    grey[at] = Math.min(255, Math.max(0, Math.round(value)));
  }
  return { ...thumbnail, grey: grey.toString('base64') };
}

/** The page without the words in these shares of its height at the top and bottom: a cropped scan, or no letterhead. */
export function dropEdges(page: PageRecord, top: number, bottom: number): PageRecord {
  return withWords(
    page,
    page.words.filter((word) => word.y2 >= top * page.height && word.y1 <= (1 - bottom) * page.height),
  );
}

/** The page without the words at its top and bottom edge that contain a page number. */
export function dropPageNumbers(page: PageRecord): PageRecord {
  return withWords(
    page,
    page.words.filter((word) => !isPageNumber(word, page)),
  );
}

/** Whether the word is a number of up to three digits at the page's top or bottom edge. */
export const isPageNumber = (word: Word, page: PageRecord): boolean =>
  (word.y2 < 0.12 * page.height || word.y1 > 0.88 * page.height) && /^\P{L}*\p{Nd}{1,3}\P{L}*$/u.test(word.text);

const withWords = (page: PageRecord, words: Word[]): PageRecord => ({
  ...page,
  words,
  text_source: words.length === 0 ? 'none' : page.text_source,
});

/** A blank page or blank verso of the size of `like`. */
export function blankPage(like: PageRecord): PageRecord {
  const size = like.thumbnail.width * like.thumbnail.height;
  return {
    ...like,
    fonts: undefined,
    text_source: 'none',
    language: null,
    words: [],
    fulltext: '',
    ink: 0,
    thumbnail: { ...like.thumbnail, grey: Buffer.alloc(size, 255).toString('base64') },
  };
}
