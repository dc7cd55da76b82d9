/** A word list of a language, stored as a graph whose edges are characters: a node is the number of its first edge. */
import { ByteReader } from './byte-reader.ts';

const MAGIC = 42;
/** Bits of an edge behind its character: last edge of its node, backward edge, end of a word. */
const LAST = 1;
const WORD_END = 4;
const FLAG_BITS = 3;

export class WordGraph {
  /** Edges of 64 bits, the lower half first: character, three flags, next node. */
  readonly #edges: Uint32Array;
  readonly #characterBits: number;
  /** Edges of the first node, by character: it has hundreds. */
  readonly #first = new Map<number, number>();

  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes);
    if (reader.int16() !== MAGIC) throw new RangeError('a word list of this language data is broken');
    this.#characterBits = Math.ceil(Math.log2(reader.count()));
    this.#edges = new Uint32Array(new Uint8Array(reader.bytes(reader.count() * 8)).buffer);
    for (const edge of this.#edgesFrom(0)) this.#first.set(this.#character(edge), edge);
  }

  /** The edge with this character out of a node; −1 where there is none. @param node 0 is the beginning of a word */
  edge(node: number, character: number): number {
    if (node === 0) return this.#first.get(character) ?? -1;
    for (const edge of this.#edgesFrom(node)) if (this.#character(edge) === character) return edge;
    return -1;
  }

  endsWord(edge: number): boolean {
    return ((this.#low(edge) >>> this.#characterBits) & WORD_END) !== 0;
  }

  /** Where an edge leads; 0: nowhere, all words that go through it end with it. */
  nodeAfter(edge: number): number {
    const shift = this.#characterBits + FLAG_BITS;
    return (this.#low(edge) >>> shift) | ((this.#edges[2 * edge + 1] ?? 0) << (32 - shift));
  }

  *#edgesFrom(node: number): Generator<number> {
    const edges = this.#edges.length / 2;
    for (let edge = node; edge < edges; edge += 1) {
      yield edge;
      if (((this.#low(edge) >>> this.#characterBits) & LAST) !== 0) return;
    }
  }

  #low(edge: number): number {
    return this.#edges[2 * edge] ?? 0;
  }

  #character(edge: number): number {
    return this.#low(edge) & ((1 << this.#characterBits) - 1);
  }
}
