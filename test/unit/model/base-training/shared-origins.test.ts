import { describe, expect, it } from 'vitest';
import { foldsBySource } from '../../../../model-container/training/base/fit-model.ts';
import { groupByOrigin } from '../../../../model-container/training/shared-origins.ts';
import type { TrainingDocument } from '../../../../model-container/training/training-documents.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import { drawDocuments, drawPage } from '../features/draw-pages.ts';

const documents = drawDocuments(3, 5, 6);
const ofSource = (source: string) => documents.filter((document) => document.source === source);

/** Copies of the documents in another source, with every `every`-th word changed. */
const copies = (of: readonly TrainingDocument[], source: string, every = 40): TrainingDocument[] => {
  const random = seededRandom(8);
  return of.map((document) => ({
    ...document,
    source,
    name: `copy-of-${document.name}`,
    pages: document.pages.map((page) => ({
      ...page,
      words: page.words.map((word, at) =>
        at % every === every - 1 ? { ...word, text: `w${random.below(99_999)}` } : word,
      ),
    })),
  }));
};
const sourcesOf = (groups: readonly (readonly TrainingDocument[])[]) =>
  groups.map((group) => [...new Set(group.map(({ source }) => source))]);

describe('sources of one origin', () => {
  it('are sources with near-duplicate documents, whatever their names', () => {
    expect(sourcesOf(groupByOrigin([...documents, ...copies(ofSource('source-1').slice(0, 2), 'source-4')]))).toEqual([
      ['source-0'],
      ['source-1', 'source-4'],
      ['source-2'],
      ['source-3'],
    ]);
  });

  it('are not sources that share a single document, even several times', () => {
    const once = ofSource('source-1').slice(0, 1);
    expect(groupByOrigin([...documents, ...copies(once, 'source-4')])).toHaveLength(5);
    expect(groupByOrigin([...documents, ...copies([...once, ...once], 'source-4')])).toHaveLength(5);
  });

  it('are not sources whose documents share less than half of their shingles', () => {
    expect(groupByOrigin([...documents, ...copies(ofSource('source-1'), 'source-4', 5)])).toHaveLength(5);
  });

  it('are not sources that share very short documents', () => {
    const short = [1, 2, 3].map((number) => ({
      source: 'source-0',
      name: `short-${number}.jsonl`,
      pages: [drawPage({ body: [`hello world this is test number ${number}`] })],
    }));
    expect(groupByOrigin([...documents, ...short, ...copies(short, 'source-4')])).toHaveLength(5);
  });

  it('are linked transitively', () => {
    const tied = [
      ...documents,
      ...copies(ofSource('source-0').slice(0, 3), 'source-2'),
      ...copies(ofSource('source-2').slice(0, 2), 'source-3'),
    ];
    expect(sourcesOf(groupByOrigin(tied))).toEqual([['source-0', 'source-2', 'source-3'], ['source-1'], ['source-4']]);
    expect(groupByOrigin(tied)).toEqual(groupByOrigin(tied));
  });

  it('are held out together, and each document once', () => {
    const all = [...documents, ...copies(ofSource('source-0').slice(0, 2), 'source-3')];
    const folds = foldsBySource(all, 3);
    expect(folds.flat().toSorted(byName)).toEqual(all.toSorted(byName));
    expect(
      folds.filter((fold) => fold.some(({ source }) => source === 'source-0' || source === 'source-3')),
    ).toHaveLength(1);
  });
});

const nameOf = ({ source, name }: TrainingDocument): string => `${source}/${name}`;
const byName = (a: TrainingDocument, b: TrainingDocument): number => (nameOf(a) < nameOf(b) ? -1 : 1);
