/** Decodes the outputs of a network that was trained with CTC (A. Graves et al., ICML 2006) to words. */
import { BLANK, type StepOutputs } from './step-outputs.ts';

/** A word of a line. */
export interface ReadWord {
  readonly text: string;
  /** Horizontal extent as parts of the line's width, 0 to 1. */
  readonly left: number;
  readonly right: number;
  /** 0 to 100: the mean probability of the likeliest code where the network shows each character. */
  readonly confidence: number;
  /** Mean entropy per character, in bits. */
  readonly entropy: number;
}

/** A character with the time step at which the network shows it. */
export interface ReadCharacter {
  readonly text: string;
  readonly step: number;
}

/**
 * Takes the most probable code of each time step; a code that is repeated without a blank between is one character.
 * @param alphabet  the characters of the codes from 1
 * @param width  time steps that the line has without its padding
 */
export function decodeLine(line: readonly StepOutputs[], alphabet: readonly string[], width: number): ReadWord[] {
  const characters: ReadCharacter[] = [];
  let before = BLANK;
  for (const [step, { best }] of line.entries()) {
    if (best.code !== BLANK && best.code !== before) characters.push({ text: alphabet[best.code - 1] ?? '', step });
    before = best.code;
  }
  return toWords(characters, line, width);
}

/** Parts the characters of a line at its spaces. @param width as above */
export function toWords(characters: readonly ReadCharacter[], line: readonly StepOutputs[], width: number): ReadWord[] {
  const words: ReadCharacter[][] = [[]];
  for (const character of characters)
    if (character.text.trim() === '') words.push([]);
    else words.at(-1)?.push(character);
  return words.filter((word) => word.length > 0).map((word) => toWord(word, line, width));
}

function toWord(characters: readonly ReadCharacter[], line: readonly StepOutputs[], width: number): ReadWord {
  const mean = (of: (outputs: StepOutputs) => number) =>
    characters.reduce((sum, { step }) => {
      const outputs = line[step];
      return sum + (outputs === undefined ? 0 : of(outputs));
    }, 0) / characters.length;
  // The network shows a character at about its middle; that of a narrow line may be shown a little late, in the padding.
  const middle = (character: ReadCharacter | undefined) => Math.min(character?.step ?? 0, width - 1) + 0.5;
  return {
    text: characters.map(({ text }) => text).join(''),
    left: Math.max(0, (middle(characters[0]) - 1) / width),
    right: Math.min(1, (middle(characters.at(-1)) + 1) / width),
    confidence: 100 * mean(({ best }) => best.probability),
    entropy: mean(({ entropy }) => entropy),
  };
}
