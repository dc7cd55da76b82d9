/**
 * Text as a sparse vector of hashed shingles or tokens with their counts (feature hashing). Character shingles need no
 * tokeniser, so that they work for Japanese as well as for German. No text of a document is kept.
 */
import { fnv1a } from '../../fnv-1a.ts';

const BITS = 18;
const SHINGLE_SPACE = 1 << BITS;

/**
 * Counts of hashed features. `hashes` are distinct, ascending and below SHINGLE_SPACE; `counts` has the count of each.
 */
export interface SparseCountVector {
  readonly hashes: Int32Array;
  readonly counts: Float32Array;
  /** Sum of the counts. */
  readonly total: number;
}

const EMPTY_VECTOR: SparseCountVector = { hashes: new Int32Array(0), counts: new Float32Array(0), total: 0 };

/** Lower case and Unicode normalisation form NFKC (full-width digits, ligatures). */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;
const NOT_WORD = /[^\p{L}\p{N}]+/gu;
const DIGITS = /\p{Nd}/gu;

/** Character n-grams of folded text without punctuation and spaces. @param digits  `mask`: all digits are equal */
export function characterShingles(folded: string, digits: 'keep' | 'mask'): SparseCountVector {
  const plain = folded.replace(NOT_WORD, '');
  const text = digits === 'mask' ? plain.replace(DIGITS, '0') : plain;
  // Two characters of Chinese or Japanese carry about as much information as four letters.
  const length = CJK.test(text) ? 2 : 4;
  const hashes = new Int32Array(Math.max(0, text.length - length + 1));
  for (let at = 0; at < hashes.length; at += 1) hashes[at] = hashRange(text, at, at + length);
  return countHashes(hashes);
}

/** Whole tokens. */
export const tokenShingles = (tokens: readonly string[]): SparseCountVector =>
  countHashes(new Int32Array(tokens.map((token) => hashRange(token, 0, token.length))));

/** FNV-1a, folded to BITS bits. */
function hashRange(text: string, from: number, to: number): number {
  const hash = fnv1a(text, from, to);
  return ((hash >>> BITS) ^ hash) & (SHINGLE_SPACE - 1);
}

function countHashes(all: Int32Array): SparseCountVector {
  if (all.length === 0) return EMPTY_VECTOR;
  const sorted = all.sort();
  const hashes = new Int32Array(sorted.length);
  const counts = new Float32Array(sorted.length);
  let distinct = -1;
  let previous = -1;
  for (const hash of sorted) {
    if (hash !== previous) {
      distinct += 1;
      hashes[distinct] = hash;
      previous = hash;
    }
    counts[distinct] = (counts[distinct] ?? 0) + 1;
  }
  return { hashes: hashes.slice(0, distinct + 1), counts: counts.slice(0, distinct + 1), total: sorted.length };
}

/** Cosine similarity of the square roots of the counts, 0 to 1; NaN where a vector is empty. */
export function cosine(a: SparseCountVector, b: SparseCountVector): number {
  const [sizeA, sizeB] = [a.hashes.length, b.hashes.length];
  if (sizeA === 0 || sizeB === 0) return Number.NaN;
  let shared = 0;
  let [atA, atB] = [0, 0];
  // Casts: both indices are in range, and this loop runs for every pair of nearby pages.
  while (atA < sizeA && atB < sizeB) {
    const hashA = a.hashes[atA] as number;
    const hashB = b.hashes[atB] as number;
    if (hashA === hashB) shared += Math.sqrt((a.counts[atA] as number) * (b.counts[atB] as number));
    if (hashA <= hashB) atA += 1;
    if (hashB <= hashA) atB += 1;
  }
  return shared / Math.sqrt(a.total * b.total);
}

/** A sparse count vector in dense form, which makes its comparison with many others faster. */
export class DenseCountVector {
  private readonly counts = new Float32Array(SHINGLE_SPACE);
  private loaded = EMPTY_VECTOR;

  /** Replaces the vector that was loaded before. */
  load(vector: SparseCountVector): void {
    for (const hash of this.loaded.hashes) this.counts[hash] = 0;
    this.loaded = vector;
    for (const [at, hash] of vector.hashes.entries()) this.counts[hash] = vector.counts[at] ?? 0;
  }

  /** The same as `cosine` of the loaded vector and this one, to the last bit: the same sum in the same order. */
  cosine({ hashes, counts, total }: SparseCountVector): number {
    if (hashes.length === 0 || this.loaded.total === 0) return Number.NaN;
    let shared = 0;
    // Casts: as in `cosine`.
    for (let at = 0; at < hashes.length; at += 1) {
      const count = this.counts[hashes[at] as number] as number;
      if (count > 0) shared += Math.sqrt((counts[at] as number) * count);
    }
    return shared / Math.sqrt(total * this.loaded.total);
  }
}

/** Of 0 to 255: a window has fewer pages. */
const LOGARITHMS = Float64Array.from({ length: 256 }, (_, count) => Math.log(count));

/** Page frequencies of hashes in a window of pages. */
export class PageFrequencies {
  private readonly pages = new Uint8Array(SHINGLE_SPACE);
  private size = 0;

  add(shingles: SparseCountVector): void {
    for (const hash of shingles.hashes) this.pages[hash] = (this.pages[hash] ?? 0) + 1;
    this.size += 1;
  }

  remove(shingles: SparseCountVector): void {
    for (const hash of shingles.hashes) this.pages[hash] = (this.pages[hash] ?? 0) - 1;
    this.size -= 1;
  }

  /** Inverse page frequency (logarithm, smoothed): 0 for a hash on every page of the window. */
  rarity(hash: number): number {
    return (LOGARITHMS[this.size + 1] ?? 0) - (LOGARITHMS[(this.pages[hash] ?? 0) + 1] ?? 0);
  }
}

/** Overlap of two pages weighted by rarity, 0 to 1; NaN where one page has only hashes that are on every page. */
export function rareOverlap(a: SparseCountVector, b: SparseCountVector, frequencies: PageFrequencies): number {
  const weightA = rareWeight(a, frequencies);
  const weightB = rareWeight(b, frequencies);
  if (weightA === 0 || weightB === 0) return Number.NaN;
  return sharedRarity(a, b, frequencies) / Math.sqrt(weightA * weightB);
}

/** Sum of the rarity of the hashes that both pages have. */
export function sharedRarity(a: SparseCountVector, b: SparseCountVector, frequencies: PageFrequencies): number {
  let shared = 0;
  let [atA, atB] = [0, 0];
  while (atA < a.hashes.length && atB < b.hashes.length) {
    const hashA = a.hashes[atA] ?? 0;
    const hashB = b.hashes[atB] ?? 0;
    if (hashA === hashB) shared += frequencies.rarity(hashA);
    if (hashA <= hashB) atA += 1;
    if (hashB <= hashA) atB += 1;
  }
  return shared;
}

function rareWeight(vector: SparseCountVector, frequencies: PageFrequencies): number {
  let weight = 0;
  for (const hash of vector.hashes) weight += frequencies.rarity(hash);
  return weight;
}
