import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { gapDescription, pageLabel } from '../../../../web/src/editor/overview/gap-label.ts';

it('A page is labelled by its number, and where it has several crops by the number of the crop too', () => {
  const pages = [
    { page: 1, crop: 1 },
    { page: 2, crop: 1 },
    { page: 2, crop: 2 },
    { page: 3, crop: 1 },
  ];
  expect(pages.map((page) => pageLabel(page, pages))).toEqual(['1', '2.1', '2.2', '3']);
});

it('A gap says what the model would decide where a person has decided otherwise', () => {
  const pages = [1, 2].map((page) => ({ page, crop: 1 }));
  const said = (split: boolean, proposed: boolean | null) =>
    gapDescription(((key: string) => key) as TFunction<'editor'>, {
      pages,
      gap: 0,
      served: { split, confidence: 0.97, decidedBy: 'reviewer', proposed },
      changed: false,
      doubtful: false,
      looked: false,
    });
  expect(said(false, true)).toBe('gap.wouldSplit, gap.by.reviewer');
  expect(said(true, false)).toBe('gap.wouldJoin, gap.by.reviewer');
  expect(said(true, true)).toBe('gap.sure, gap.by.reviewer');
  expect(said(true, null)).toBe('gap.sure, gap.by.reviewer');
});
