/**
 * Sources that have their documents from one origin: two collections of the same agency's forms are two sources in name alone,
 * and a model that learnt one has seen the other. It is read off the documents, so that no list of names is needed.
 */
import { foldText } from '../features/pages/shingles.ts';
import type { TrainingDocument } from './training-documents.ts';

/** Pages of a document that are compared: what comes later is often an annex that anybody encloses. */
const COMPARED_PAGES = 2;
/** Words in a row that count as one piece. */
const SHINGLE_WORDS = 5;
/** A document with fewer pieces is too short to be told from others. */
const MIN_SHINGLES = 30;
/** Two documents are nearly the same that share this part of all their pieces: a form of two years does. */
const MIN_JACCARD = 0.5;
/**
 * Documents that two sources must each have in common with the other. One is chance: test files of programs hold the same famous
 * paper, and each such pair would tie two collections that have nothing else in common, and those to the next.
 */
const MIN_SHARED_DOCUMENTS = 2;

/** All documents in groups, in the order of their first documents: sources of one origin share a group, every other source is one. */
export function groupByOrigin(documents: readonly TrainingDocument[]): TrainingDocument[][] {
  const origins = new Map(documents.map(({ source }) => [source, source]));
  const originOf = (source: string): string => {
    const above = origins.get(source) ?? source;
    return above === source ? source : originOf(above);
  };
  for (const [one, other] of relatedSources(documents)) origins.set(originOf(other), originOf(one));
  return [...Map.groupBy(documents, ({ source }) => originOf(source)).values()];
}

/** Pairs of sources with enough documents in common. */
function relatedSources(documents: readonly TrainingDocument[]): [string, string][] {
  const related: [string, string][] = [];
  for (const pairs of Map.groupBy(sharedDocuments(documents), ([one, other]) =>
    JSON.stringify([one.source, other.source]),
  ).values()) {
    const [first] = pairs;
    const fewest = Math.min(...[0, 1].map((side) => new Set(pairs.map((pair) => pair[side])).size));
    if (first !== undefined && fewest >= MIN_SHARED_DOCUMENTS) related.push([first[0].source, first[1].source]);
  }
  return related;
}

type Pair = readonly [TrainingDocument, TrainingDocument];

/** Pairs of documents of two sources that are nearly the same; the sources of each pair in the order of their names. */
function sharedDocuments(documents: readonly TrainingDocument[]): Pair[] {
  const pieces = documents.map(shinglesOf);
  const holders = new Map<number, number[]>();
  const pairs: Pair[] = [];
  for (const [at, document] of documents.entries()) {
    const shared = new Map<number, number>();
    for (const piece of pieces[at] ?? []) {
      const earlier = holders.get(piece) ?? [];
      for (const other of earlier)
        if (documents[other]?.source !== document.source) shared.set(other, (shared.get(other) ?? 0) + 1);
      earlier.push(at);
      holders.set(piece, earlier);
    }
    for (const [place, count] of shared) {
      const other = documents[place];
      const all = (pieces[at]?.size ?? 0) + (pieces[place]?.size ?? 0) - count;
      if (other !== undefined && count >= MIN_JACCARD * all)
        pairs.push(document.source < other.source ? [document, other] : [other, document]);
    }
  }
  return pairs;
}

const NOT_WORD = /[^\p{L}\p{N}]+/gu;
const NONE: ReadonlySet<number> = new Set();

/** Hashes of the words in a row on the first pages; none of a document that is too short. */
function shinglesOf({ pages }: TrainingDocument): ReadonlySet<number> {
  const words = pages
    .slice(0, COMPARED_PAGES)
    .flatMap((page) => page.words.map(({ text }) => foldText(text).replace(NOT_WORD, '')))
    .filter((word) => word !== '');
  const pieces = new Set<number>();
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at += 1) pieces.add(hashOf(words.slice(at, at + SHINGLE_WORDS).join(' ')));
  return pieces.size < MIN_SHINGLES ? NONE : pieces;
}

/** FNV-1a over UTF-16 units: of 32 bits, since a chance meeting would make strangers alike. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
