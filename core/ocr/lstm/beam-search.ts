/**
 * Finds the most likely text in a network's outputs: a CTC beam search over codes in which dictionary words cost less.
 * It follows Tesseract's RecodeBeamSearch (recodebeam.cpp) rule by rule, so that its words and confidences are the
 * same, but drops nodes that are far below the best one of their time step.
 */
import { BeamNodes, BeamStep, FLAG, MAX_CODE_LENGTH, NEXT, NO_NODE, isInDictionary, kindOf, nextOf } from './beam.ts';
import { SPACE, type Character, type CodeNode } from './trained-data/character-set.ts';
import { WORD_SOURCE, type Dictionary } from './trained-data/dictionary.ts';
import type { LineOutputs } from './line-network.ts';

/** Factor on the cost (negative certainty) of a character outside the dictionary. */
const DICTIONARY_RATIO = 2.25;
/** Offset added to every certainty. */
const CERTAINTY_OFFSET = -0.085;
/** Certainty below which a character is not accepted as part of a dictionary word. */
const MIN_DICTIONARY_CERTAINTY = -25 / 7;
/** Lower bound of the log-probabilities: lower ones count as this. */
const MIN_CERTAINTY = -20;
const MIN_PROBABILITY = Math.exp(MIN_CERTAINTY);
/**
 * Groups of codes, in the order of their expansion: the two likeliest and the blank; the others of the five likeliest;
 * all others.
 */
const TOP = 5;
const GROUPS = 3;
/**
 * Log-probability below that of the best node of its time step from which a node is dropped. Tesseract keeps it, but its
 * path hardly ever becomes the best one.
 */
const MAX_BELOW_BEST = 15;

export interface Alphabet {
  readonly characters: readonly Character[];
  readonly codes: CodeNode;
  /** The CTC blank: no new character. */
  readonly nullCode: number;
  readonly codeCount: number;
  /** Null if the language data has no word lists. */
  readonly dictionary: Dictionary | null;
}

/** One time step of the best path. */
export interface PathNode {
  readonly code: number;
  /** The character that the code completes; −1 for a part of a character and for a blank. */
  readonly character: number;
  /** One of WORD_SOURCE (trained-data/dictionary.ts). */
  readonly source: number;
  /** This is the first character of a dictionary word. */
  readonly startsWord: boolean;
  /** The same code as at the previous step: no new character. */
  readonly repeats: boolean;
  /** Log-probability of this step. */
  readonly certainty: number;
  /** Number of codes of the unfinished character. */
  readonly length: number;
}

/** The nodes of the line that is searched. One line is searched at a time, and the next one needs the same memory. */
const shared = new BeamNodes();

/** Returns the nodes of the best path through the line, one per time step; empty for a line without time steps. */
export function searchBeam(outputs: LineOutputs, alphabet: Alphabet): PathNode[] {
  const path = searchWithin(MAX_BELOW_BEST, outputs, alphabet);
  // Where no path that was kept may end, as inside a word or a character, one that was dropped may.
  return path.length === 0 && outputs.steps > 0 ? searchWithin(Infinity, outputs, alphabet) : path;
}

function searchWithin(maxBelowBest: number, outputs: LineOutputs, alphabet: Alphabet): PathNode[] {
  shared.clear();
  return new BeamSearch(outputs, alphabet, shared, maxBelowBest).run();
}

/** The codes of a group at a time step, and the characters that they complete at the root of the code tree (−1: none). */
class CodeGroup {
  readonly codes = new Int32Array(TOP);
  readonly characters = new Int32Array(TOP);
  count = 0;

  add(code: number, root: CodeNode): void {
    this.codes[this.count] = code;
    this.characters[this.count] = root.finals.get(code) ?? -1;
    this.count += 1;
  }

  /** Whether a code was added. */
  has(code: number): boolean {
    for (let index = 0; index < this.count; index += 1) if (this.codes[index] === code) return true;
    return false;
  }
}

class BeamSearch {
  readonly #outputs: LineOutputs;
  readonly #alphabet: Alphabet;
  readonly #nodes: BeamNodes;
  readonly #first = new CodeGroup();
  readonly #others = new CodeGroup();
  /** The TOP most likely codes of this time step, the most likely first. */
  readonly #likeliest = new Int32Array(TOP);
  /** The time step, and the index of its first probability. */
  #time = 0;
  #row = 0;
  /** Cache of the certainties, and the time step that each is of. */
  readonly #certainties: Float64Array;
  readonly #certainAt: Int32Array;
  /** Certainties of the likeliest code or the blank, and of the second; then the same with the other of both too. */
  readonly #joint = new Float64Array(4);
  #step: BeamStep;
  #previous: BeamStep;

  constructor(outputs: LineOutputs, alphabet: Alphabet, nodes: BeamNodes, maxBelowBest: number) {
    this.#outputs = outputs;
    this.#alphabet = alphabet;
    this.#nodes = nodes;
    this.#certainties = new Float64Array(alphabet.codeCount);
    this.#certainAt = new Int32Array(alphabet.codeCount).fill(-1);
    this.#step = new BeamStep(maxBelowBest);
    this.#previous = new BeamStep(maxBelowBest);
  }

  run(): PathNode[] {
    for (let t = 0; t < this.#outputs.steps; t += 1) {
      this.#time = t;
      this.#row = t * this.#outputs.stride;
      this.#groupCodes();
      const step = this.#previous;
      this.#previous = this.#step;
      this.#step = step;
      step.clear();
      if (t === 0) this.#begin();
      else this.#extend(this.#previous);
    }
    return this.#outputs.steps === 0 ? [] : this.#bestPath();
  }

  #begin(): void {
    this.#continue(NO_NODE, false, NEXT.anything, 0);
    if (this.#alphabet.dictionary !== null) this.#continue(NO_NODE, true, NEXT.anything, 0);
  }

  #extend(before: BeamStep): void {
    for (let group = 0; group < GROUPS && !this.#step.isOpen; group += 1) {
      for (let index = 0; index < before.kindCount; index += 1) {
        const kind = before.kinds[index] ?? 0;
        const dictionary = isInDictionary(kind);
        const next = nextOf(kind);
        const count = before.count(kind);
        for (let member = 0; member < count; member += 1) {
          const node = before.member(kind, member);
          if (!before.isTooLow(this.#nodes.score[node] ?? 0)) this.#continue(node, dictionary, next, group);
        }
      }
    }
    this.#step.addStarts(this.#nodes);
  }

  #groupCodes(): void {
    const { nullCode, codes } = this.#alphabet;
    const count = this.#findLikeliest();
    this.#first.count = 0;
    this.#others.count = 0;
    for (let place = 0; place < count; place += 1) {
      const code = this.#likeliest[place] ?? 0;
      if (place < 2) this.#first.add(code, codes);
      else if (code !== nullCode) this.#others.add(code, codes);
    }
    if (!this.#first.has(nullCode)) this.#first.add(nullCode, codes);
    this.#computeJointCertainties();
  }

  /** The group of a code. */
  #groupOf(code: number): number {
    if (this.#first.has(code)) return 0;
    return this.#others.has(code) ? 1 : 2;
  }

  /**
   * Log-probabilities of a code or the blank; if the code and the previous one are the two likeliest, of the previous
   * one too. All of these read as the same text.
   */
  #computeJointCertainties(): void {
    const blank = this.#probability(this.#alphabet.nullCode);
    const likeliest = this.#probability(this.#likeliest[0] ?? 0);
    const second = this.#probability(this.#likeliest[1] ?? 0);
    this.#joint[0] = certaintyOf(likeliest + blank);
    this.#joint[1] = certaintyOf(second + blank);
    this.#joint[2] = certaintyOf(likeliest + blank + second);
    this.#joint[3] = certaintyOf(second + blank + likeliest);
  }

  /** Finds the most likely codes; ties by ascending code. @returns their number */
  #findLikeliest(): number {
    const best = this.#likeliest;
    const { codeCount } = this.#alphabet;
    const { probabilities } = this.#outputs;
    const row = this.#row;
    let count = 0;
    let worst = -1;
    for (let code = 0; code < codeCount; code += 1) {
      const value = probabilities[row + code] ?? 0;
      if (value <= worst) continue;
      let place = count === TOP ? TOP - 1 : count;
      while (place > 0 && (probabilities[row + (best[place - 1] ?? 0)] ?? 0) < value) {
        best[place] = best[place - 1] ?? 0;
        place -= 1;
      }
      best[place] = code;
      if (count < TOP) count += 1;
      if (count === TOP) worst = probabilities[row + (best[TOP - 1] ?? 0)] ?? 0;
    }
    return count;
  }

  #probability(code: number): number {
    return this.#outputs.probabilities[this.#row + code] ?? 0;
  }

  /** Adds all continuations of a node by a code of this group. */
  #continue(node: number, dictionary: boolean, next: number, group: number): void {
    const { nullCode, codes } = this.#alphabet;
    const length = node < 0 ? 0 : (this.#nodes.length[node] ?? 0);
    const at = node < 0 ? codes : (this.#nodes.at[node] ?? codes);
    if (node >= 0) {
      const own = this.#nodes.code[node] ?? 0;
      if (this.#groupOf(own) === group) this.#repeat(node, dictionary, next, group);
      if (next === NEXT.onlyRepeat) return;
      if (own !== nullCode && length > 0 && this.#groupOf(nullCode) === group)
        this.#addPart(node, nullCode, this.#certainty(nullCode), dictionary, NEXT.anything, false, at, length);
    }
    if (group < 2) this.#continueByGroup(node, at, dictionary, next, group === 0 ? this.#first : this.#others);
    else this.#continueByOthers(node, at, dictionary, next);
  }

  #continueByGroup(node: number, at: CodeNode, dictionary: boolean, next: number, group: CodeGroup): void {
    const isRoot = at === this.#alphabet.codes;
    for (let index = 0; index < group.count; index += 1) {
      const code = group.codes[index] ?? 0;
      const character = isRoot ? (group.characters[index] ?? -1) : (at.finals.get(code) ?? -1);
      if (character >= 0) this.#finish(node, code, character, dictionary, next, group === this.#first);
    }
    if (at.nexts.size === 0) return;
    for (let index = 0; index < group.count; index += 1)
      this.#enter(node, group.codes[index] ?? 0, at, dictionary, next, group === this.#first);
  }

  /** Adds the continuations by codes that are not among the likeliest. */
  #continueByOthers(node: number, at: CodeNode, dictionary: boolean, next: number): void {
    for (const [code, character] of at.finals)
      if (this.#groupOf(code) === 2) this.#finish(node, code, character, dictionary, next, false);
    for (const code of at.nexts.keys())
      if (this.#groupOf(code) === 2) this.#enter(node, code, at, dictionary, next, false);
  }

  /** Adds the continuation by a code after which the character continues, if there is one. */
  #enter(node: number, code: number, at: CodeNode, dictionary: boolean, next: number, isLikely: boolean): void {
    const after = at.nexts.get(code);
    const length = node < 0 ? 0 : (this.#nodes.length[node] ?? 0);
    if (after === undefined || length >= MAX_CODE_LENGTH || (node >= 0 && this.#nodes.code[node] === code)) return;
    this.#addPart(node, code, this.#certainty(code), dictionary, NEXT.anything, false, after, length + 1);
    if (!isLikely || code === this.#alphabet.nullCode) return;
    const joint = this.#jointCertainty(node, code, next);
    this.#addPart(node, code, joint, dictionary, NEXT.onlyRepeat, false, after, length + 1);
  }

  #repeat(node: number, dictionary: boolean, next: number, group: number): void {
    const { nullCode, codes } = this.#alphabet;
    const code = this.#nodes.code[node] ?? 0;
    const length = this.#nodes.length[node] ?? 0;
    const at = this.#nodes.at[node] ?? codes;
    if (next !== NEXT.noRepeat)
      this.#addPart(node, code, this.#certainty(code), dictionary, NEXT.anything, true, at, length);
    if (next === NEXT.anything && group === 0 && code !== nullCode) {
      const joint = this.#joint[code === this.#likeliest[0] ? 0 : 1] ?? 0;
      this.#addPart(node, code, joint, dictionary, NEXT.noRepeat, true, at, length);
    }
  }

  /** Adds the continuation by a code that completes a character. */
  #finish(node: number, code: number, completed: number, dictionary: boolean, next: number, isLikely: boolean): void {
    const { nullCode } = this.#alphabet;
    if (node >= 0 && this.#nodes.code[node] === code) return;
    const isBlank = code === nullCode && (node < 0 || this.#nodes.length[node] === 0);
    const character = isBlank ? -1 : completed;
    const certainty = this.#certainty(code);
    if (certainty < MIN_CERTAINTY && code !== nullCode) return;
    this.#addCharacter(node, code, character, certainty, dictionary, NEXT.anything);
    if (isLikely && code !== nullCode)
      this.#addCharacter(node, code, character, this.#jointCertainty(node, code, next), dictionary, NEXT.onlyRepeat);
  }

  #certainty(code: number): number {
    if (this.#certainAt[code] === this.#time) return this.#certainties[code] ?? 0;
    const certainty = certaintyOf(this.#probability(code));
    this.#certainties[code] = certainty;
    this.#certainAt[code] = this.#time;
    return certainty;
  }

  /** @param code one of the two likeliest */
  #jointCertainty(node: number, code: number, next: number): number {
    const isLikeliest = code === this.#likeliest[0];
    const other = this.#likeliest[isLikeliest ? 1 : 0];
    const isPair =
      next === NEXT.anything && other !== this.#alphabet.nullCode && node >= 0 && this.#nodes.code[node] === other;
    return this.#joint[(isPair ? 2 : 0) + (isLikeliest ? 0 : 1)] ?? 0;
  }

  /** Adds a repeated code, a part of a character, or a blank inside a character. */
  #addPart(
    before: number,
    code: number,
    certainty: number,
    dictionary: boolean,
    next: number,
    repeats: boolean,
    at: CodeNode,
    length: number,
  ): void {
    const cost = dictionary ? certainty : certainty * DICTIONARY_RATIO;
    if (dictionary ? certainty <= MIN_DICTIONARY_CERTAINTY : cost < MIN_CERTAINTY && code !== this.#alphabet.nullCode)
      return;
    const kind = kindOf(dictionary, next, length);
    if (!this.#takes(kind, cost, before)) return;
    const nodes = this.#nodes;
    const first = dictionary ? WORD_SOURCE.none : WORD_SOURCE.topChoice;
    const source = before < 0 ? first : (nodes.source[before] ?? first);
    const character = repeats ? (nodes.character[before] ?? -1) : -1;
    const node = this.#draft(before, code, character, cost, source, repeats ? FLAG.repeats : 0);
    nodes.at[node] = at;
    nodes.length[node] = length;
    if (this.#step.add(kind, node, nodes)) nodes.keep();
  }

  #addCharacter(
    before: number,
    code: number,
    character: number,
    certainty: number,
    dictionary: boolean,
    next: number,
  ): void {
    if (dictionary) {
      if (certainty > MIN_DICTIONARY_CERTAINTY && this.#mayBeDictionary(certainty, before, character, next))
        this.#addFromDictionary(before, code, character, certainty, next);
      return;
    }
    const cost = certainty * DICTIONARY_RATIO;
    const kind = kindOf(false, next, 0);
    if (this.#takes(kind, cost, before))
      this.#push(kind, this.#draft(before, code, character, cost, WORD_SOURCE.topChoice, 0));
    if (this.#alphabet.dictionary === null) return;
    if (character === SPACE && certainty > MIN_DICTIONARY_CERTAINTY)
      this.#addStart(before, code, character, certainty, WORD_SOURCE.none, 0, next);
    else if (character !== SPACE && !this.#isSpaceDelimited(character))
      this.#addStart(before, code, character, cost, WORD_SOURCE.topChoice, 0, next);
  }

  /** Whether this step has a place for a node. Checked before a node is written, because most are rejected. */
  #takes(kind: number, certainty: number, before: number): boolean {
    return this.#step.takes(kind, certainty + (before < 0 ? 0 : (this.#nodes.score[before] ?? 0)));
  }

  #mayBeDictionary(certainty: number, before: number, character: number, next: number): boolean {
    return (
      character < 0 ||
      this.#takes(kindOf(true, next, 0), certainty, before) ||
      this.#takes(kindOf(false, next, 0), certainty, before)
    );
  }

  /** Adds the character only if a dictionary word continues with it, ends before it or begins with it. */
  #addFromDictionary(before: number, code: number, character: number, certainty: number, next: number): void {
    const { dictionary } = this.#alphabet;
    if (dictionary === null) return;
    const nodes = this.#nodes;
    const inside = kindOf(true, next, 0);
    const outside = kindOf(false, next, 0);
    const last = before < 0 ? NO_NODE : (nodes.last[before] ?? NO_NODE);
    const flags = last < 0 ? 0 : (nodes.flags[last] ?? 0);
    if (character < 0) {
      this.#push(inside, this.#draft(before, code, character, certainty, WORD_SOURCE.none, 0));
      return;
    }
    if (character === SPACE) {
      if ((flags & FLAG.endsWord) === 0) return;
      const source = nodes.source[last] ?? WORD_SOURCE.none;
      this.#addStart(before, code, character, certainty, source, 0, next);
      this.#push(outside, this.#draft(before, code, character, certainty, source, 0));
      return;
    }
    const isStart = (flags & FLAG.startsDictionary) !== 0;
    const lastCharacter = last < 0 ? SPACE : (nodes.character[last] ?? SPACE);
    if (
      isStart &&
      lastCharacter !== SPACE &&
      this.#isSpaceDelimited(lastCharacter) &&
      this.#isSpaceDelimited(character)
    )
      return;
    const state = last < 0 ? dictionary.start : (nodes.state[last] ?? null);
    const step = state === null ? null : dictionary.step(state, character);
    if (step === null) return;
    const startsWord = last < 0 || isStart ? FLAG.startsWord : 0;
    const node = this.#draft(
      before,
      code,
      character,
      certainty,
      step.source,
      startsWord | (step.endsWord ? FLAG.endsWord : 0),
    );
    nodes.state[node] = step.state;
    this.#push(inside, node);
    if (!step.endsWord || dictionary.spaceDelimited) return;
    this.#addStart(before, code, character, certainty, step.source, startsWord | FLAG.endsWord, next);
    this.#push(outside, this.#draft(before, code, character, certainty, step.source, startsWord | FLAG.endsWord));
  }

  /**
   * Keeps the best node after which a word may begin separately, one per continuation, so that such nodes do not fill
   * the places of others.
   */
  #addStart(
    before: number,
    code: number,
    character: number,
    certainty: number,
    source: number,
    flags: number,
    next: number,
  ): void {
    const { dictionary } = this.#alphabet;
    const nodes = this.#nodes;
    const score = certainty + (before < 0 ? 0 : (nodes.score[before] ?? 0));
    const best = this.#step.starts[next] ?? NO_NODE;
    if (dictionary === null || (best >= 0 && score <= (nodes.score[best] ?? 0))) return;
    const node = this.#draft(before, code, character, certainty, source, flags | FLAG.startsDictionary);
    nodes.state[node] = dictionary.start;
    nodes.keep();
    this.#step.starts[next] = node;
  }

  #draft(before: number, code: number, character: number, certainty: number, source: number, flags: number): number {
    const { nullCode, codes } = this.#alphabet;
    const blank = code === nullCode ? FLAG.blank : 0;
    return this.#nodes.draft(before, code, character, certainty, source, flags | blank, codes);
  }

  #push(kind: number, node: number): void {
    if (this.#step.takes(kind, this.#nodes.score[node] ?? 0) && this.#step.add(kind, node, this.#nodes))
      this.#nodes.keep();
  }

  #isSpaceDelimited(character: number): boolean {
    return character < 0 || (this.#alphabet.characters[character]?.spaceDelimited ?? true);
  }

  /** The best path that may end at this step: any path outside the dictionary, and those inside it that end a word. */
  #bestPath(): PathNode[] {
    const { length, score, flags, character, last, before } = this.#nodes;
    let best = NO_NODE;
    for (const kind of this.#step.kinds.subarray(0, this.#step.kindCount)) {
      if (nextOf(kind) === NEXT.onlyRepeat) continue;
      for (let index = 0; index < this.#step.count(kind); index += 1) {
        const node = this.#step.member(kind, index);
        if ((length[node] ?? 0) > 0) continue;
        const end = last[node] ?? NO_NODE;
        const mayEnd = end >= 0 && (((flags[end] ?? 0) & FLAG.endsWord) !== 0 || character[end] === SPACE);
        if (isInDictionary(kind) && !mayEnd) continue;
        if (best === NO_NODE || (score[node] ?? 0) > (score[best] ?? 0)) best = node;
      }
    }
    const path: PathNode[] = [];
    for (let node = best; node >= 0; node = before[node] ?? NO_NODE) path.push(this.#pathNode(node));
    return path.reverse();
  }

  #pathNode(node: number): PathNode {
    const { code, character, source, flags, certainty, length } = this.#nodes;
    return {
      code: code[node] ?? 0,
      character: character[node] ?? -1,
      source: source[node] ?? WORD_SOURCE.none,
      startsWord: ((flags[node] ?? 0) & FLAG.startsWord) !== 0,
      repeats: ((flags[node] ?? 0) & FLAG.repeats) !== 0,
      certainty: certainty[node] ?? 0,
      length: length[node] ?? 0,
    };
  }
}

function certaintyOf(probability: number): number {
  return (probability > MIN_PROBABILITY ? Math.log(probability) : MIN_CERTAINTY) + CERTAINTY_OFFSET;
}
