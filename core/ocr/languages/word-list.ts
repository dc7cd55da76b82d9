/** The words of a language, which are looked up letter by letter. */
import { readCharacters } from '../lstm/trained-data/character-set.ts';
import { splitTrainedData } from '../lstm/trained-data/trained-data.ts';
import { WordGraph } from '../lstm/trained-data/word-graph.ts';
import { foldWord } from './language-words.ts';

/** The place before the first letter, and the one after letters with which no word begins. */
export const WORD_START = -1;
export const NO_WORD = -2;

export class WordList {
  /** Letters without diacritics, in both cases, and the letters with them that the language has. */
  readonly accents: ReadonlyMap<string, readonly string[]>;
  readonly #graph: WordGraph;
  readonly #characters: ReadonlyMap<string, number>;

  /**
   * @param bytes a word list of Tesseract
   * @param characters by their number in the word list
   * @param accented the letters with diacritics, in lower case
   * @throws RangeError if the word list is broken
   */
  constructor(bytes: Uint8Array, characters: readonly string[], accented: string) {
    this.#graph = new WordGraph(bytes);
    this.#characters = new Map(characters.map((text, number) => [text, number]));
    const both = Array.from(accented + accented.toUpperCase());
    this.accents = Map.groupBy(both, (letter) => {
      const base = foldWord(letter);
      return letter === letter.toLowerCase() ? base : base.toUpperCase();
    });
  }

  /** @param place after the letters before it @returns the place after one more letter */
  next(place: number, letter: string): number {
    const character = this.#characters.get(letter);
    if (place === NO_WORD || character === undefined) return NO_WORD;
    const node = place === WORD_START ? 0 : this.#graph.nodeAfter(place);
    if (node === 0 && place !== WORD_START) return NO_WORD;
    const edge = this.#graph.edge(node, character);
    return edge < 0 ? NO_WORD : edge;
  }

  /** Whether the letters up to a place are a word. */
  endsWord(place: number): boolean {
    return place >= 0 && this.#graph.endsWord(place);
  }
}

/**
 * @param data contents of a `.traineddata` file
 * @param accented the letters with diacritics, in lower case
 * @returns null if it has no word list
 * @throws RangeError if the file is broken
 */
export function readWordList(data: Uint8Array, accented: string): WordList | null {
  const parts = splitTrainedData(data);
  const [words, characters] = [parts.get('words'), parts.get('characters')];
  if (words === undefined || characters === undefined) return null;
  return new WordList(
    words,
    readCharacters(characters).map(({ text }) => text),
    accented,
  );
}
