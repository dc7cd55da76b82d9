/** Decodes the outputs of a network that was trained with CTC (A. Graves et al., ICML 2006) to words. */
import { symbolEntropy } from '../symbol-entropy.ts';

/** A word of a line. */
export interface ReadWord {
  readonly text: string;
  /** Horizontal extent as parts of the line's width, 0 to 1. */
  readonly left: number;
  readonly right: number;
  /** 0 to 100. */
  readonly confidence: number;
  /** Mean entropy per character, in bits. */
  readonly entropy: number;
}

/** The network's outputs for a line: at each time step the probabilities of the codes, of which the first is the blank. */
export interface LineProbabilities {
  readonly steps: number;
  readonly codes: number;
  readonly probabilities: Float32Array;
}

interface ReadCharacter {
  readonly text: string;
  readonly step: number;
  readonly probability: number;
  readonly entropy: number;
}

/** Alternatives below this probability do not count for the entropy. */
const MIN_ALTERNATIVE = 1e-4;
const BLANK = 0;

/**
 * Takes the most probable code of each time step; a code that is repeated without a blank between is one character.
 * @param alphabet  the characters of the codes from 1
 * @param width  time steps that the line has without its padding
 */
export function decodeLine(line: LineProbabilities, alphabet: readonly string[], width: number): ReadWord[] {
  const words: ReadCharacter[][] = [[]];
  let before = BLANK;
  for (let step = 0; step < line.steps; step += 1) {
    const code = bestCode(line, step);
    if (code !== BLANK && code !== before) {
      const text = alphabet[code - 1] ?? '';
      if (text.trim() === '') words.push([]);
      else words.at(-1)?.push({ text, step, ...certaintyAt(line, step, code) });
    }
    before = code;
  }
  return words.filter((characters) => characters.length > 0).map((characters) => toWord(characters, width));
}

function bestCode({ codes, probabilities }: LineProbabilities, step: number): number {
  let best = BLANK;
  for (let code = 1; code < codes; code += 1)
    if ((probabilities[step * codes + code] ?? 0) > (probabilities[step * codes + best] ?? 0)) best = code;
  return best;
}

function certaintyAt(
  { codes, probabilities }: LineProbabilities,
  step: number,
  code: number,
): Pick<ReadCharacter, 'probability' | 'entropy'> {
  const all = probabilities.subarray(step * codes, (step + 1) * codes);
  const alternatives: number[] = [];
  for (let other = 0; other < codes; other += 1) {
    const probability = all[other] ?? 0;
    if (probability >= MIN_ALTERNATIVE) alternatives.push(probability);
  }
  return { probability: all[code] ?? 0, entropy: symbolEntropy(alternatives) };
}

function toWord(characters: readonly ReadCharacter[], width: number): ReadWord {
  const mean = (of: (character: ReadCharacter) => number) =>
    characters.reduce((sum, character) => sum + of(character), 0) / characters.length;
  return {
    text: characters.map(({ text }) => text).join(''),
    // The network shows a character at about its middle.
    left: Math.max(0, ((characters[0]?.step ?? 0) - 0.5) / width),
    right: Math.min(1, ((characters.at(-1)?.step ?? 0) + 1.5) / width),
    confidence: 100 * mean(({ probability }) => probability),
    entropy: mean(({ entropy }) => entropy),
  };
}
