/** Leaves out words that are drawn again at nearly the same place: shadows, heavy type, an invisible copy of the text. */
import type { TextLayerWord } from './formats/document-reader.ts';

/** Part of the larger of two equal words that they have in common from which one is drawn on the other. */
const MIN_COVER = 0.5;
/** Side in points of the squares by which such words are found: centres of larger words may be further apart. */
const SQUARE = 36;
/** Most words of one text in a square that are compared, as a protection against malicious files. */
const MAX_IN_SQUARE = 32;
/** A number that no column of squares of a page reaches. */
const ROW = 2 ** 16;

const sharedWidth = (a: TextLayerWord, b: TextLayerWord): number => Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);
const sharedHeight = (a: TextLayerWord, b: TextLayerWord): number => Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
const areaOf = ({ x1, y1, x2, y2 }: TextLayerWord): number => (x2 - x1) * (y2 - y1);

const isDrawnOn = (word: TextLayerWord, other: TextLayerWord): boolean => {
  const [width, height] = [sharedWidth(word, other), sharedHeight(word, other)];
  return width > 0 && height > 0 && width * height >= MIN_COVER * Math.max(areaOf(word), areaOf(other));
};

/** Whether the words are level and closer than their height. */
const areClose = (word: TextLayerWord, other: TextLayerWord): boolean => {
  const height = Math.min(word.y2 - word.y1, other.y2 - other.y1);
  return sharedHeight(word, other) >= MIN_COVER * height && sharedWidth(word, other) > -height;
};

export class DrawnWords {
  readonly words: TextLayerWord[] = [];
  readonly #squares = new Map<string, Map<number, number[]>>();
  /** Index of the word on which the last one was drawn. */
  #repeated: number | undefined;

  /** Adds the word, unless it was drawn before. */
  add(word: TextLayerWord): boolean {
    const squares = this.#squares.get(word.text) ?? new Map<number, number[]>();
    this.#repeated = this.#continued(word) ?? this.#covered(word, squares);
    if (this.#repeated !== undefined) return false;
    if (squares.size === 0) this.#squares.set(word.text, squares);
    const square = squareOf(word);
    const inSquare = squares.get(square);
    if (inSquare === undefined) squares.set(square, [this.words.length]);
    else if (inSquare.length < MAX_IN_SQUARE) inSquare.push(this.words.length);
    this.words.push(word);
    return true;
  }

  /** The next word of a line of which a copy is drawn. A copy may run wider, so that its short words stand aside. */
  #continued(word: TextLayerWord): number | undefined {
    if (this.#repeated === undefined) return undefined;
    const next = this.words[this.#repeated + 1];
    return next?.text === word.text && areClose(word, next) ? this.#repeated + 1 : undefined;
  }

  #covered(word: TextLayerWord, squares: ReadonlyMap<number, readonly number[]>): number | undefined {
    if (squares.size === 0) return undefined;
    const square = squareOf(word);
    for (const row of [-ROW, 0, ROW])
      for (const column of [-1, 0, 1]) {
        const found = squares.get(square + row + column)?.find((index) => this.#isOn(word, index));
        if (found !== undefined) return found;
      }
    return undefined;
  }

  #isOn(word: TextLayerWord, index: number): boolean {
    const other = this.words[index];
    return other !== undefined && isDrawnOn(word, other);
  }
}

const squareOf = ({ x1, y1, x2, y2 }: TextLayerWord): number =>
  Math.floor((y1 + y2) / 2 / SQUARE) * ROW + Math.floor((x1 + x2) / 2 / SQUARE);
