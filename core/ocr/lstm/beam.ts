/**
 * The data structures of the beam search: nodes linked backwards, and for each time step the best few nodes of each
 * kind.
 */
import type { CodeNode } from './trained-data/character-set.ts';
import type { DictionaryState } from './trained-data/dictionary.ts';

/** One time step of one path. */
export interface BeamNode {
  readonly code: number;
  /** The character that this code completes; −1 for a part of a character and for a blank. */
  readonly character: number;
  /** One of WORD_SOURCE (trained-data/dictionary.ts). */
  readonly source: number;
  /** The next character may begin a dictionary word. */
  readonly startsDictionary: boolean;
  /** This is the first character of a dictionary word. */
  readonly startsWord: boolean;
  /** A dictionary word may end here. */
  readonly endsWord: boolean;
  /** The same code as at the previous step: no new character. */
  readonly repeats: boolean;
  /** Log-probability of this step. */
  readonly certainty: number;
  /** Sum of the certainties from the beginning of the line. */
  readonly score: number;
  readonly before: BeamNode | null;
  readonly state: DictionaryState | null;
  /** Hash of all codes so far: paths with the same codes are merged. */
  readonly hash: number;
  /** The position in the code tree inside a character of several codes; otherwise its root. */
  readonly at: CodeNode;
  /** Number of codes of the unfinished character. */
  readonly length: number;
}

/** A node before its score and hash are computed. */
export type NodeDraft = Omit<BeamNode, 'score' | 'hash'>;

/**
 * The permitted continuations of a node, which depend on the probabilities that were summed in it
 * (NodeContinuation in recodebeam.h of Tesseract explains why).
 */
export const NEXT = { anything: 0, onlyRepeat: 1, noRepeat: 2 } as const;
export const NEXT_KINDS = 3;
/** Maximum number of codes of a character; Tesseract's limit. */
export const MAX_CODE_LENGTH = 9;
/** Maximum number of nodes of one kind per time step, by the number of codes of the unfinished character. */
const BEAM_WIDTHS = [5, 10, 16, 16, 16, 16, 16, 16, 16, 16] as const;

/** The best few nodes of one kind at a time step. */
export class NodeHeap {
  readonly nodes: BeamNode[] = [];
  readonly #width: number;
  #worst = Infinity;

  constructor(length: number) {
    this.#width = BEAM_WIDTHS[length] ?? 16;
  }

  /** Whether a node with this score would be added. */
  takes(score: number): boolean {
    return this.nodes.length < this.#width || score > this.#worst;
  }

  add(node: BeamNode): void {
    const { nodes } = this;
    const same = this.#indexOfSame(node);
    if (same >= 0) {
      if (node.score > (nodes[same]?.score ?? 0)) nodes[same] = node;
    } else if (nodes.length < this.#width) {
      nodes.push(node);
    } else {
      nodes[this.#worstIndex()] = node;
    }
    this.#worst = nodes[this.#worstIndex()]?.score ?? Infinity;
  }

  #indexOfSame({ code, hash, source, startsDictionary }: BeamNode): number {
    for (let index = 0; index < this.nodes.length; index += 1) {
      const other = this.nodes[index];
      if (
        other?.code === code &&
        other.hash === hash &&
        other.source === source &&
        other.startsDictionary === startsDictionary
      )
        return index;
    }
    return -1;
  }

  #worstIndex(): number {
    let worst = 0;
    let score = Infinity;
    for (let index = 0; index < this.nodes.length; index += 1) {
      const other = this.nodes[index]?.score ?? 0;
      if (other < score) {
        score = other;
        worst = index;
      }
    }
    return worst;
  }
}

/** The nodes of one kind at a time step. */
interface NodeKind {
  readonly dictionary: boolean;
  readonly next: number;
  readonly heap: NodeHeap;
}

/** The nodes of all kinds at a time step. */
export class BeamStep {
  readonly #byKey: (NodeHeap | undefined)[] = [];
  /** The kinds that were used, in the order of their first use. */
  readonly kinds: NodeKind[] = [];
  /** The best node after which a dictionary word may begin, by permitted continuation. */
  readonly starts: (BeamNode | null)[] = [null, null, null];

  heap(dictionary: boolean, next: number, length: number): NodeHeap {
    const key = ((dictionary ? NEXT_KINDS : 0) + next) * (MAX_CODE_LENGTH + 1) + length;
    const known = this.#byKey[key];
    if (known !== undefined) return known;
    const heap = new NodeHeap(length);
    this.#byKey[key] = heap;
    this.kinds.push({ dictionary, next, heap });
    return heap;
  }

  /** Whether a node of this step has unrestricted continuations. */
  get isOpen(): boolean {
    return this.kinds.some(({ next, heap }) => next === NEXT.anything && heap.nodes.length > 0);
  }

  /** Adds the starts to the nodes of the dictionary. */
  addStarts(): void {
    for (const [next, node] of this.starts.entries()) {
      if (node === null) continue;
      const heap = this.heap(true, next, 0);
      if (heap.takes(node.score)) heap.add(node);
    }
  }
}

/** Creates a node from a draft. The properties are listed, because this is faster than spreading the draft. */
export function nodeOf(draft: NodeDraft, score: number, hash: number): BeamNode {
  const {
    code,
    character,
    source,
    startsDictionary,
    startsWord,
    endsWord,
    repeats,
    certainty,
    before,
    state,
    at,
    length,
  } = draft;
  return {
    code,
    character,
    source,
    startsDictionary,
    startsWord,
    endsWord,
    repeats,
    certainty,
    before,
    state,
    at,
    length,
    score,
    hash,
  };
}

/** A rolling hash of the codes; repeats and blanks do not change it. */
export function hashCodes(before: BeamNode | null, code: number, counts: boolean): number {
  const hash = before === null ? 0 : before.hash;
  return counts ? (Math.imul(hash, 0x01000193) + code + 1) | 0 : hash;
}
