/** The characters that a language's network can read, and the codes (one or several outputs in a row) that stand for them. */
import { ByteReader } from './byte-reader.ts';

export interface Character {
  readonly text: string;
  readonly digit: boolean;
  /** False for scripts that put no spaces between words. */
  readonly spaceDelimited: boolean;
}

/** What may follow the codes read so far of one character. */
export interface CodeNode {
  /** Codes that end a character, with its number; the first number of several that share a code is lost to the last, as in Tesseract. */
  readonly finals: Map<number, number>;
  /** Codes after which the character goes on. */
  readonly nexts: Map<number, CodeNode>;
}

/** Number of the space. */
export const SPACE = 0;

const DIGIT = 8;
const UNDELIMITED: ReadonlySet<string> = new Set(['Han', 'Thai', 'Hangul', 'Hiragana', 'Katakana']);

/**
 * The characters by their numbers. A line of the text holds the character, its properties in hexadecimal, and others that we do not need,
 * among them the name of its script.
 * @throws RangeError where the first line is not their number
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

/** Codes as a tree, from the recoder's list of codes a character. */
export function readCodes(bytes: Uint8Array): CodeNode {
  const reader = new ByteReader(bytes);
  const root: CodeNode = { finals: new Map(), nexts: new Map() };
  const count = reader.count();
  for (let character = 0; character < count; character += 1) {
    reader.int8(); // whether it is the main one of those that share a code
    const codes = Array.from({ length: reader.count() }, () => reader.int32());
    addCode(root, codes, character);
  }
  return root;
}

/** Every character is one output, where the network was trained without codes. */
export function plainCodes(count: number): CodeNode {
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
