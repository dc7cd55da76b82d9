/**
 * The characters (unicharset) that a language's network can read, and their codes: sequences of one or more outputs
 * (recoder).
 */
import { ByteReader } from './byte-reader.ts';

export interface Character {
  readonly text: string;
  readonly digit: boolean;
  /** False for scripts without spaces between words. */
  readonly spaceDelimited: boolean;
}

/** A node of the code tree: the continuations of a prefix of a character's codes. */
export interface CodeNode {
  /**
   * Final codes, with the index of the character. If several characters share a code, the last one wins, as in
   * Tesseract.
   */
  readonly finals: Map<number, number>;
  /** Codes after which the character continues. */
  readonly nexts: Map<number, CodeNode>;
}

const UNKNOWN_CODE = 'a character of this language data has a code that its network lacks';

/** Index of the space. */
export const SPACE = 0;

/** Bit of a character's properties: it is a digit. */
const DIGIT = 8;
const UNDELIMITED: ReadonlySet<string> = new Set(['Han', 'Thai', 'Hangul', 'Hiragana', 'Katakana']);

/**
 * Reads the characters, in the order of their indices. A line contains the character, its properties in hexadecimal and
 * further fields; of these only the name of the script is used.
 * @throws RangeError if the first line is not the number of characters
 */
export function readCharacters(bytes: Uint8Array): Character[] {
  const [first = '', ...lines] = new TextDecoder().decode(bytes).split('\n');
  const count = Number(first);
  if (!Number.isInteger(count) || count <= 0 || count > lines.length)
    throw new RangeError('the characters of this language data are broken');
  return lines.slice(0, count).map((line) => {
    const [text = '', properties = '0', ...others] = line.split(' ');
    return {
      text: text === 'NULL' ? ' ' : text,
      digit: (Number.parseInt(properties, 16) & DIGIT) !== 0,
      spaceDelimited: !others.slice(0, 2).some((word) => UNDELIMITED.has(word)),
    };
  });
}

/**
 * Builds the code tree from the recoder's list of codes per character.
 * @param outputs number of the network's outputs
 * @throws RangeError if the bytes are broken, or a code is none of the outputs
 */
export function readCodes(bytes: Uint8Array, outputs: number): CodeNode {
  const reader = new ByteReader(bytes);
  const root: CodeNode = { finals: new Map(), nexts: new Map() };
  const count = reader.count();
  for (let character = 0; character < count; character += 1) {
    reader.int8(); // whether it is the main character of those that share a code
    const codes = Array.from({ length: reader.count() }, () => reader.int32());
    if (codes.some((code) => code < 0 || code >= outputs)) throw new RangeError(UNKNOWN_CODE);
    addCode(root, codes, character);
  }
  return root;
}

/**
 * The code tree of a network that was trained without a recoder: each character is one output.
 * @throws RangeError if there are more characters than outputs
 */
export function plainCodes(count: number, outputs: number): CodeNode {
  if (count > outputs) throw new RangeError(UNKNOWN_CODE);
  return { finals: new Map(Array.from({ length: count }, (_, character) => [character, character])), nexts: new Map() };
}

function addCode(root: CodeNode, codes: readonly number[], character: number): void {
  const last = codes.at(-1);
  if (last === undefined) return;
  let node = root;
  for (const code of codes.slice(0, -1)) {
    const next = node.nexts.get(code) ?? { finals: new Map<number, number>(), nexts: new Map<number, CodeNode>() };
    node.nexts.set(code, next);
    node = next;
  }
  node.finals.set(last, character);
}
