/**
 * A word list of a language as a DAWG (directed acyclic word graph): edges are characters, a node is the index of its
 * first edge.
 */
import { ByteReader } from './byte-reader.ts';

const MAGIC = 42;
/** Flags of an edge after its character: last edge of its node, backward edge (unused here), end of a word. */
const LAST = 1;
const END_OF_WORD = 4;
const FLAG_BITS = 3;

export class WordGraph {
  /** Edges of 64 bits, the lower half first. From the lowest bit: character, three flags, next node. */
  readonly #edges: Uint32Array;
  readonly #characterBits: number;
  /** Edges of the first node by character, because it has hundreds. */
  readonly #first = new Map<number, number>();

  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes);
    if (reader.int16() !== MAGIC) throw new RangeError('a word list of this language data is broken');
    // One more number than there are characters: Tesseract has one of no character.
    this.#characterBits = Math.ceil(Math.log2(reader.count() + 1));
    this.#edges = new Uint32Array(new Uint8Array(reader.bytes(reader.count() * 8)).buffer);
    for (const edge of this.#edgesFrom(0)) this.#first.set(this.#character(edge), edge);
  }

  /** The edge of a node with this character; −1 if there is none. @param node 0 is the beginning of a word */
  edge(node: number, character: number): number {
    if (node === 0) return this.#first.get(character) ?? -1;
    for (const edge of this.#edgesFrom(node)) if (this.#character(edge) === character) return edge;
    return -1;
  }

  endsWord(edge: number): boolean {
    return ((this.#low(edge) >>> this.#characterBits) & END_OF_WORD) !== 0;
  }

  /** The node that an edge leads to; 0 if no character follows. */
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
