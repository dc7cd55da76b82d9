/** The best ways, so far, to read a line: nodes that hang together backwards, and for every kind of node the few best at a time step. */
import type { CodeNode } from './trained-data/character-set.ts';
import type { DictionaryState } from './trained-data/dictionary.ts';

/** One time step of one way to read the line. */
export interface BeamNode {
  readonly code: number;
  /** The character that this code completes; −1 for a part of one, and for no character. */
  readonly character: number;
  readonly reason: number;
  /** The next character may begin a word of the dictionary. */
  readonly startsDictionary: boolean;
  /** First character of a word of the dictionary. */
  readonly startsWord: boolean;
  /** A word of the dictionary may end here. */
  readonly endsWord: boolean;
  /** The same code as the step before: no new character. */
  readonly repeats: boolean;
  /** Logarithm of this step's probability. */
  readonly certainty: number;
  /** Sum of the certainties from the line's beginning. */
  readonly score: number;
  readonly before: BeamNode | null;
  readonly state: DictionaryState | null;
  /** Of all codes so far: two ways with the same codes are one. */
  readonly hash: number;
  /** What may follow, inside of a character of several codes; the root outside. */
  readonly at: CodeNode;
  /** Codes of an unfinished character. */
  readonly length: number;
}

/** A node that is not yet sure of a place. */
export type NodeDraft = Omit<BeamNode, 'score' | 'hash'>;

/** What may follow a node, because of which probabilities were added up in it (recodebeam.h of Tesseract explains why). */
export const NEXT = { anything: 0, onlyRepeat: 1, noRepeat: 2 } as const;
export const NEXT_KINDS = 3;
/** Longest code of a character that we follow; Tesseract's own limit. */
export const LONGEST_CODE = 9;
/** Nodes kept a time step, by the length of the unfinished character's code. */
const WIDTHS = [5, 10, 16, 16, 16, 16, 16, 16, 16, 16] as const;

/** The few best nodes of one kind. */
export class NodeHeap {
  readonly nodes: BeamNode[] = [];
  readonly #width: number;
  #worst = Infinity;

  constructor(length: number) {
    this.#width = WIDTHS[length] ?? 16;
  }

  /** Whether a node of such a score would be taken. */
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

  #indexOfSame({ code, hash, reason, startsDictionary }: BeamNode): number {
    for (let index = 0; index < this.nodes.length; index += 1) {
      const other = this.nodes[index];
      if (
        other?.code === code &&
        other.hash === hash &&
        other.reason === reason &&
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

/** Nodes of one kind at a time step. */
interface NodeKind {
  readonly dictionary: boolean;
  readonly next: number;
  readonly heap: NodeHeap;
}

/** All nodes of a time step. */
export class BeamStep {
  readonly #byKey: (NodeHeap | undefined)[] = [];
  /** The kinds that were asked for, in the order of their first asking. */
  readonly kinds: NodeKind[] = [];
  /** The best node after which a word of the dictionary may begin, a kind of continuation each. */
  readonly starts: (BeamNode | null)[] = [null, null, null];

  heap(dictionary: boolean, next: number, length: number): NodeHeap {
    const key = ((dictionary ? NEXT_KINDS : 0) + next) * (LONGEST_CODE + 1) + length;
    const known = this.#byKey[key];
    if (known !== undefined) return known;
    const heap = new NodeHeap(length);
    this.#byKey[key] = heap;
    this.kinds.push({ dictionary, next, heap });
    return heap;
  }

  /** Whether anything may still be read after this step. */
  get isOpen(): boolean {
    return this.kinds.some(({ next, heap }) => next === NEXT.anything && heap.nodes.length > 0);
  }

  /** Takes the starts up among the dictionary's nodes. */
  takeStarts(): void {
    for (const [next, node] of this.starts.entries()) {
      if (node === null) continue;
      const heap = this.heap(true, next, 0);
      if (heap.takes(node.score)) heap.add(node);
    }
  }
}

/** The node that a draft becomes. Its parts are named one by one, which is quicker than copying them by `...`. */
export function nodeOf(draft: NodeDraft, score: number, hash: number): BeamNode {
  const {
    code,
    character,
    reason,
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
    reason,
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

/** A rolling hash of codes; repeats and "no character" leave it as it is. */
export function hashCodes(before: BeamNode | null, code: number, counts: boolean): number {
  const hash = before === null ? 0 : before.hash;
  return counts ? (Math.imul(hash, 0x01000193) + code + 1) | 0 : hash;
}
