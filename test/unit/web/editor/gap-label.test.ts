import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import english from '../../../../web/src/locales/en/editor.json' with { type: 'json' };
import {
  gapDescription,
  gapName,
  openName,
  pageLabel,
  pageName,
} from '../../../../web/src/editor/overview/gap-label.ts';

const texts = {
  'gap.name': english.gap.name,
  'page.crop': english.page.crop,
  'page.open': english.page.open,
  'page.openCrop': english.page.openCrop,
};
/** The texts of the language file, filled in. */
const t = ((key: keyof typeof texts, values: Readonly<Record<string, unknown>>) => {
  return texts[key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}) as TFunction<'editor'>;

it('A page is labelled by its number, and where it has several crops by the number of the crop too', () => {
  const pages = [
    { page: 1, crop: 1 },
    { page: 2, crop: 1 },
    { page: 2, crop: 2 },
    { page: 3, crop: 1 },
  ];
  expect(pages.map((page) => pageLabel(page, pages))).toEqual(['1', '2.1', '2.2', '3']);
  expect(pages.map((page) => pageName(t, page, pages))).toEqual(['1', '2, crop 1', '2, crop 2', '3']);
  expect(pages.map((page) => openName(t, page, pages)).slice(1)).toEqual([
    '2.1: page 2, crop 1, show large',
    '2.2: page 2, crop 2, show large',
    'Page 3, show large',
  ]);
  expect(gapName(t, pages, 1)).toBe('Boundary between page 2, crop 1 and page 2, crop 2');
  expect(gapName(t, pages, 2)).toBe('Boundary between page 2, crop 2 and page 3');
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
