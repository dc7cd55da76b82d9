/** Turns the best way through a line into words: their text, how sure they are, and where they stand. */
import { symbolEntropy } from '../symbol-entropy.ts';
import type { BeamNode } from './beam.ts';
import { searchBeam, type Alphabet } from './beam-search.ts';
import { SPACE } from './trained-data/character-set.ts';
import { REASON } from './trained-data/dictionary.ts';
import type { LineOutputs } from './line-network.ts';

export interface LineWord {
  readonly text: string;
  /** 0 to 100, on Tesseract's scale. */
  readonly confidence: number;
  /** Mean bits per character. */
  readonly entropy: number;
  /** Time steps: where the first character begins and the last one ends. */
  readonly from: number;
  readonly to: number;
}

/** Tesseract's scale of a word's confidence, from the certainty of its least certain character. */
const CONFIDENCE_A_CERTAINTY = 5 * 7;
/** Probability below which a code is no alternative. */
const LEAST_ALTERNATIVE = 0.001;

interface ReadCharacter {
  readonly character: number;
  /** First step of its last code, and the step after the last. */
  readonly begin: number;
  readonly end: number;
  /** Logarithm of a probability: the least of its steps and of the empty ones before it. */
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
        confidence: Math.max(0, Math.min(100, 100 + CONFIDENCE_A_CERTAINTY * certainty)),
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

function readCharacters(path: readonly BeamNode[]): ReadCharacter[] {
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
    // What is empty behind a character, before a space or the line's end, counts for the character.
    if (last !== undefined && (node === undefined || (node.character === SPACE && node.reason !== REASON.none))) {
      last.certainty = Math.min(last.certainty, certainty);
      certainty = 0;
    }
    if (node === undefined) break;
    const begin = t;
    do {
      const here = path[t]?.certainty ?? 0;
      // A space before a word of the dictionary has its own certainty alone: what was empty before it was weighed otherwise.
      certainty = node.character === SPACE && path[t]?.reason === REASON.none ? here : Math.min(certainty, here);
      t += 1;
    } while (path[t]?.repeats === true);
    characters.push({ character: node.character, begin, end: t, certainty });
  }
  return characters;
}

/** Where characters meet: half-way between the end of one and the beginning of the next. */
function findBounds(characters: readonly ReadCharacter[], steps: number): number[] {
  const inner = characters
    .slice(0, -1)
    .map(({ end }, index) => end + Math.trunc(((characters[index + 1]?.begin ?? steps) - end) / 2));
  return [0, ...inner, steps];
}

/** Number of the first character that is not of the word which begins with `first`. */
function findWordEnd(
  characters: readonly ReadCharacter[],
  path: readonly BeamNode[],
  { characters: known }: Alphabet,
  first: number,
): number {
  const delimited = (read: ReadCharacter | undefined) => known[read?.character ?? SPACE]?.spaceDelimited ?? true;
  for (let at = first + 1; at < characters.length; at += 1) {
    const read = characters[at];
    const node = path[read?.begin ?? 0];
    if (read?.character === SPACE || node?.startsWord === true) return at;
    if (node?.reason === REASON.topChoice && (!delimited(read) || !delimited(characters[at - 1]))) return at;
  }
  return characters.length;
}

/** Bits of the choice between all codes at the steps of a character; for a character of several codes the sum over them. */
function characterEntropy(
  { begin, end }: ReadCharacter,
  path: readonly BeamNode[],
  { probabilities, stride }: LineOutputs,
  { nullCode, codeCount }: Alphabet,
): number {
  let from = begin;
  // The codes that lead up to the last one.
  while ((path[from - 1]?.length ?? 0) > 0) from -= 1;
  let bits = 0;
  let weights: number[] = [];
  for (let t = from; t < end; t += 1) {
    const node = path[t];
    if (node === undefined || node.code === nullCode) continue;
    if (!node.repeats) {
      bits += symbolEntropy(weights);
      weights = [];
    }
    for (let code = 0; code < codeCount; code += 1) {
      const probability = probabilities[t * stride + code] ?? 0;
      if (code !== nullCode && probability >= LEAST_ALTERNATIVE) weights[code] = (weights[code] ?? 0) + probability;
    }
  }
  return bits + symbolEntropy(weights.filter((weight) => weight > 0));
}
