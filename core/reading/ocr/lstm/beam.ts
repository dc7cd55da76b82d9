/** The best ways, so far, to read a line: nodes that hang together backwards, and for every kind of node the few best at a time step. */
import type { CodeNode } from './character-set.ts';
import type { DictionaryState } from './dictionary.ts';

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
    const same = nodes.findIndex((other) => other.code === node.code && other.hash === node.hash && other.reason === node.reason && other.startsDictionary === node.startsDictionary);
    if (same >= 0) {
      if (node.score > (nodes[same]?.score ?? 0)) nodes[same] = node;
    } else if (nodes.length < this.#width) {
      nodes.push(node);
    } else {
      nodes[this.#worstIndex()] = node;
    }
    this.#worst = nodes[this.#worstIndex()]?.score ?? Infinity;
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

/** All nodes of a time step. */
export class BeamStep {
  readonly #heaps = new Map<number, NodeHeap>();
  /** The best node after which a word of the dictionary may begin, a kind of continuation each. */
  readonly starts: (BeamNode | null)[] = [null, null, null];

  heap(dictionary: boolean, next: number, length: number): NodeHeap {
    const key = ((dictionary ? NEXT_KINDS : 0) + next) * (LONGEST_CODE + 1) + length;
    const known = this.#heaps.get(key);
    if (known !== undefined) return known;
    const heap = new NodeHeap(length);
    this.#heaps.set(key, heap);
    return heap;
  }

  /** The kinds that have nodes. */
  *heaps(): Generator<{ dictionary: boolean; next: number; nodes: readonly BeamNode[] }> {
    for (const [key, { nodes }] of this.#heaps) {
      const kind = Math.floor(key / (LONGEST_CODE + 1));
      yield { dictionary: kind >= NEXT_KINDS, next: kind % NEXT_KINDS, nodes };
    }
  }

  /** Whether anything may still be read after this step. */
  get isOpen(): boolean {
    for (const { next, nodes } of this.heaps()) if (next === NEXT.anything && nodes.length > 0) return true;
    return false;
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

/** A rolling hash of codes; repeats and "no character" leave it as it is. */
export function hashCodes(before: BeamNode | null, code: number, counts: boolean): number {
  const hash = before === null ? 0 : before.hash;
  return counts ? (Math.imul(hash, 0x01000193) + code + 1) | 0 : hash;
}
