import { expect, it } from 'vitest';
import { groupDocuments } from '../../../core/results/group-documents.ts';

const documentsOf = (...sizes: number[]) =>
  sizes.map((size, index) => ({ index, pages: Array.from({ length: size }, (_, page) => page + 1) }));
const sizesOf = (groups: readonly (readonly { pages: readonly number[] }[])[]) =>
  groups.map((group) => group.map(({ pages }) => pages.length));

it('Documents are grouped in order; each group except the last has enough pages', () => {
  expect(sizesOf(groupDocuments(documentsOf(10, 20, 1, 30, 2), 25))).toEqual([[10, 20], [1, 30], [2]]);
  expect(sizesOf(groupDocuments(documentsOf(100, 3), 25))).toEqual([[100], [3]]);
  expect(groupDocuments([], 25)).toEqual([]);
});
