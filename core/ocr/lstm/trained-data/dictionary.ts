/**
 * Matches text against the dictionary of a language: words and numbers, with punctuation before and after them.
 * Tesseract traverses three word lists (DAWGs) in parallel. Here each set of positions in them is cached as a state of
 * a deterministic automaton, so that its transitions are computed once.
 */
import { SPACE, type Character } from './character-set.ts';
import type { TrainedDataPart } from './trained-data.ts';
import { WordGraph } from './word-graph.ts';

/**
 * The word list that supports a character; a higher number is stronger evidence. The numbers are Tesseract's
 * (PermuterType).
 */
export const WORD_SOURCE = { none: 0, punctuation: 1, topChoice: 2, number: 6, word: 8 } as const;

/** Wildcard: a whole word in the punctuation list, any digit in the number list. */
const WILDCARD = 0;
/** Number of transitions above which the cache is cleared. */
const MAX_STEPS = 20_000;

interface WordList {
  readonly graph: WordGraph;
  readonly source: number;
  /** All digits are equivalent. */
  readonly digits: boolean;
}

/** A position in the word lists. An edge of −1 is the beginning. */
interface Position {
  /** Null as long as only punctuation has been read. */
  readonly list: WordList | null;
  readonly edge: number;
  /** Edge in the punctuation list; null if the list is not used. */
  readonly punctuation: number | null;
  /** The word has ended; this is punctuation after it. */
  readonly isAfterWord: boolean;
}

export interface DictionaryState {
  readonly positions: readonly Position[];
  readonly steps: Map<number, DictionaryStep | null>;
}

/** The transition for one more character. */
export interface DictionaryStep {
  readonly state: DictionaryState;
  readonly source: number;
  /** A word may end here. */
  readonly endsWord: boolean;
}

export class Dictionary {
  /** False for languages without spaces between words. */
  readonly spaceDelimited: boolean;
  readonly #characters: readonly Character[];
  readonly #punctuation: WordGraph | null;
  readonly #lists: readonly WordList[];
  #steps = 0;
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
      ...(words === null ? [] : [{ graph: words, source: WORD_SOURCE.word, digits: false }]),
      ...(numbers === null ? [] : [{ graph: numbers, source: WORD_SOURCE.number, digits: true }]),
    ];
    this.spaceDelimited = characters.every(({ spaceDelimited }) => spaceDelimited);
    this.#start = this.#createStart();
  }

  /** The initial state: the beginning of a word. */
  get start(): DictionaryState {
    if (this.#steps > MAX_STEPS) {
      this.#steps = 0;
      this.#start = this.#createStart();
    }
    return this.#start;
  }

  /** The transition of a state for a character; null if no word continues with it. */
  step(state: DictionaryState, character: number): DictionaryStep | null {
    const known = state.steps.get(character);
    if (known !== undefined) return known;
    const step = this.#takeStep(state, character);
    state.steps.set(character, step);
    this.#steps += 1;
    return step;
  }

  #createStart(): DictionaryState {
    const punctuated = this.#punctuation !== null && this.#punctuation.edge(0, WILDCARD) >= 0;
    const positions: Position[] =
      this.#punctuation === null ? [] : [{ list: null, edge: -1, punctuation: -1, isAfterWord: false }];
    if (!punctuated)
      for (const list of this.#lists) positions.push({ list, edge: -1, punctuation: null, isAfterWord: false });
    return { positions, steps: new Map() };
  }

  #takeStep({ positions }: DictionaryState, character: number): DictionaryStep | null {
    if (character === SPACE) return null;
    const reached: Reached = { positions: [], source: WORD_SOURCE.none, endsWord: false };
    for (const position of positions) {
      if (position.list === null) this.#beginWord(position, character, reached);
      else this.#continueWord(position, position.list, character, reached);
    }
    return reached.source === WORD_SOURCE.none
      ? null
      : {
          state: { positions: reached.positions, steps: new Map() },
          source: reached.source,
          endsWord: reached.endsWord,
        };
  }

  /** After punctuation only: the character begins a word or is further punctuation. */
  #beginWord(position: Position, character: number, reached: Reached): void {
    const graph = this.#punctuation;
    const node = graph === null ? -1 : nodeAfter(graph, position.punctuation);
    if (graph === null || node < 0) return;
    const gap = graph.edge(node, WILDCARD);
    if (gap >= 0) {
      for (const list of this.#lists) {
        const edge = list.graph.edge(0, this.#characterFor(list, character));
        if (edge >= 0)
          reach(
            reached,
            { list, edge, punctuation: gap, isAfterWord: false },
            list.source,
            list.graph.endsWord(edge) && graph.endsWord(gap),
          );
      }
    }
    const more = graph.edge(node, character);
    if (more >= 0)
      reach(
        reached,
        { list: null, edge: -1, punctuation: more, isAfterWord: false },
        WORD_SOURCE.punctuation,
        graph.endsWord(more),
      );
  }

  /** Inside or after a word: the character is its next one, or punctuation after it. */
  #continueWord(position: Position, list: WordList, character: number, reached: Reached): void {
    const punctuation = position.punctuation === null ? null : this.#punctuation;
    if (punctuation !== null && list.graph.endsWord(position.edge)) {
      const node = nodeAfter(punctuation, position.punctuation);
      const edge = node < 0 ? -1 : punctuation.edge(node, character);
      if (edge >= 0)
        reach(reached, { ...position, punctuation: edge, isAfterWord: true }, list.source, punctuation.endsWord(edge));
    }
    if (position.isAfterWord) return;
    const node = nodeAfter(list.graph, position.edge);
    const edge = node < 0 ? -1 : list.graph.edge(node, this.#characterFor(list, character));
    if (edge < 0) return;
    const mayEnd =
      punctuation === null || (position.punctuation !== null && punctuation.endsWord(position.punctuation));
    reach(reached, { ...position, edge }, list.source, list.graph.endsWord(edge) && mayEnd);
  }

  #characterFor(list: WordList, character: number): number {
    return list.digits && this.#characters[character]?.digit === true ? WILDCARD : character;
  }
}

interface Reached {
  readonly positions: Position[];
  source: number;
  endsWord: boolean;
}

function reach(reached: Reached, position: Position, source: number, endsWord: boolean): void {
  const same = (other: Position) =>
    other.list === position.list &&
    other.edge === position.edge &&
    other.punctuation === position.punctuation &&
    other.isAfterWord === position.isAfterWord;
  if (!reached.positions.some(same)) reached.positions.push(position);
  reached.source = Math.max(reached.source, source);
  reached.endsWord ||= endsWord;
}

/** The node that an edge leads to; 0 for an edge of −1 or null, −1 if no character follows. */
function nodeAfter(graph: WordGraph, edge: number | null): number {
  if (edge === null || edge < 0) return 0;
  const node = graph.nodeAfter(edge);
  return node === 0 ? -1 : node;
}
