/**
 * Finds the most likely text in a network's outputs: a beam search over codes, in which words of the dictionary cost less.
 * It follows Tesseract's, rule by rule, so that its words and confidences are Tesseract's.
 */
import { BeamStep, LONGEST_CODE, NEXT, hashCodes, nodeOf, type BeamNode, type NodeDraft } from './beam.ts';
import { SPACE, type Character, type CodeNode } from './trained-data/character-set.ts';
import { REASON, type Dictionary } from './trained-data/dictionary.ts';
import type { LineOutputs } from './line-network.ts';

/** How much more an unlikely character costs outside of the dictionary. */
const DICTIONARY_RATIO = 2.25;
/** Added to every certainty. */
const CERTAINTY_OFFSET = -0.085;
/** Certainty below which a character is no part of a word of the dictionary. */
const WORST_IN_DICTIONARY = -25 / 7;
/** Logarithm of the least probability that is told from none. */
const LEAST_CERTAINTY = -20;
const LEAST_PROBABILITY = Math.exp(LEAST_CERTAINTY);
/** Codes that are followed first: the two likeliest and "no character"; then those among the five likeliest; then all others. */
const TOP = 5;
const GROUPS = 3;

export interface Alphabet {
  readonly characters: readonly Character[];
  readonly codes: CodeNode;
  /** Code for "no new character". */
  readonly nullCode: number;
  readonly codeCount: number;
  /** Null for language data without word lists. */
  readonly dictionary: Dictionary | null;
}

/** The nodes of the best way through the line, one a time step. */
export function searchBeam(outputs: LineOutputs, alphabet: Alphabet): BeamNode[] {
  const search = new BeamSearch(outputs, alphabet);
  return search.run();
}

class BeamSearch {
  readonly #outputs: LineOutputs;
  readonly #alphabet: Alphabet;
  readonly #groups: Int8Array;
  /** The codes of each group. */
  readonly #members: number[][] = [[], [], []];
  /** Where this time step's probabilities begin. */
  #row = 0;
  /** Of the codes at this time step, as far as they were asked for; 0 where not: no certainty is that high. */
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
      else this.#goOn(before);
      before = this.#step;
    }
    return before === null ? [] : bestPath(before);
  }

  #begin(): void {
    this.#continue(null, false, NEXT.anything, 0);
    if (this.#alphabet.dictionary !== null) this.#continue(null, true, NEXT.anything, 0);
  }

  #goOn(before: BeamStep): void {
    for (let group = 0; group < GROUPS && !this.#step.isOpen; group += 1) {
      for (const { dictionary, next, heap } of before.kinds) {
        for (const node of heap.nodes) this.#continue(node, dictionary, next, group);
      }
    }
    this.#step.takeStarts();
  }

  #groupCodes(): void {
    const best = this.#likeliestCodes();
    const { nullCode } = this.#alphabet;
    const [likeliest = -1, second = -1] = best;
    this.#likeliest = likeliest;
    this.#second = second;
    this.#groups.fill(2);
    for (const code of best) this.#groups[code] = 1;
    this.#members[0] =
      nullCode === likeliest || nullCode === second ? [likeliest, second] : [likeliest, second, nullCode];
    for (const code of this.#members[0]) this.#groups[code] = 0;
    this.#members[1] = best.slice(2).filter((code) => code !== nullCode);
  }

  /** The TOP likeliest codes, the likeliest first; of equally likely ones the lower first. */
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

  /** Codes of a group that stand in a map of the code tree. */
  #codesIn(group: number, tree: ReadonlyMap<number, unknown>): readonly number[] {
    if (group < 2) return this.#members[group] ?? [];
    return [...tree.keys()].filter((code) => this.#groups[code] === group);
  }

  /** Adds all that may follow a node with a code of this group. */
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
    if (at.nexts.size === 0 || length >= LONGEST_CODE) return;
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
    if (certainty < LEAST_CERTAINTY && code !== this.#alphabet.nullCode) return;
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

  /** Of the code or nothing; between two of the likeliest codes also of the one before: all three read alike. */
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

  /** A repeated code, a part of a character, or nothing inside of one. */
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
      if (certainty <= WORST_IN_DICTIONARY) return;
    } else {
      cost *= DICTIONARY_RATIO;
      if (cost < LEAST_CERTAINTY && code !== this.#alphabet.nullCode) return;
    }
    if (!this.#takes(cost, before, dictionary, next, length)) return;
    const reason = before?.reason ?? (dictionary ? REASON.none : REASON.topChoice);
    const character = repeats && before !== null ? before.character : -1;
    this.#push(
      {
        code,
        character,
        reason,
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
      if (certainty > WORST_IN_DICTIONARY && this.#mayBeDictionary(certainty, before, character, next))
        this.#addFromDictionary(this.#draft(before, code, character, certainty, REASON.none), next);
      return;
    }
    const cost = certainty * DICTIONARY_RATIO;
    if (this.#takes(cost, before, false, next, 0))
      this.#push(this.#draft(before, code, character, cost, REASON.topChoice), false, next);
    if (this.#alphabet.dictionary === null) return;
    if (character === SPACE && certainty > WORST_IN_DICTIONARY)
      this.#addStart(this.#draft(before, code, character, certainty, REASON.none), next);
    else if (character !== SPACE && !this.#isSpaceDelimited(character))
      this.#addStart(this.#draft(before, code, character, cost, REASON.topChoice), next);
  }

  #draft(before: BeamNode | null, code: number, character: number, certainty: number, reason: number): NodeDraft {
    return {
      code,
      character,
      reason,
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

  /** Asked before a node is made: most would find no place. */
  #takes(certainty: number, before: BeamNode | null, dictionary: boolean, next: number, length: number): boolean {
    return this.#step.heap(dictionary, next, length).takes(certainty + (before === null ? 0 : before.score));
  }

  #mayBeDictionary(certainty: number, before: BeamNode | null, character: number, next: number): boolean {
    return (
      character < 0 || this.#takes(certainty, before, true, next, 0) || this.#takes(certainty, before, false, next, 0)
    );
  }

  /** Takes the character only where a word of the dictionary goes on with it, ends before it or begins with it. */
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
      this.#addStart({ ...draft, reason: last.reason }, next);
      this.#push({ ...draft, reason: last.reason }, false, next);
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
    const word = { ...draft, reason: step.reason, startsWord };
    this.#push({ ...word, endsWord: step.endsWord, state: step.state }, true, next);
    if (!step.endsWord || dictionary.spaceDelimited) return;
    this.#addStart({ ...word, endsWord: true }, next);
    this.#push({ ...word, endsWord: true }, false, next);
  }

  /** The best node after which a word may begin is kept apart: there is one, so that it does not crowd out the others. */
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
  return (probability > LEAST_PROBABILITY ? Math.log(probability) : LEAST_CERTAINTY) + CERTAINTY_OFFSET;
}

/** The last node that completed a character. */
function lastCharacter(node: BeamNode | null): BeamNode | null {
  let last = node;
  while (last !== null && (last.character < 0 || last.repeats)) last = last.before;
  return last;
}

/** Ways that may end here: all of the free ones, and those of the dictionary that end a word. */
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
