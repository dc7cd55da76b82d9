/** Builds words from the characters of a PDF page's text layer. */
import type { TextLayerWord } from '../formats/document-reader.ts';
import { DrawnWords } from '../text-layer/drawn-words.ts';
import { DOWNWARDS, OF_COLUMNS } from '../text-layer/order-columns.ts';
import type { PageRecord } from '../page-record.ts';
import { countLettersAndDigits } from '../../ocr/count-letters.ts';

export interface TextCharacter {
  /** Unicode code point, or one half of a surrogate pair. */
  readonly code: number;
  /** Corners in points from the top left of the page as a viewer displays it; all 0 if the glyph has no extent. */
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** The codes that PDFium reports for a hyphen at the end of a line. */
const LINE_END_HYPHEN = 0x02;
const NOT_A_CHARACTER = 0xfffe;
/** Fonts name the glyph of a hyphen or of a minus sign so. Where it is drawn, it is seen, unlike a character U+00AD. */
const SOFT_HYPHEN = 0xad;

/**
 * Maximum gap between two glyphs of one word, as a multiple of the larger glyph's size or of the word's height. PDFium
 * reports narrower word gaps as spaces.
 */
const MAX_GAP = 0.8;
/** The same between full-width digits and signs, whose ink takes up a fifth of their cell: １１, １２，５００. */
const MAX_GAP_FULL_WIDTH = 1.25;

const isSpace = (code: number): boolean =>
  code <= 0x20
    ? code !== LINE_END_HYPHEN
    : code === 0xa0 ||
      code === 0x3000 ||
      (code >= 0x2000 && code <= 0x200b) ||
      code === 0x2028 ||
      code === 0x2029 ||
      code === 0xfeff;

/** As most words are: they are normalised, and their direction is not free. */
const isAscii = /^[ -~]*$/;

/** A word of glyphs whose characters the font does not tell: a formula, a picture drawn with glyphs. */
const hasOnlyUnknown = /^\ufffd+$/u;

const hasExtent = (box: TextCharacter): boolean => box.x2 > box.x1 && box.y2 > box.y1;

const textOf = (code: number): string => {
  if (code === LINE_END_HYPHEN || code === NOT_A_CHARACTER || code === SOFT_HYPHEN) return '-';
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
};

const areSeparate = (word: OpenWord, b: TextCharacter): boolean => {
  const a = word.last;
  const gapX = Math.max(0, b.x1 - a.x2, a.x1 - b.x2);
  const gapY = Math.max(0, b.y1 - a.y2, a.y1 - b.y2);
  // Small marks, such as a quotation mark before a comma, are further apart than they are large.
  const height = Math.min(word.x2 - word.x1, word.y2 - word.y1);
  const size = Math.max(height, a.y2 - a.y1, b.y2 - b.y1, a.x2 - a.x1, b.x2 - b.x1);
  const most = isFullWidth(a.code) && isFullWidth(b.code) ? MAX_GAP_FULL_WIDTH : MAX_GAP;
  return Math.max(gapX, gapY) > most * size;
};

/** Of the forms of ASCII that are as wide as a Chinese character. */
const isFullWidth = (code: number): boolean => code >= 0xff01 && code <= 0xff60;

interface OpenWord {
  text: string;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  first: TextCharacter;
  last: TextCharacter;
}

/** Number of characters by the clockwise rotation, in degrees, that makes their words upright. */
type RotationVotes = Record<PageRecord['rotation'], number>;

/** Scripts that may be written vertically or from right to left on an upright page. */
const hasFreeDirection =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** The way from a word's first character to its last in the other direction, as a part of that in its own. */
const MAX_SLOPE = 0.35;

interface Direction {
  /** The rotation that makes the word upright. */
  readonly rotation: PageRecord['rotation'];
  readonly isSloping: boolean;
}

const directionOf = (word: OpenWord): Direction => {
  const dx = word.last.x1 + word.last.x2 - word.first.x1 - word.first.x2;
  const dy = word.last.y1 + word.last.y2 - word.first.y1 - word.first.y2;
  const [across, down] = [Math.abs(dx), Math.abs(dy)];
  const isSloping = Math.min(across, down) > MAX_SLOPE * Math.max(across, down);
  if (across >= down) return { rotation: dx >= 0 ? 0 : 180, isSloping };
  return { rotation: dy > 0 ? DOWNWARDS : 90, isSloping };
};

/** Letters and digits below which a word is taken as upright: an accent may be drawn after its letter. */
const MIN_LETTERS_OF_VERTICAL = 3;

/** Marks a word that runs upwards or downwards on the upright page. */
const turned = (
  word: TextLayerWord,
  direction: Direction | undefined,
  rotation: PageRecord['rotation'],
): TextLayerWord => {
  if (direction === undefined || direction.isSloping) return word;
  const turn = (direction.rotation - rotation + 360) % 360;
  if (turn !== 90 && turn !== 270) return word;
  return countLettersAndDigits(word.text) < MIN_LETTERS_OF_VERTICAL ? word : { ...word, rotation: turn };
};

/** Minimum fraction of the letters that must agree on a rotation before the page is rotated. */
const MIN_MAJORITY = 0.7;
/** Number of letters below which the rotation of a page is not determined from its words. */
const MIN_LETTERS = 30;

const rotationOf = (votes: RotationVotes): PageRecord['rotation'] => {
  const all = votes[0] + votes[90] + votes[180] + votes[270];
  if (all < MIN_LETTERS) return 0;
  return ([90, 180, 270] as const).find((rotation) => votes[rotation] > all * MIN_MAJORITY) ?? 0;
};

/**
 * Returns the words in the order of the characters, and the clockwise rotation in degrees that makes the text upright.
 * A word without extent on the page (glyphs of zero size) is left out, one without a known character, and one that is
 * drawn again at the same place.
 */
export const buildWords = (
  characters: Iterable<TextCharacter>,
): { words: TextLayerWord[]; rotation: PageRecord['rotation'] } => {
  const directions: (Direction | undefined)[] = [];
  const drawn = new DrawnWords();
  const votes: RotationVotes = { 0: 0, 90: 0, 180: 0, 270: 0 };
  let open: OpenWord | undefined;
  const finish = (): void => {
    if (open === undefined) return;
    const { text, x1, y1, x2, y2 } = open;
    const isPlain = isAscii.test(text);
    if (!isPlain && hasOnlyUnknown.test(text)) {
      open = undefined;
      return;
    }
    const word = { text: isPlain ? text : text.toWellFormed().normalize('NFC'), x1, y1, x2, y2 };
    const direction = text.length >= 3 ? directionOf(open) : undefined;
    const isFree = !isPlain && hasFreeDirection.test(text);
    if (direction !== undefined && !isFree) votes[direction.rotation] += text.length;
    const isKnown = !isFree || (direction?.rotation === DOWNWARDS && OF_COLUMNS.test(text));
    if (drawn.add(word)) directions.push(isKnown ? direction : undefined);
    open = undefined;
  };
  for (const character of characters) {
    if (isSpace(character.code)) {
      finish();
    } else if (!hasExtent(character)) {
      if (open !== undefined && character.code !== SOFT_HYPHEN) open.text += textOf(character.code);
    } else {
      if (open !== undefined && areSeparate(open, character)) finish();
      open = extend(open, character);
    }
  }
  finish();
  const rotation = rotationOf(votes);
  return { words: drawn.words.map((word, index) => turned(word, directions[index], rotation)), rotation };
};

const extend = (word: OpenWord | undefined, character: TextCharacter): OpenWord => {
  const { x1, y1, x2, y2, code } = character;
  if (word === undefined) return { text: textOf(code), x1, y1, x2, y2, first: character, last: character };
  // Word for macOS writes one hyphen as three characters at one place, "-", U+00AD and "‐".
  if (code !== SOFT_HYPHEN || !word.text.endsWith('-')) word.text += textOf(code);
  word.x1 = Math.min(word.x1, x1);
  word.y1 = Math.min(word.y1, y1);
  word.x2 = Math.max(word.x2, x2);
  word.y2 = Math.max(word.y2, y2);
  word.last = character;
  return word;
};
