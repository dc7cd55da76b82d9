/**
 * Sources that share an origin, such as two collections of the same agency's forms: a model that was trained on one of
 * them must not be evaluated on the other. Shared origins are detected from near-duplicate documents.
 */
import { foldText } from '../features/pages/shingles.ts';
import { fnv1a } from '../fnv-1a.ts';
import type { TrainingDocument } from './training-documents.ts';

/** Number of pages of a document that are compared: later pages are often annexes that unrelated senders enclose. */
const COMPARED_PAGES = 2;
/** Number of consecutive words in a shingle. */
const SHINGLE_WORDS = 5;
/** Documents with fewer shingles are too short to be compared. */
const MIN_SHINGLES = 30;
/** Two documents are near-duplicates from this Jaccard similarity of their shingles on, like a form of two years. */
const MIN_JACCARD = 0.5;
/**
 * Number of documents of each source that must have a near-duplicate in the other. A single one may be chance: test
 * files of unrelated programs contain the same famous paper, and such pairs would link unrelated sources, transitively.
 */
const MIN_SHARED_DOCUMENTS = 2;

/**
 * Groups the documents by origin: sources of one origin are in one group. Groups are in the order of their first
 * documents.
 */
export function groupByOrigin(documents: readonly TrainingDocument[]): TrainingDocument[][] {
  const origins = new Map(documents.map(({ source }) => [source, source]));
  const originOf = (source: string): string => {
    const above = origins.get(source) ?? source;
    return above === source ? source : originOf(above);
  };
  for (const [one, other] of relatedSources(documents)) origins.set(originOf(other), originOf(one));
  return [...Map.groupBy(documents, ({ source }) => originOf(source)).values()];
}

/** Pairs of sources with enough near-duplicates. */
function relatedSources(documents: readonly TrainingDocument[]): [string, string][] {
  const related: [string, string][] = [];
  for (const pairs of Map.groupBy(sharedDocuments(documents), ([one, other]) =>
    JSON.stringify([one.source, other.source]),
  ).values()) {
    const [first] = pairs;
    const fewer = Math.min(...[0, 1].map((side) => new Set(pairs.map((pair) => pair[side])).size));
    if (first !== undefined && fewer >= MIN_SHARED_DOCUMENTS) related.push([first[0].source, first[1].source]);
  }
  return related;
}

type Pair = readonly [TrainingDocument, TrainingDocument];

/** Near-duplicate documents of two sources. The documents of a pair are in the order of their sources' names. */
function sharedDocuments(documents: readonly TrainingDocument[]): Pair[] {
  const shingles = documents.map(shinglesOf);
  const documentsWith = new Map<number, number[]>();
  const pairs: Pair[] = [];
  for (const [at, document] of documents.entries()) {
    const shared = new Map<number, number>();
    for (const shingle of shingles[at] ?? []) {
      const earlier = documentsWith.get(shingle) ?? [];
      for (const other of earlier)
        if (documents[other]?.source !== document.source) shared.set(other, (shared.get(other) ?? 0) + 1);
      earlier.push(at);
      documentsWith.set(shingle, earlier);
    }
    for (const [place, count] of shared) {
      const other = documents[place];
      const all = (shingles[at]?.size ?? 0) + (shingles[place]?.size ?? 0) - count;
      if (other !== undefined && count >= MIN_JACCARD * all)
        pairs.push(document.source < other.source ? [document, other] : [other, document]);
    }
  }
  return pairs;
}

const NOT_WORD = /[^\p{L}\p{N}]+/gu;
const NONE: ReadonlySet<number> = new Set();

/** Hashes of the shingles on the first pages; empty for a document that is too short. */
function shinglesOf({ pages }: TrainingDocument): ReadonlySet<number> {
  const words = pages
    .slice(0, COMPARED_PAGES)
    .flatMap((page) => page.words.map(({ text }) => foldText(text).replace(NOT_WORD, '')))
    .filter((word) => word !== '');
  const shingles = new Set<number>();
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at += 1)
    shingles.add(fnv1a(words.slice(at, at + SHINGLE_WORDS).join(' ')));
  return shingles.size < MIN_SHINGLES ? NONE : shingles;
}
