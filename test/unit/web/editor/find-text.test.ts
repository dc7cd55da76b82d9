import { describe, expect, it } from 'vitest';
import { nextHit } from '../../../../web/src/editor/find/next-hit.ts';
import { findInPages, searchedPage, touchedWords } from '../../../../web/src/editor/text/find-text.ts';

describe('a search over all pages', () => {
  const pages = ['Invoice no. 4711\nTotal', 'Übersicht der Rechnungen', 'invoice INVOICE'].map(searchedPage);

  it('finds pages in their order, without case', () => {
    expect(findInPages(pages, 'Invoice').map(({ page, count }) => [page, count])).toEqual([
      [0, 1],
      [2, 2],
    ]);
  });

  it('finds across lines and without accents', () => {
    expect(findInPages(pages, '4711 total').map(({ page }) => page)).toEqual([0]);
    expect(findInPages(pages, 'ubersicht').map(({ page }) => page)).toEqual([1]);
    expect(findInPages(pages, 'ÜBERSICHT').map(({ page }) => page)).toEqual([1]);
  });

  it.each([
    ['Złoty', 'zloty'],
    ['ΛΟΓΑΡΙΑΣΜΟΣ', 'λογαριας'],
    ['STRASSE', 'straße'],
    ['Donau\u00addampfer', 'donaudampfer'],
    ['ＡＢＣ１２', 'abc12'],
    ['合計\n金額 を支払う', '合計金額を'],
  ])('finds %s by %s', (text, query) => {
    expect(findInPages([searchedPage(text)], query)).toHaveLength(1);
  });

  it('does not take one kana for another that has a mark', () => {
    expect(findInPages([searchedPage('東京バス')], 'ハス')).toEqual([]);
    expect(findInPages([searchedPage('東京ﾊﾞｽ')], 'バス')).toHaveLength(1);
  });

  it('shows the text around the first place', () => {
    const long = [searchedPage(`${'before '.repeat(20)}Übersicht 1, ${'after '.repeat(20)}`)];
    expect(findInPages(long, 'ubersicht 1')[0]?.excerpt).toBe(
      '… before before before before before Übersicht 1, after after after after after …',
    );
    expect(findInPages(pages, 'total')[0]?.excerpt).toBe('Invoice no. 4711 Total');
  });

  // As PDFs of TeX have them: "über" is "¨", "uber".
  it('shows the text around a place with an accent that is a word of its own', () => {
    expect(findInPages([searchedPage('die ¨ Rechnung')], 'die rechnung')[0]?.excerpt).toBe('die ¨ Rechnung');
  });

  it('finds nothing for spaces', () => {
    expect(findInPages(pages, '  ')).toEqual([]);
  });
});

describe('the words that a query touches', () => {
  const words = ['Invoice', 'no.', '4711', 'Invoice', 'date'].map((text) => ({ text }));

  it('are all at which it is', () => {
    expect([...touchedWords(words, 'invoice')]).toEqual([0, 3]);
  });

  it('may have words between them of which nothing is compared', () => {
    const accented = ['¨', 'die', '´', 'Rechnung'].map((text) => ({ text }));
    expect([...touchedWords(accented, 'die rechnung')]).toEqual([1, 2, 3]);
    expect([...touchedWords(accented, 'rechnung')]).toEqual([3]);
  });

  it('are several words for a query of several, the first and the last in part', () => {
    expect([...touchedWords(words, 'voice no. 47')]).toEqual([0, 1, 2]);
    expect([...touchedWords(words, '4711 invoice d')]).toEqual([2, 3, 4]);
  });

  it('are several Japanese words, which have no space between them', () => {
    const japanese = ['合計', '金額', 'は', '100', '円', 'です'].map((text) => ({ text }));
    expect([...touchedWords(japanese, '計金額')]).toEqual([0, 1]);
    expect([...touchedWords(japanese, 'は 100')]).toEqual([2, 3]);
  });

  it('are none for a query that is not there', () => {
    expect(touchedWords(words, 'order').size).toBe(0);
    expect(touchedWords(words, ' ').size).toBe(0);
  });
});

describe('the hit that Enter opens', () => {
  const hits = [1, 4, 9].map((page) => ({ page, count: 1, excerpt: '' }));
  const pages = (...from: readonly Parameters<typeof nextHit>[1][]): (number | undefined)[] =>
    from.map((place) => nextHit(hits, place)?.page);

  it('is the first one from the page that is shown', () => {
    expect(pages({ shown: 0, opened: null }, { shown: 4, opened: null }, { shown: 5, opened: null })).toEqual([
      1, 4, 9,
    ]);
  });

  it('is the one after the page that was opened last', () => {
    expect(pages({ shown: 1, opened: 1 }, { shown: 4, opened: 4 })).toEqual([4, 9]);
    // The last page of a file is shown beside the one before.
    expect(pages({ shown: 8, opened: 9 })).toEqual([1]);
  });

  it('is the first one of all where none comes after', () => {
    expect(pages({ shown: 10, opened: null })).toEqual([1]);
    expect(nextHit([], { shown: 0, opened: null })).toBeUndefined();
  });
});
