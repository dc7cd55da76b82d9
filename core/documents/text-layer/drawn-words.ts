/** Leaves out words that are drawn again at nearly the same place: shadows, heavy type, an invisible copy of the text. */
import type { TextLayerWord } from '../formats/document-reader.ts';

/** Part of the larger of two equal words that they have in common from which one is drawn on the other. */
const MIN_COVER = 0.5;
/** Most words of one text with which a word is compared, as a protection against malicious files. */
const MAX_COMPARED = 256;

const sharedWidth = (a: TextLayerWord, b: TextLayerWord): number => Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);
const sharedHeight = (a: TextLayerWord, b: TextLayerWord): number => Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
const areaOf = ({ x1, y1, x2, y2 }: TextLayerWord): number => (x2 - x1) * (y2 - y1);

const isDrawnOn = (word: TextLayerWord, other: TextLayerWord): boolean => {
  const height = sharedHeight(word, other);
  const width = height > 0 ? sharedWidth(word, other) : 0;
  return width > 0 && width * height >= MIN_COVER * Math.max(areaOf(word), areaOf(other));
};

/** Whether the words are level and closer than their height. */
const areClose = (word: TextLayerWord, other: TextLayerWord): boolean => {
  const height = Math.min(word.y2 - word.y1, other.y2 - other.y1);
  return sharedHeight(word, other) >= MIN_COVER * height && sharedWidth(word, other) > -height;
};

export class DrawnWords {
  readonly words: TextLayerWord[] = [];
  /** Indexes of the words by their text. */
  readonly #byText = new Map<string, number[]>();
  /** Index of the word on which the last one was drawn. */
  #repeated: number | undefined;

  /** Adds the word, unless it was drawn before. */
  add(word: TextLayerWord): boolean {
    const equal = this.#byText.get(word.text);
    this.#repeated = this.#continued(word) ?? equal?.find((index) => this.#isOn(word, index));
    if (this.#repeated !== undefined) return false;
    if (equal === undefined) this.#byText.set(word.text, [this.words.length]);
    else if (equal.length < MAX_COMPARED) equal.push(this.words.length);
    this.words.push(word);
    return true;
  }

  /** The next word of a line of which a copy is drawn. A copy may run wider, so that its short words stand aside. */
  #continued(word: TextLayerWord): number | undefined {
    if (this.#repeated === undefined) return undefined;
    const next = this.words[this.#repeated + 1];
    return next?.text === word.text && areClose(word, next) ? this.#repeated + 1 : undefined;
  }

  #isOn(word: TextLayerWord, index: number): boolean {
    const other = this.words[index];
    return other !== undefined && isDrawnOn(word, other);
  }
}
