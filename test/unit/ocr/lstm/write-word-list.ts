/** Writes word lists in the format of language data: a graph whose edges are stored consecutively by node. */

interface Node {
  readonly edges: Map<number, { readonly node: Node; endsWord: boolean }>;
}

const MAGIC = 42;
const LAST = 1n;
const END_OF_WORD = 4n;

/**
 * @param words words as character indexes
 * @param characters number of characters, which determines the bits per character
 */
export function writeWordList(words: readonly (readonly number[])[], characters: number): Uint8Array {
  const root: Node = { edges: new Map() };
  for (const word of words) addWord(root, word);
  // As Tesseract, which has one more number, of no character.
  const bits = BigInt(Math.ceil(Math.log2(characters + 1)));
  const nodes = inOrder(root);
  const indexes = new Map<Node, number>();
  let edgeCount = 0;
  for (const node of nodes) {
    indexes.set(node, edgeCount);
    edgeCount += node.edges.size;
  }
  const edges = nodes.flatMap((node) => {
    const sorted = [...node.edges].toSorted(([a], [b]) => a - b);
    return sorted.map(([character, { node: next, endsWord }], index) => {
      const flags = (index === sorted.length - 1 ? LAST : 0n) | (endsWord ? END_OF_WORD : 0n);
      return BigInt(character) | (flags << bits) | (BigInt(indexes.get(next) ?? 0) << (bits + 3n));
    });
  });
  const bytes = Buffer.alloc(10 + 8 * edges.length);
  bytes.writeInt16LE(MAGIC, 0);
  bytes.writeInt32LE(characters, 2);
  bytes.writeInt32LE(edges.length, 6);
  for (const [index, edge] of edges.entries()) bytes.writeBigInt64LE(edge, 10 + 8 * index);
  return new Uint8Array(bytes);
}

function addWord(root: Node, word: readonly number[]): void {
  let node = root;
  for (const [index, character] of word.entries()) {
    const edge = node.edges.get(character) ?? { node: { edges: new Map() } satisfies Node, endsWord: false };
    node.edges.set(character, edge);
    if (index === word.length - 1) edge.endsWord = true;
    node = edge.node;
  }
}

/** The nodes with edges, the root first. */
function inOrder(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) for (const { node: next } of node.edges.values()) if (next.edges.size > 0) nodes.push(next);
  return nodes;
}
