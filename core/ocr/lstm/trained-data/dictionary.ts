/**
 * Follows what is read through a language's words: words and numbers, with the punctuation that may stand before and after them.
 * Tesseract walks three word lists at once; the sets of places that come up are kept here as states, so that each is worked out once.
 */
import { SPACE, type Character } from './character-set.ts';
import type { TrainedDataPart } from './trained-data.ts';
import { WordGraph } from './word-graph.ts';

/** How a character came to be read; higher is a better reason. The numbers are Tesseract's. */
export const REASON = { none: 0, punctuation: 1, topChoice: 2, number: 6, word: 8 } as const;

/** In the punctuation list this stands for a whole word, in the number list for any digit. */
const PATTERN = 0;
/** States kept; beyond it all are dropped and built up again. */
const MOST_STATES = 20_000;

interface WordList {
  readonly graph: WordGraph;
  readonly reason: number;
  /** Digits stand for each other. */
  readonly digits: boolean;
}

/** A place in the word lists. An edge of −1: at the beginning. */
interface Place {
  /** Null while nothing but punctuation was read. */
  readonly list: WordList | null;
  readonly edge: number;
  /** Edge in the punctuation list; null where the list is not used. */
  readonly punctuation: number | null;
  /** The word is over, punctuation follows it. */
  readonly after: boolean;
}

export interface DictionaryState {
  readonly places: readonly Place[];
  readonly steps: Map<number, DictionaryStep | null>;
}

/** What reading one more character means. */
export interface DictionaryStep {
  readonly state: DictionaryState;
  readonly reason: number;
  /** A word may end here. */
  readonly endsWord: boolean;
}

export class Dictionary {
  /** False for languages without spaces between words. */
  readonly spaceDelimited: boolean;
  readonly #characters: readonly Character[];
  readonly #punctuation: WordGraph | null;
  readonly #lists: readonly WordList[];
  #states = 0;
  #start: DictionaryState;

  constructor(parts: ReadonlyMap<TrainedDataPart, Uint8Array>, characters: readonly Character[]) {
    const graph = (name: TrainedDataPart) => {
      const bytes = parts.get(name);
      return bytes === undefined ? null : new WordGraph(bytes);
    };
    this.#characters = characters;
    this.#punctuation = graph('punctuation');
    const words = graph('words');
    const numbers = graph('numbers');
    this.#lists = [
      ...(words === null ? [] : [{ graph: words, reason: REASON.word, digits: false }]),
      ...(numbers === null ? [] : [{ graph: numbers, reason: REASON.number, digits: true }]),
    ];
    this.spaceDelimited = characters.every(({ spaceDelimited }) => spaceDelimited);
    this.#start = this.#createStart();
  }

  /** The state at the beginning of a word. */
  get start(): DictionaryState {
    if (this.#states > MOST_STATES) {
      this.#states = 0;
      this.#start = this.#createStart();
    }
    return this.#start;
  }

  /** Null where no word goes on with this character. */
  step(state: DictionaryState, character: number): DictionaryStep | null {
    const known = state.steps.get(character);
    if (known !== undefined) return known;
    const step = this.#takeStep(state, character);
    state.steps.set(character, step);
    this.#states += 1;
    return step;
  }

  #createStart(): DictionaryState {
    const punctuated = this.#punctuation !== null && this.#punctuation.edge(0, PATTERN) >= 0;
    const places: Place[] = this.#punctuation === null ? [] : [{ list: null, edge: -1, punctuation: -1, after: false }];
    if (!punctuated) for (const list of this.#lists) places.push({ list, edge: -1, punctuation: null, after: false });
    return { places, steps: new Map() };
  }

  #takeStep({ places }: DictionaryState, character: number): DictionaryStep | null {
    if (character === SPACE) return null;
    const reached: Reached = { places: [], reason: REASON.none, endsWord: false };
    for (const place of places) {
      if (place.list === null) this.#beginWord(place, character, reached);
      else this.#goOn(place, place.list, character, reached);
    }
    return reached.reason === REASON.none
      ? null
      : { state: { places: reached.places, steps: new Map() }, reason: reached.reason, endsWord: reached.endsWord };
  }

  /** Only punctuation so far: the character begins a word, or is more punctuation. */
  #beginWord(place: Place, character: number, reached: Reached): void {
    const graph = this.#punctuation;
    const node = graph === null ? -1 : nodeAfter(graph, place.punctuation);
    if (graph === null || node < 0) return;
    const gap = graph.edge(node, PATTERN);
    if (gap >= 0) {
      for (const list of this.#lists) {
        const edge = list.graph.edge(0, this.#characterFor(list, character));
        if (edge >= 0)
          reach(
            reached,
            { list, edge, punctuation: gap, after: false },
            list.reason,
            list.graph.endsWord(edge) && graph.endsWord(gap),
          );
      }
    }
    const more = graph.edge(node, character);
    if (more >= 0)
      reach(
        reached,
        { list: null, edge: -1, punctuation: more, after: false },
        REASON.punctuation,
        graph.endsWord(more),
      );
  }

  /** Inside of a word, or after it: the character is its next one, or punctuation behind it. */
  #goOn(place: Place, list: WordList, character: number, reached: Reached): void {
    const punctuation = place.punctuation === null ? null : this.#punctuation;
    if (punctuation !== null && list.graph.endsWord(place.edge)) {
      const node = nodeAfter(punctuation, place.punctuation);
      const edge = node < 0 ? -1 : punctuation.edge(node, character);
      if (edge >= 0)
        reach(reached, { ...place, punctuation: edge, after: true }, list.reason, punctuation.endsWord(edge));
    }
    if (place.after) return;
    const node = nodeAfter(list.graph, place.edge);
    const edge = node < 0 ? -1 : list.graph.edge(node, this.#characterFor(list, character));
    if (edge < 0) return;
    const mayEnd = punctuation === null || (place.punctuation !== null && punctuation.endsWord(place.punctuation));
    reach(reached, { ...place, edge }, list.reason, list.graph.endsWord(edge) && mayEnd);
  }

  #characterFor(list: WordList, character: number): number {
    return list.digits && this.#characters[character]?.digit === true ? PATTERN : character;
  }
}

interface Reached {
  readonly places: Place[];
  reason: number;
  endsWord: boolean;
}

function reach(reached: Reached, place: Place, reason: number, endsWord: boolean): void {
  const same = (other: Place) =>
    other.list === place.list &&
    other.edge === place.edge &&
    other.punctuation === place.punctuation &&
    other.after === place.after;
  if (!reached.places.some(same)) reached.places.push(place);
  reached.reason = Math.max(reached.reason, reason);
  reached.endsWord ||= endsWord;
}

/** −1 where nothing follows. */
function nodeAfter(graph: WordGraph, edge: number | null): number {
  if (edge === null || edge < 0) return 0;
  const node = graph.nodeAfter(edge);
  return node === 0 ? -1 : node;
}
