/**
 * Decodes the outputs of a network that was trained with CTC so that words of a list are preferred: a prefix beam search
 * (A. Hannun et al., "First-Pass Large Vocabulary Continuous Speech Recognition using Bi-Directional Recurrent DNNs", 2014).
 * The list adds to the score of its words and forbids no others, so that names, numbers and abbreviations stay readable. Only
 * letters of Chinese, Japanese and Korean are left out.
 */
import type { WordList } from '../languages/word-list.ts';
import { toWords, type ReadCharacter, type ReadWord } from './decode-line.ts';
import type { LikelyCode, StepOutputs } from './step-outputs.ts';
import { addLogs, TextPrefix } from './text-prefix.ts';

/** Texts that are kept at each time step; 8 leave more errors. */
const BEAM_WIDTH = 24;
/** Scores so far below the best one are not kept. */
const MAX_BELOW_BEST = 20;
/** Probability of the blank that is assumed at least. */
const MIN_BLANK = 1e-6;
/**
 * The network leaves out most accents: a letter with one is taken to be at least this part as probable as the letter
 * without, where that letter has at least this probability.
 */
const ACCENT_SHARE = 0.1;
const MIN_ACCENTED = 0.05;
const SPACE = ' ';
/** Letters that no language with a word list has: the network takes strokes of handwriting for them. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The codes of an alphabet, of which the first has the number 1. */
export class Codes {
  readonly #texts: readonly string[];
  readonly #codes: ReadonlyMap<string, number>;
  readonly #eastAsian: ReadonlySet<number>;

  constructor(alphabet: readonly string[]) {
    this.#texts = alphabet;
    this.#codes = new Map(alphabet.map((text, at) => [text, at + 1]));
    this.#eastAsian = new Set(alphabet.flatMap((text, at) => (EAST_ASIAN.test(text) ? [at + 1] : [])));
  }

  /** Whether it is a letter of Chinese, Japanese or Korean. */
  isEastAsian(code: number): boolean {
    return this.#eastAsian.has(code);
  }

  textOf(code: number): string {
    return this.#texts[code - 1] ?? '';
  }

  codeOf(text: string): number | undefined {
    return this.#codes.get(text);
  }
}

/** @param width  time steps that the line has without its padding */
export function decodeWithWords(
  line: readonly StepOutputs[],
  codes: Codes,
  width: number,
  words: WordList,
): ReadWord[] {
  let beam = [TextPrefix.empty(words)];
  for (const [step, outputs] of line.entries()) {
    const likely = outputs.likely.filter(({ code }) => !codes.isEastAsian(code));
    beam = bestOf(extend(beam, step, outputs, withAccents(likely, codes, words), codes, words));
  }
  const score = (prefix: TextPrefix) => prefix.total + prefix.bonusAtEnd(words);
  const [first, ...others] = beam;
  if (first === undefined) return [];
  const best = others.reduce((a, b) => (score(b) > score(a) ? b : a), first);
  return toWords(charactersOf(best), line, width);
}

/** The likely codes, with the accents that the network has left out. */
function withAccents(likely: readonly LikelyCode[], codes: Codes, words: WordList): readonly LikelyCode[] {
  if (words.accents.size === 0) return likely;
  const all = new Map(likely.map(({ code, probability }) => [code, probability]));
  for (const { code, probability } of likely) {
    if (probability < MIN_ACCENTED) continue;
    for (const letter of words.accents.get(codes.textOf(code)) ?? []) {
      const accented = codes.codeOf(letter);
      if (accented !== undefined) all.set(accented, Math.max(all.get(accented) ?? 0, ACCENT_SHARE * probability));
    }
  }
  return [...all].map(([code, probability]) => ({ code, probability }));
}

/** The texts of the beam and those that the codes of one more time step make of them. */
function extend(
  beam: readonly TextPrefix[],
  step: number,
  { blank }: StepOutputs,
  likely: readonly LikelyCode[],
  codes: Codes,
  words: WordList,
): TextPrefix[] {
  const reached: TextPrefix[] = [];
  const reach = (prefix: TextPrefix): TextPrefix => {
    if (prefix.reached === step) return prefix;
    prefix.reached = step;
    [prefix.nextBlank, prefix.nextSolid] = [-Infinity, -Infinity];
    reached.push(prefix);
    return prefix;
  };
  const blankLog = Math.log(Math.max(blank, MIN_BLANK));
  // The log-probabilities of all texts fall from step to step: of two beginnings, the one that was more probable at its time.
  const highest = beam.reduce((most, { total }) => Math.max(most, total), -Infinity);
  const logs = likely.map(({ code, probability }) => ({ code, log: Math.log(probability), text: codes.textOf(code) }));
  for (const prefix of beam) {
    const { total } = reach(prefix);
    prefix.nextBlank = addLogs(prefix.nextBlank, total + blankLog);
    for (const { code, log, text } of logs) {
      // Without a blank between, the code is that of the character before.
      if (code === prefix.code) prefix.nextSolid = addLogs(prefix.nextSolid, prefix.solid + log);
      const begins = log + (code === prefix.code ? prefix.blank : total);
      if (begins === -Infinity) continue;
      if (text === SPACE && (prefix.parent === null || prefix.text === SPACE)) {
        prefix.nextBlank = addLogs(prefix.nextBlank, begins);
        continue;
      }
      const further = reach(prefix.with(code, text, words));
      further.nextSolid = addLogs(further.nextSolid, begins);
      if (begins - highest > further.begins) [further.begins, further.step] = [begins - highest, step];
    }
  }
  for (const prefix of reached) [prefix.blank, prefix.solid] = [prefix.nextBlank, prefix.nextSolid];
  return reached;
}

function bestOf(prefixes: readonly TextPrefix[]): TextPrefix[] {
  const scored = prefixes.map((prefix) => ({ prefix, score: prefix.total + prefix.bonus }));
  scored.sort((a, b) => b.score - a.score);
  const least = (scored[0]?.score ?? 0) - MAX_BELOW_BEST;
  return scored.slice(0, BEAM_WIDTH).flatMap(({ prefix, score }) => (score > least ? [prefix] : []));
}

function charactersOf(last: TextPrefix): ReadCharacter[] {
  const characters: ReadCharacter[] = [];
  for (let prefix = last; prefix.parent !== null; prefix = prefix.parent)
    characters.push({ text: prefix.text, step: prefix.step });
  return characters.toReversed();
}
