/** A beginning of a line's text, as the search for words of a list extends it. */
import { NO_WORD, WORD_START, type WordList } from '../languages/word-list.ts';

/**
 * Added to the log-probability of a text for each of its letters: the network rather leaves letters out than inserts some.
 */
const LETTER_BONUS = 1;
/** Added for each letter of a word that is in the list, and of one that may become such a word. */
const WORD_BONUS = 1.2;
const LETTER = /^\p{L}$/u;

export class TextPrefix {
  readonly parent: TextPrefix | null;
  readonly text: string;
  readonly code: number;
  /** Log-probabilities of the outputs up to the present time step that have this text and end in a blank, or in its code. */
  blank = -Infinity;
  solid = -Infinity;
  /** The same at the next time step, which is the time step `reached`. */
  nextBlank = -Infinity;
  nextSolid = -Infinity;
  reached = -1;
  /** The time step at which the last character most probably begins, and the log-probability of that beside other texts. */
  step = 0;
  begins = -Infinity;
  /** What is added to the log-probability: up to the last word, and with it, as far as it was read. */
  readonly bonusBefore: number;
  readonly bonus: number;
  /** Letters of the last word, and its places in the list: as it is written, and in lower case. */
  readonly letters: number;
  readonly placeAsWritten: number;
  readonly placeInLowerCase: number;
  readonly #further = new Map<number, TextPrefix>();

  private constructor(parent: TextPrefix | null, code: number, text: string, words: WordList) {
    this.parent = parent;
    this.code = code;
    this.text = text;
    const isLetter = LETTER.test(text);
    const word = isLetter && parent !== null && parent.letters > 0 ? parent : null;
    this.letters = isLetter ? (word?.letters ?? 0) + 1 : 0;
    this.bonusBefore = word?.bonusBefore ?? parent?.bonusAtEnd(words) ?? 0;
    this.placeAsWritten = isLetter ? words.next(word?.placeAsWritten ?? WORD_START, text) : NO_WORD;
    this.placeInLowerCase = isLetter ? words.next(word?.placeInLowerCase ?? WORD_START, text.toLowerCase()) : NO_WORD;
    this.bonus = this.#bonusIf(this.placeAsWritten !== NO_WORD || this.placeInLowerCase !== NO_WORD);
  }

  /** The beginning of a line. */
  static empty(words: WordList): TextPrefix {
    const prefix = new TextPrefix(null, 0, '', words);
    prefix.blank = 0;
    return prefix;
  }

  /** This text and one more character. */
  with(code: number, text: string, words: WordList): TextPrefix {
    const known = this.#further.get(code);
    if (known !== undefined) return known;
    const prefix = new TextPrefix(this, code, text, words);
    this.#further.set(code, prefix);
    return prefix;
  }

  /** The bonus if the last word ends here. */
  bonusAtEnd(words: WordList): number {
    return this.#bonusIf(words.endsWord(this.placeAsWritten) || words.endsWord(this.placeInLowerCase));
  }

  /** The log-probability of the outputs up to the present time step that have this text. */
  get total(): number {
    return addLogs(this.blank, this.solid);
  }

  #bonusIf(isWord: boolean): number {
    return this.bonusBefore + this.letters * (LETTER_BONUS + (isWord ? WORD_BONUS : 0));
  }
}

/** The logarithm of the sum of two numbers whose logarithms are given. */
export function addLogs(a: number, b: number): number {
  const [high, low] = a > b ? [a, b] : [b, a];
  return low === -Infinity ? high : high + Math.log1p(Math.exp(low - high));
}
