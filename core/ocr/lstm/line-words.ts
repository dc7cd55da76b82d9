/** Converts the best path through a line into words with text, confidence, entropy and position. */
import { symbolEntropy } from '../symbol-entropy.ts';
import { searchBeam, type Alphabet, type PathNode } from './beam-search.ts';
import { SPACE } from './trained-data/character-set.ts';
import { WORD_SOURCE } from './trained-data/dictionary.ts';
import type { LineOutputs } from './line-network.ts';

export interface LineWord {
  readonly text: string;
  /** Confidence on Tesseract's scale, 0 to 100. */
  readonly confidence: number;
  /** Mean entropy per character, in bits. */
  readonly entropy: number;
  /** Time steps at which the first character begins and the last one ends. */
  readonly from: number;
  readonly to: number;
}

/**
 * Tesseract's factor from the certainty (log-probability) of a word's least certain character to the confidence of the
 * word.
 */
const CONFIDENCE_PER_CERTAINTY = 5 * 7;
/** Probability from which a code counts as an alternative. */
const MIN_ALTERNATIVE_PROBABILITY = 0.001;

interface ReadCharacter {
  readonly character: number;
  /** First time step of its last code, and the time step after it. */
  readonly begin: number;
  readonly end: number;
  /** Log-probability: the minimum over its time steps and the blank ones before it. */
  certainty: number;
}

/** The words of a line, from left to right. */
export function readLineWords(outputs: LineOutputs, alphabet: Alphabet): LineWord[] {
  const path = searchBeam(outputs, alphabet);
  const characters = readCharacters(path);
  const bounds = findBounds(characters, path.length);
  const words: LineWord[] = [];
  let spaceBefore = 0;
  for (let first = 0; first < characters.length;) {
    const after = findWordEnd(characters, path, alphabet, first);
    const spaceAfter = characters[after]?.character === SPACE ? characters[after].certainty : 0;
    const part = characters.slice(first, after);
    const certainty = Math.min(spaceBefore, spaceAfter, ...part.map((read) => read.certainty));
    const text = part
      .map(({ character }) => alphabet.characters[character]?.text ?? '')
      .join('')
      .trim();
    if (text !== '') {
      words.push({
        text,
        confidence: Math.max(0, Math.min(100, 100 + CONFIDENCE_PER_CERTAINTY * certainty)),
        entropy: part.reduce((sum, read) => sum + characterEntropy(read, path, outputs, alphabet), 0) / part.length,
        from: bounds[first] ?? 0,
        to: bounds[after] ?? path.length,
      });
    }
    spaceBefore = spaceAfter;
    first = characters[after]?.character === SPACE ? after + 1 : after;
  }
  return words;
}

function readCharacters(path: readonly PathNode[]): ReadCharacter[] {
  const characters: ReadCharacter[] = [];
  let t = 0;
  while (t < path.length) {
    let certainty = 0;
    while (t < path.length && path[t]?.character === -1) {
      certainty = Math.min(certainty, path[t]?.certainty ?? 0);
      t += 1;
    }
    const node = path[t];
    const last = characters.at(-1);
    // Blank steps between a character and a space, or the end of the line, belong to the character.
    if (last !== undefined && (node === undefined || (node.character === SPACE && node.source !== WORD_SOURCE.none))) {
      last.certainty = Math.min(last.certainty, certainty);
      certainty = 0;
    }
    if (node === undefined) break;
    const begin = t;
    do {
      const here = path[t]?.certainty ?? 0;
      // A space before a dictionary word has only its own certainty: the blank steps before it have a different weight.
      certainty = node.character === SPACE && path[t]?.source === WORD_SOURCE.none ? here : Math.min(certainty, here);
      t += 1;
    } while (path[t]?.repeats === true);
    characters.push({ character: node.character, begin, end: t, certainty });
  }
  return characters;
}

/** The time steps at which characters meet: half-way between the end of one and the beginning of the next. */
function findBounds(characters: readonly ReadCharacter[], steps: number): number[] {
  const inner = characters
    .slice(0, -1)
    .map(({ end }, index) => end + Math.trunc(((characters[index + 1]?.begin ?? steps) - end) / 2));
  return [0, ...inner, steps];
}

/** Index of the first character after the word that begins at `first`. */
function findWordEnd(
  characters: readonly ReadCharacter[],
  path: readonly PathNode[],
  { characters: known }: Alphabet,
  first: number,
): number {
  const delimited = (read: ReadCharacter | undefined) => known[read?.character ?? SPACE]?.spaceDelimited ?? true;
  for (let at = first + 1; at < characters.length; at += 1) {
    const read = characters[at];
    const node = path[read?.begin ?? 0];
    if (read?.character === SPACE || node?.startsWord === true) return at;
    if (node?.source === WORD_SOURCE.topChoice && (!delimited(read) || !delimited(characters[at - 1]))) return at;
  }
  return characters.length;
}

/**
 * Entropy in bits of the codes at the time steps of a character; for a character of several codes, the sum over its
 * codes.
 */
function characterEntropy(
  { begin, end }: ReadCharacter,
  path: readonly PathNode[],
  { probabilities, stride }: LineOutputs,
  { nullCode, codeCount }: Alphabet,
): number {
  let from = begin;
  // Include the codes of the character before its last one.
  while ((path[from - 1]?.length ?? 0) > 0) from -= 1;
  let bits = 0;
  let weights = new Map<number, number>();
  for (let t = from; t < end; t += 1) {
    const node = path[t];
    if (node === undefined || node.code === nullCode) continue;
    if (!node.repeats) {
      bits += entropyOf(weights);
      weights = new Map();
    }
    for (let code = 0; code < codeCount; code += 1) {
      const probability = probabilities[t * stride + code] ?? 0;
      if (code !== nullCode && probability >= MIN_ALTERNATIVE_PROBABILITY)
        weights.set(code, (weights.get(code) ?? 0) + probability);
    }
  }
  return bits + entropyOf(weights);
}

/** @param weights  by code. They are summed in the order of the codes, so that equal weights have equal sums. */
const entropyOf = (weights: ReadonlyMap<number, number>): number =>
  weights.size < 2 ? 0 : symbolEntropy([...weights].sort(([a], [b]) => a - b).map(([, weight]) => weight));
