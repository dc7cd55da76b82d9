/**
 * The data structures of the beam search: nodes linked backwards, and for each time step the best few nodes of each
 * kind. A page has hundreds of thousands of nodes, so their values are in typed arrays and a node is an index.
 */
import type { CodeNode } from './trained-data/character-set.ts';
import type { DictionaryState } from './trained-data/dictionary.ts';

/** The index of no node. */
export const NO_NODE = -1;

/** Bits of a node. */
export const FLAG = {
  /** The next character may begin a dictionary word. */
  startsDictionary: 1,
  /** This is the first character of a dictionary word. */
  startsWord: 2,
  /** A dictionary word may end here. */
  endsWord: 4,
  /** The same code as at the previous step: no new character. */
  repeats: 8,
  /** The CTC blank. */
  blank: 16,
} as const;

/**
 * The permitted continuations of a node, which depend on the probabilities that were summed in it
 * (NodeContinuation in recodebeam.h of Tesseract explains why).
 */
export const NEXT = { anything: 0, onlyRepeat: 1, noRepeat: 2 } as const;
export const NEXT_KINDS = 3;
/** Maximum number of codes of a character; Tesseract's limit. */
export const MAX_CODE_LENGTH = 9;
const LENGTHS = MAX_CODE_LENGTH + 1;
/** Maximum number of nodes of one kind per time step, by the number of codes of the unfinished character. */
const BEAM_WIDTHS = Int32Array.of(5, 10, 16, 16, 16, 16, 16, 16, 16, 16);
const MAX_WIDTH = 16;
/** Number of kinds, and nodes that there is room for at first. */
const KINDS = 2 * NEXT_KINDS * LENGTHS;
const FIRST_CAPACITY = 4096;

/** The kind of a node: inside the dictionary or not, permitted continuation, codes of the unfinished character. */
export const kindOf = (dictionary: boolean, next: number, length: number): number =>
  ((dictionary ? NEXT_KINDS : 0) + next) * LENGTHS + length;

export const isInDictionary = (kind: number): boolean => kind >= NEXT_KINDS * LENGTHS;
export const nextOf = (kind: number): number => Math.floor(kind / LENGTHS) % NEXT_KINDS;

/** The nodes of all paths of a line, one after the other. Each is one time step of one path. */
export class BeamNodes {
  code = new Int32Array(FIRST_CAPACITY);
  /** The character that the code completes; −1 for a part of a character and for a blank. */
  character = new Int32Array(FIRST_CAPACITY);
  /** One of WORD_SOURCE (trained-data/dictionary.ts). */
  source = new Uint8Array(FIRST_CAPACITY);
  /** Bits of FLAG. */
  flags = new Uint8Array(FIRST_CAPACITY);
  /** Log-probability of this step. */
  certainty = new Float64Array(FIRST_CAPACITY);
  /** Sum of the certainties from the beginning of the line. */
  score = new Float64Array(FIRST_CAPACITY);
  before = new Int32Array(FIRST_CAPACITY);
  /** The last node of the path, up to this one, that completes a character. */
  last = new Int32Array(FIRST_CAPACITY);
  /** Hash of all codes so far, without repeats and blanks: paths with the same codes are merged. */
  hash = new Int32Array(FIRST_CAPACITY);
  /** Number of codes of the unfinished character. */
  length = new Uint8Array(FIRST_CAPACITY);
  /** The position in the code tree inside a character of several codes; otherwise its root. */
  readonly at: CodeNode[] = [];
  readonly state: (DictionaryState | null)[] = [];
  /** Number of nodes that were kept; the values of the next one are written at this index. */
  #size = 0;

  /**
   * Writes the values of a node without keeping it: the next call overwrites them. Its state is null, and `at` and
   * `length` are those of a node that is inside no character.
   * @returns its index
   */
  draft(
    before: number,
    code: number,
    character: number,
    certainty: number,
    source: number,
    flags: number,
    root: CodeNode,
  ): number {
    const node = this.#size;
    if (node === this.code.length) this.#grow();
    this.code[node] = code;
    this.character[node] = character;
    this.source[node] = source;
    this.flags[node] = flags;
    this.certainty[node] = certainty;
    this.before[node] = before;
    this.score[node] = certainty + (before < 0 ? 0 : (this.score[before] ?? 0));
    const hash = before < 0 ? 0 : (this.hash[before] ?? 0);
    this.hash[node] = (flags & (FLAG.repeats | FLAG.blank)) === 0 ? (Math.imul(hash, 0x01000193) + code + 1) | 0 : hash;
    const completes = character >= 0 && (flags & FLAG.repeats) === 0;
    this.last[node] = completes ? node : before < 0 ? NO_NODE : (this.last[before] ?? NO_NODE);
    this.length[node] = 0;
    this.at[node] = root;
    this.state[node] = null;
    return node;
  }

  /** Keeps the node that was written last. */
  keep(): void {
    this.#size += 1;
  }

  clear(): void {
    this.#size = 0;
  }

  #grow(): void {
    const larger = <T extends Int32Array | Uint8Array | Float64Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    const capacity = 2 * this.code.length;
    this.code = larger(new Int32Array(capacity), this.code);
    this.character = larger(new Int32Array(capacity), this.character);
    this.source = larger(new Uint8Array(capacity), this.source);
    this.flags = larger(new Uint8Array(capacity), this.flags);
    this.certainty = larger(new Float64Array(capacity), this.certainty);
    this.score = larger(new Float64Array(capacity), this.score);
    this.before = larger(new Int32Array(capacity), this.before);
    this.last = larger(new Int32Array(capacity), this.last);
    this.hash = larger(new Int32Array(capacity), this.hash);
    this.length = larger(new Uint8Array(capacity), this.length);
  }
}

/** The best few nodes of each kind at a time step. */
export class BeamStep {
  /** The kinds that were asked for, in the order of the first time. */
  readonly kinds = new Int32Array(KINDS);
  kindCount = 0;
  /** The best node after which a dictionary word may begin, by permitted continuation. */
  readonly starts = new Int32Array(NEXT_KINDS).fill(NO_NODE);
  readonly #isUsed = new Uint8Array(KINDS);
  readonly #counts = new Int32Array(KINDS);
  readonly #worst = new Float64Array(KINDS);
  /** MAX_WIDTH places for each kind. */
  readonly #members = new Int32Array(KINDS * MAX_WIDTH);
  readonly #maxBelowBest: number;
  /** Score below which a node is dropped. */
  #lowest = -Infinity;

  /** @param maxBelowBest by how much the score of a node may be below the best one of the time step; otherwise it is dropped */
  constructor(maxBelowBest: number) {
    this.#maxBelowBest = maxBelowBest;
  }

  clear(): void {
    for (let index = 0; index < this.kindCount; index += 1) {
      const kind = this.kinds[index] ?? 0;
      this.#isUsed[kind] = 0;
      this.#counts[kind] = 0;
    }
    this.kindCount = 0;
    this.starts.fill(NO_NODE);
    this.#lowest = -Infinity;
  }

  /** Number of nodes of a kind. */
  count(kind: number): number {
    return this.#counts[kind] ?? 0;
  }

  member(kind: number, index: number): number {
    return this.#members[kind * MAX_WIDTH + index] ?? NO_NODE;
  }

  /** Whether a node of this kind with this score would be added. */
  takes(kind: number, score: number): boolean {
    if (this.#isUsed[kind] === 0) {
      this.#isUsed[kind] = 1;
      this.kinds[this.kindCount] = kind;
      this.kindCount += 1;
    }
    if (this.isTooLow(score)) return false;
    return (this.#counts[kind] ?? 0) < widthOf(kind) || score > (this.#worst[kind] ?? 0);
  }

  /** Whether the score is so far below the best one of this time step that a node with it is dropped. */
  isTooLow(score: number): boolean {
    return score < this.#lowest;
  }

  /** Adds a node that it takes. @returns false if a path with the same codes has a better one, which stays */
  add(kind: number, node: number, nodes: BeamNodes): boolean {
    const from = kind * MAX_WIDTH;
    const count = this.#counts[kind] ?? 0;
    const same = this.#placeOfSame(from, count, node, nodes);
    if (same >= 0) {
      if ((nodes.score[node] ?? 0) <= (nodes.score[this.#members[same] ?? 0] ?? 0)) return false;
      this.#members[same] = node;
    } else if (count < widthOf(kind)) {
      this.#members[from + count] = node;
      this.#counts[kind] = count + 1;
    } else this.#members[this.#placeOfWorst(from, count, nodes)] = node;
    const worst = this.#placeOfWorst(from, this.#counts[kind] ?? 0, nodes);
    this.#worst[kind] = nodes.score[this.#members[worst] ?? 0] ?? 0;
    this.#lowest = Math.max(this.#lowest, (nodes.score[node] ?? 0) - this.#maxBelowBest);
    return true;
  }

  /** Whether a node of this step has unrestricted continuations. */
  get isOpen(): boolean {
    for (let index = 0; index < this.kindCount; index += 1) {
      const kind = this.kinds[index] ?? 0;
      if (nextOf(kind) === NEXT.anything && this.count(kind) > 0) return true;
    }
    return false;
  }

  /** Adds the starts to the nodes of the dictionary. */
  addStarts(nodes: BeamNodes): void {
    for (let next = 0; next < NEXT_KINDS; next += 1) {
      const node = this.starts[next] ?? NO_NODE;
      if (node === NO_NODE) continue;
      const kind = kindOf(true, next, 0);
      if (this.takes(kind, nodes.score[node] ?? 0)) this.add(kind, node, nodes);
    }
  }

  #placeOfSame(from: number, count: number, node: number, { code, hash, source, flags }: BeamNodes): number {
    for (let place = from; place < from + count; place += 1) {
      const other = this.#members[place] ?? 0;
      if (
        hash[other] === hash[node] &&
        code[other] === code[node] &&
        source[other] === source[node] &&
        (((flags[other] ?? 0) ^ (flags[node] ?? 0)) & FLAG.startsDictionary) === 0
      )
        return place;
    }
    return -1;
  }

  #placeOfWorst(from: number, count: number, { score }: BeamNodes): number {
    let worst = from;
    for (let place = from + 1; place < from + count; place += 1)
      if ((score[this.#members[place] ?? 0] ?? 0) < (score[this.#members[worst] ?? 0] ?? 0)) worst = place;
    return worst;
  }
}

const widthOf = (kind: number): number => BEAM_WIDTHS[kind % LENGTHS] ?? MAX_WIDTH;
