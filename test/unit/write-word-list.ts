/** Writes word lists in the form that language data has them: a graph of edges, a node's edges one after the other. */

interface Node {
  readonly edges: Map<number, { readonly node: Node; endsWord: boolean }>;
}

const MAGIC = 42;
const LAST = 1n;
const WORD_END = 4n;

/** @param words of character numbers @param characters their number, which decides how many bits one has */
export function writeWordList(words: readonly (readonly number[])[], characters: number): Uint8Array {
  const root: Node = { edges: new Map() };
  for (const word of words) addWord(root, word);
  const bits = BigInt(Math.ceil(Math.log2(characters)));
  const nodes = inOrder(root);
  const places = new Map<Node, number>();
  let edgeCount = 0;
  for (const node of nodes) {
    places.set(node, edgeCount);
    edgeCount += node.edges.size;
  }
  const edges = nodes.flatMap((node) => {
    const sorted = [...node.edges].toSorted(([a], [b]) => a - b);
    return sorted.map(([character, { node: next, endsWord }], index) => {
      const flags = (index === sorted.length - 1 ? LAST : 0n) | (endsWord ? WORD_END : 0n);
      return BigInt(character) | (flags << bits) | (BigInt(places.get(next) ?? 0) << (bits + 3n));
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

/** Nodes that have edges, the root first. */
function inOrder(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) for (const { node: next } of node.edges.values()) if (next.edges.size > 0) nodes.push(next);
  return nodes;
}
