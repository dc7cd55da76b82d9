/**
 * Finds the most likely text in a network's outputs: a CTC beam search over codes in which dictionary words cost less.
 * It follows Tesseract's RecodeBeamSearch (recodebeam.cpp) rule by rule, so that its words and confidences are the
 * same.
 */
import { BeamStep, MAX_CODE_LENGTH, NEXT, hashCodes, nodeOf, type BeamNode, type NodeDraft } from './beam.ts';
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

export interface Alphabet {
  readonly characters: readonly Character[];
  readonly codes: CodeNode;
  /** The CTC blank: no new character. */
  readonly nullCode: number;
  readonly codeCount: number;
  /** Null if the language data has no word lists. */
  readonly dictionary: Dictionary | null;
}

/** Returns the nodes of the best path through the line, one per time step; empty for a line without time steps. */
export function searchBeam(outputs: LineOutputs, alphabet: Alphabet): BeamNode[] {
  const search = new BeamSearch(outputs, alphabet);
  return search.run();
}

class BeamSearch {
  readonly #outputs: LineOutputs;
  readonly #alphabet: Alphabet;
  readonly #groups: Int8Array;
  /** The codes of groups 0 and 1. */
  readonly #codesByGroup: number[][] = [[], [], []];
  /** Index of the first probability of this time step. */
  #row = 0;
  /** Cache of the certainties at this time step. 0 means not computed, because every certainty is negative. */
  readonly #certainties: Float64Array;
  #likeliest = -1;
  #second = -1;
  #step = new BeamStep();

  constructor(outputs: LineOutputs, alphabet: Alphabet) {
    this.#outputs = outputs;
    this.#alphabet = alphabet;
    this.#groups = new Int8Array(alphabet.codeCount);
    this.#certainties = new Float64Array(alphabet.codeCount);
  }

  run(): BeamNode[] {
    let before: BeamStep | null = null;
    for (let t = 0; t < this.#outputs.steps; t += 1) {
      this.#row = t * this.#outputs.stride;
      this.#groupCodes();
      this.#certainties.fill(0);
      this.#step = new BeamStep();
      if (before === null) this.#begin();
      else this.#extend(before);
      before = this.#step;
    }
    return before === null ? [] : bestPath(before);
  }

  #begin(): void {
    this.#continue(null, false, NEXT.anything, 0);
    if (this.#alphabet.dictionary !== null) this.#continue(null, true, NEXT.anything, 0);
  }

  #extend(before: BeamStep): void {
    for (let group = 0; group < GROUPS && !this.#step.isOpen; group += 1) {
      for (const { dictionary, next, heap } of before.kinds) {
        for (const node of heap.nodes) this.#continue(node, dictionary, next, group);
      }
    }
    this.#step.addStarts();
  }

  #groupCodes(): void {
    const best = this.#likeliestCodes();
    const { nullCode } = this.#alphabet;
    const [likeliest = -1, second = -1] = best;
    this.#likeliest = likeliest;
    this.#second = second;
    this.#groups.fill(2);
    for (const code of best) this.#groups[code] = 1;
    this.#codesByGroup[0] =
      nullCode === likeliest || nullCode === second ? [likeliest, second] : [likeliest, second, nullCode];
    for (const code of this.#codesByGroup[0]) this.#groups[code] = 0;
    this.#codesByGroup[1] = best.slice(2).filter((code) => code !== nullCode);
  }

  /** The TOP most likely codes, the most likely first; ties by ascending code. */
  #likeliestCodes(): number[] {
    const best: number[] = [];
    const { codeCount } = this.#alphabet;
    let worst = -1;
    for (let code = 0; code < codeCount; code += 1) {
      const value = this.#probability(code);
      if (value <= worst) continue;
      let place = best.length === TOP ? TOP - 1 : best.length;
      while (place > 0 && this.#probability(best[place - 1] ?? 0) < value) {
        best[place] = best[place - 1] ?? 0;
        place -= 1;
      }
      best[place] = code;
      if (best.length === TOP) worst = this.#probability(best[TOP - 1] ?? 0);
    }
    return best;
  }

  #probability(code: number): number {
    return this.#outputs.probabilities[this.#row + code] ?? 0;
  }

  /** The codes of a group; for group 2 only those in this map of the code tree. */
  #codesIn(group: number, tree: ReadonlyMap<number, unknown>): readonly number[] {
    if (group < 2) return this.#codesByGroup[group] ?? [];
    return [...tree.keys()].filter((code) => this.#groups[code] === group);
  }

  /** Adds all continuations of a node by a code of this group. */
  #continue(node: BeamNode | null, dictionary: boolean, next: number, group: number): void {
    const { nullCode, codes } = this.#alphabet;
    if (node !== null) {
      if (this.#groups[node.code] === group) this.#repeat(node, dictionary, next, group);
      if (next === NEXT.onlyRepeat) return;
      if (node.code !== nullCode && node.length > 0 && this.#groups[nullCode] === group) {
        this.#addPart(
          node,
          nullCode,
          this.#certainty(nullCode),
          dictionary,
          NEXT.anything,
          false,
          node.at,
          node.length,
        );
      }
    }
    const at = node?.at ?? codes;
    const length = node?.length ?? 0;
    for (const code of this.#codesIn(group, at.finals)) {
      const character = at.finals.get(code);
      if (character === undefined || node?.code === code) continue;
      this.#finish(node, code, length === 0 && code === nullCode ? -1 : character, dictionary, next, group);
    }
    if (at.nexts.size === 0 || length >= MAX_CODE_LENGTH) return;
    for (const code of this.#codesIn(group, at.nexts)) {
      const after = at.nexts.get(code);
      if (after === undefined || node?.code === code) continue;
      this.#addPart(node, code, this.#certainty(code), dictionary, NEXT.anything, false, after, length + 1);
      if (group === 0 && code !== nullCode)
        this.#addPart(
          node,
          code,
          this.#jointCertainty(node, code, next),
          dictionary,
          NEXT.onlyRepeat,
          false,
          after,
          length + 1,
        );
    }
  }

  #repeat(node: BeamNode, dictionary: boolean, next: number, group: number): void {
    const { nullCode } = this.#alphabet;
    const { code } = node;
    if (next !== NEXT.noRepeat)
      this.#addPart(node, code, this.#certainty(code), dictionary, NEXT.anything, true, node.at, node.length);
    if (next === NEXT.anything && group === 0 && code !== nullCode) {
      const joint = certaintyOf(this.#probability(code) + this.#probability(nullCode));
      this.#addPart(node, code, joint, dictionary, NEXT.noRepeat, true, node.at, node.length);
    }
  }

  #finish(
    node: BeamNode | null,
    code: number,
    character: number,
    dictionary: boolean,
    next: number,
    group: number,
  ): void {
    const certainty = this.#certainty(code);
    if (certainty < MIN_CERTAINTY && code !== this.#alphabet.nullCode) return;
    this.#addCharacter(node, code, character, certainty, dictionary, NEXT.anything);
    if (group === 0 && code !== this.#alphabet.nullCode) {
      this.#addCharacter(node, code, character, this.#jointCertainty(node, code, next), dictionary, NEXT.onlyRepeat);
    }
  }

  #certainty(code: number): number {
    const known = this.#certainties[code] ?? 0;
    if (known !== 0) return known;
    const certainty = certaintyOf(this.#probability(code));
    this.#certainties[code] = certainty;
    return certainty;
  }

  /**
   * Log-probability of the code or the blank; if the code and the previous one are the two likeliest, of the previous
   * one too. All of these read as the same text.
   */
  #jointCertainty(node: BeamNode | null, code: number, next: number): number {
    const { nullCode } = this.#alphabet;
    let probability = this.#probability(code) + this.#probability(nullCode);
    if (node !== null && next === NEXT.anything && node.code !== nullCode) {
      const pair =
        (node.code === this.#likeliest && code === this.#second) ||
        (code === this.#likeliest && node.code === this.#second);
      if (pair) probability += this.#probability(node.code);
    }
    return certaintyOf(probability);
  }

  /** Adds a repeated code, a part of a character, or a blank inside a character. */
  #addPart(
    before: BeamNode | null,
    code: number,
    certainty: number,
    dictionary: boolean,
    next: number,
    repeats: boolean,
    at: CodeNode,
    length: number,
  ): void {
    let cost = certainty;
    if (dictionary) {
      if (certainty <= MIN_DICTIONARY_CERTAINTY) return;
    } else {
      cost *= DICTIONARY_RATIO;
      if (cost < MIN_CERTAINTY && code !== this.#alphabet.nullCode) return;
    }
    if (!this.#takes(cost, before, dictionary, next, length)) return;
    const source = before?.source ?? (dictionary ? WORD_SOURCE.none : WORD_SOURCE.topChoice);
    const character = repeats && before !== null ? before.character : -1;
    this.#push(
      {
        code,
        character,
        source,
        startsDictionary: false,
        startsWord: false,
        endsWord: false,
        repeats,
        certainty: cost,
        before,
        state: null,
        at,
        length,
      },
      dictionary,
      next,
    );
  }

  #addCharacter(
    before: BeamNode | null,
    code: number,
    character: number,
    certainty: number,
    dictionary: boolean,
    next: number,
  ): void {
    if (dictionary) {
      if (certainty > MIN_DICTIONARY_CERTAINTY && this.#mayBeDictionary(certainty, before, character, next))
        this.#addFromDictionary(this.#draft(before, code, character, certainty, WORD_SOURCE.none), next);
      return;
    }
    const cost = certainty * DICTIONARY_RATIO;
    if (this.#takes(cost, before, false, next, 0))
      this.#push(this.#draft(before, code, character, cost, WORD_SOURCE.topChoice), false, next);
    if (this.#alphabet.dictionary === null) return;
    if (character === SPACE && certainty > MIN_DICTIONARY_CERTAINTY)
      this.#addStart(this.#draft(before, code, character, certainty, WORD_SOURCE.none), next);
    else if (character !== SPACE && !this.#isSpaceDelimited(character))
      this.#addStart(this.#draft(before, code, character, cost, WORD_SOURCE.topChoice), next);
  }

  #draft(before: BeamNode | null, code: number, character: number, certainty: number, source: number): NodeDraft {
    return {
      code,
      character,
      source,
      startsDictionary: false,
      startsWord: false,
      endsWord: false,
      repeats: false,
      certainty,
      before,
      state: null,
      at: this.#alphabet.codes,
      length: 0,
    };
  }

  /** Whether the heap has a place for a node. Checked before a node is created, because most are rejected. */
  #takes(certainty: number, before: BeamNode | null, dictionary: boolean, next: number, length: number): boolean {
    return this.#step.heap(dictionary, next, length).takes(certainty + (before === null ? 0 : before.score));
  }

  #mayBeDictionary(certainty: number, before: BeamNode | null, character: number, next: number): boolean {
    return (
      character < 0 || this.#takes(certainty, before, true, next, 0) || this.#takes(certainty, before, false, next, 0)
    );
  }

  /** Adds the character only if a dictionary word continues with it, ends before it or begins with it. */
  #addFromDictionary(draft: NodeDraft, next: number): void {
    const { dictionary } = this.#alphabet;
    const { before, character } = draft;
    if (dictionary === null) return;
    if (character < 0) {
      this.#push(draft, true, next);
      return;
    }
    const last = lastCharacter(before);
    if (character === SPACE) {
      if (last?.endsWord !== true) return;
      this.#addStart({ ...draft, source: last.source }, next);
      this.#push({ ...draft, source: last.source }, false, next);
      return;
    }
    if (
      last !== null &&
      last.startsDictionary &&
      last.character !== SPACE &&
      this.#isSpaceDelimited(last.character) &&
      this.#isSpaceDelimited(character)
    )
      return;
    const state = last === null ? dictionary.start : last.state;
    const step = state === null ? null : dictionary.step(state, character);
    if (step === null) return;
    const startsWord = last === null || last.startsDictionary;
    const word = { ...draft, source: step.source, startsWord };
    this.#push({ ...word, endsWord: step.endsWord, state: step.state }, true, next);
    if (!step.endsWord || dictionary.spaceDelimited) return;
    this.#addStart({ ...word, endsWord: true }, next);
    this.#push({ ...word, endsWord: true }, false, next);
  }

  /**
   * Keeps the best node after which a word may begin separately, one per continuation, so that such nodes do not fill
   * the heap.
   */
  #addStart(draft: NodeDraft, next: number): void {
    const { dictionary } = this.#alphabet;
    const score = draft.certainty + (draft.before?.score ?? 0);
    const best = this.#step.starts[next] ?? null;
    if (dictionary === null || (best !== null && score <= best.score)) return;
    this.#step.starts[next] = {
      ...draft,
      startsDictionary: true,
      state: dictionary.start,
      score,
      hash: hashCodes(draft.before, draft.code, draft.code !== this.#alphabet.nullCode),
    };
  }

  #push(draft: NodeDraft, dictionary: boolean, next: number): void {
    const score = draft.certainty + (draft.before?.score ?? 0);
    const heap = this.#step.heap(dictionary, next, draft.length);
    if (!heap.takes(score)) return;
    heap.add(
      nodeOf(
        draft,
        score,
        hashCodes(draft.before, draft.code, !draft.repeats && draft.code !== this.#alphabet.nullCode),
      ),
    );
  }

  #isSpaceDelimited(character: number): boolean {
    return character < 0 || (this.#alphabet.characters[character]?.spaceDelimited ?? true);
  }
}

function certaintyOf(probability: number): number {
  return (probability > MIN_PROBABILITY ? Math.log(probability) : MIN_CERTAINTY) + CERTAINTY_OFFSET;
}

/** The last node of the path that completes a character. */
function lastCharacter(node: BeamNode | null): BeamNode | null {
  let last = node;
  while (last !== null && (last.character < 0 || last.repeats)) last = last.before;
  return last;
}

/** The best path that may end at this step: any path outside the dictionary, and those inside it that end a word. */
function bestPath(step: BeamStep): BeamNode[] {
  let best: BeamNode | null = null;
  for (const { dictionary, next, heap } of step.kinds) {
    if (next === NEXT.onlyRepeat) continue;
    for (const node of heap.nodes) {
      if (node.length > 0) continue;
      const last = dictionary ? lastCharacter(node) : null;
      if (dictionary && (last === null || (!last.endsWord && last.character !== SPACE))) continue;
      if (best === null || node.score > best.score) best = node;
    }
  }
  const path: BeamNode[] = [];
  for (let node = best; node !== null; node = node.before) path.push(node);
  return path.reverse();
}
