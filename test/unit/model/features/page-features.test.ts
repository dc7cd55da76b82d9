import { describe, expect, it } from 'vitest';
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import {
  CONTEXT_PAGES,
  FEATURE_NAMES,
  gapFeatures,
  isMasked,
  ROW_NAMES,
} from '../../../../model-container/features/gap-features.ts';
import { dropPageNumbers, scanPage } from '../../../../model-container/synthetic/augmentation/page-noise.ts';
import { readPageNumbering } from '../../../../model-container/features/pages/page-numbering.ts';
import { edgePieces, linesOfPage } from '../../../../model-container/features/pages/page-lines.ts';
import { dateIn, FIRST_SIGNS, LAST_SIGNS } from '../../../../model-container/features/pages/page-signs.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import {
  characterShingles,
  cosine,
  foldText,
  DenseCountVector,
} from '../../../../model-container/features/pages/shingles.ts';
import {
  FIRST_PAGE_WORDS,
  LAST_PAGE_WORDS,
  TITLE_WORDS,
} from '../../../../model-container/features/pages/sign-words.ts';
import { blank, drawDocuments, drawPage } from './draw-pages.ts';
import type { DrawnPage } from './draw-pages.ts';

/** The named feature of the gap after page `gap + 1`. */
const featureOf = (pages: readonly DrawnPage[], name: string, gap = 0): number | undefined => {
  const row = gapFeatures(pages.map(drawPage).map(viewPage))[gap];
  expect(FEATURE_NAMES).toContain(name);
  return row?.[FEATURE_NAMES.indexOf(name)];
};

const readNumbering = (record: PageRecord) => readPageNumbering(linesOfPage(record), edgePieces(record));
const numberingOf = (page: DrawnPage) => readNumbering(drawPage(page));

describe('page numbers', () => {
  it.each([
    ['Page 2 of 3', 2, 3],
    ['Seite 2 von 3', 2, 3],
    ['page 2 sur 3', 2, 3],
    ['Página 2 de 3', 2, 3],
    ['Strana 2 z 3', 2, 3],
    ['Strona 2/3', 2, 3],
    ['Pagina 2 di 3', 2, 3],
    ['Blz. 2 van 3', 2, 3],
    ['第2頁 全3頁', 2, 3],
    ['２ / ３ ページ', 2, 3],
    ['十二ページ', 12, null],
    ['2 / 3', 2, 3],
    ['3ページ中2ページ', 2, 3],
    ['全3頁中2頁', 2, 3],
    ['二〇頁', 20, null],
    ['Strana 2 (celkem 3)', 2, 3],
    ['Seite 2 v. 3', 2, 3],
    ['Page l of 3', 1, 3],
    ['Seite I von 3', 1, 3],
    ['Side 2 av 3', 2, 3],
    ['стр. 2 из 3', 2, 3],
    ['Σελίδα 2 από 3', 2, 3],
    ['第2页 共3页', 2, 3],
    ['共3页, 第2页', 2, 3],
    ['2쪽', 2, null],
    ['Sivu 2', 2, null],
    // As word processors set them.
    ['Page | 2', 2, null],
    ['2 | Page', 2, null],
    ['P a g e | 2', 2, null],
    ['12 | P a g e', 12, null],
    ['S e i t e | 2', 2, null],
    ['Página | 2 de 3', 2, 3],
    ['Página |2 de 3', 2, 3],
    ['Seite - 2 -', 2, null],
    ['Page | of 3', 1, 3],
    ['2. Seite des Abschlusszeugnisses für Anna Weber', 2, null],
    ['Seite Nr. 2 von 3', 2, 3],
    ['Blatt-Nr. 2 / 3', 2, 3],
    ['Strona nr 2 z 3', 2, 3],
    ['Strana č. 2', 2, null],
    ['Página(s) 2', 2, null],
    ['Page No. 2 of a total of 3', 2, 3],
    ['Page 2 sur un total de 3', 2, 3],
    ['Seitennummer 2', 2, null],
    ['Paginanummer: 2', 2, null],
  ])('"%s" is page %i of %s', (foot, number, total) => {
    expect(numberingOf({ body: ['some text here'], foot })).toMatchObject({ number, total, strength: 'stated' });
  });

  it.each([
    ['- 7 -', 7],
    ['„7-', 7],
    ['7', 7],
    ['7/', 7],
    ['iv', 4],
  ])('a lone "%s" at the foot is page %i', (foot, number) => {
    expect(numberingOf({ body: ['some text here'], foot })).toMatchObject({ number, total: null, strength: 'bare' });
  });

  it.each([
    ['Minutes of 4 May 2024 # 2 / 5', 2, 5],
    ['www.example.org/article 1/16', 1, 16],
    ['1 of 6 9/22/06 7:54 AM', 1, 6],
    ['www.example.org/article (3 of 4) [04/07/2004]', 3, 4],
  ])('beside other words, with a total: "%s" is page %i of %i', (foot, number, total) => {
    expect(numberingOf({ body: ['some text here'], foot })).toMatchObject({ number, total, strength: 'stated' });
  });

  it.each(['04/12', '679/1986', 'Report of 04/12', 'Council of 31/03', 'Season 2017/2018', 'Annual report 48'])(
    'beside other words are not read out of "%s"',
    (foot) => {
      expect(numberingOf({ body: ['some text here'], foot }).number).toBeNull();
    },
  );

  it.each(['Kto. 123 456 789 BLZ 987 654 32', 'BLZ: 50010517', 'Konto 4711, BLZ 170 550 50', 'BLZ 500 105 17'])(
    'are not read out of the code of a German bank: "%s"',
    (foot) => {
      expect(numberingOf({ body: ['some text here'], foot }).number).toBeNull();
    },
  );

  it.each([
    'Berliner Str. 12',
    'Lange Str. 12-14',
    'Konrad-Adenauer-Str. 12',
    'Zum Beispiel Str.33a',
    'Muster GmbH, Neue Str. 3, 50667 Bonn',
  ])('are not read out of a German address: "%s"', (foot) => {
    expect(numberingOf({ body: ['some text here'], foot }).number).toBeNull();
  });

  it.each([
    ['blz. 2', 2],
    ['blz 2 van 3', 2],
    ['Faktura 7/2024 str. 2', 2],
    ['zamówienie str. 2/3', 2],
  ])('are read behind the same abbreviations of a page: "%s"', (foot, number) => {
    expect(numberingOf({ body: ['some text here'], foot })).toMatchObject({ number, strength: 'stated' });
  });

  it('are not found in a range of pages in a reference', () => {
    expect(numberingOf({ body: ['Journal of Things, pages 20-26 of 90', 'more text'] }).number).toBeNull();
  });

  it('are separated from a running head on the same line', () => {
    const page = drawPage({ body: ['some text here'], foot: 'Annual report' });
    const [last] = page.words.slice(-1);
    if (last === undefined) throw new Error('The page has no words.');
    const words = [...page.words, { ...last, text: '48', x1: last.x2 + 300, x2: last.x2 + 340 }];
    expect(readNumbering({ ...page, words })).toMatchObject({ number: 48, strength: 'bare' });
  });

  it('stand between dashes below a letterhead', () => {
    const numbered = (line: string) =>
      numberingOf({ head: 'Office of the secretary', body: [line, 'some text here'], foot: 'Telephone and address' });
    expect(numbered('- 4 -')).toMatchObject({ number: 4, total: null, strength: 'bare' });
    expect(numbered('-4-')).toMatchObject({ number: 4, strength: 'bare' });
    expect(numbered('4')).toMatchObject({ number: null, strength: 'none' });
  });

  it('are not found in a date or an amount', () => {
    expect(numberingOf({ body: ['Due on 12/11/2024', 'Total 3.50'], foot: 'Phone 030 1234567' }).number).toBeNull();
  });

  it('have features for continuing and for restarting', () => {
    const goingOn = [
      { body: ['a b c'], foot: 'Page 1 of 2' },
      { body: ['d e f'], foot: 'Page 2 of 2' },
    ];
    const again = [
      { body: ['a b c'], foot: 'Page 2 of 3' },
      { body: ['d e f'], foot: 'Page 1 of 2' },
    ];
    expect(featureOf(goingOn, 'stated_continues')).toBe(1);
    expect(featureOf(goingOn, 'totals_equal')).toBe(1);
    expect(featureOf(again, 'stated_restarts')).toBe(1);
    expect(featureOf(again, 'totals_differ')).toBe(1);
    expect(featureOf(again, 'left_is_not_last')).toBe(1);
  });

  it('are neutral where they change from Roman to Arabic numerals', () => {
    const pages = [
      { body: ['a b c'], foot: 'ii' },
      { body: ['d e f'], foot: '1' },
    ];
    expect(featureOf(pages, 'numerals_change')).toBe(1);
    expect(featureOf(pages, 'bare_restarts')).toBe(0);
    expect(featureOf(pages, 'numbering_score')).toBe(0);
    expect(
      featureOf(
        [
          { body: ['a b c'], foot: '2' },
          { body: ['d e f'], foot: '1' },
        ],
        'bare_restarts',
      ),
    ).toBe(1);
  });

  it('are followed as far as they continue', () => {
    const pages = [7, 8, 9, 10, 3].map((number) => ({ body: ['a b c'], foot: `Archive copy ${number}` }));
    expect(featureOf(pages, 'counting_before', 2)).toBe(2);
    expect(featureOf(pages, 'counting_after', 1)).toBe(1);
  });

  it('of the following pages show that this page is the first', () => {
    expect(
      featureOf([{ body: ['x y'] }, { body: ['Dear Sir'] }, { body: ['more'], foot: 'Page 2' }], 'next_is_two'),
    ).toBe(1);
  });

  it('can be removed from a page', () => {
    const page = dropPageNumbers(drawPage({ body: ['Line with 12'], foot: 'Page 2 of 3' }));
    expect(readNumbering(page).number).toBeNull();
    expect(page.words.map((word) => word.text)).toContain('12');
  });
});

describe('similarity', () => {
  it('of heads ignores digits, so that a letterhead is the same on every page', () => {
    const pages = [
      { head: 'ACME Ltd invoice 1001', body: ['one'] },
      { head: 'ACME Ltd invoice 1002', body: ['two'] },
      { head: 'Botanical Society', body: ['three'] },
    ];
    expect(featureOf(pages, 'here_head', 0)).toBeCloseTo(1);
    expect(featureOf(pages, 'here_head', 1)).toBeLessThan(0.2);
  });

  it('of Japanese text does not depend on spaces', () => {
    const [a, b, c] = ['請求書番号について', '請求書番号のご案内', '天気予報です'].map((text) =>
      characterShingles(foldText(text), 'mask'),
    );
    if (a === undefined || b === undefined || c === undefined) throw new Error('three texts were given');
    expect(cosine(a, b)).toBeGreaterThan(0.4);
    expect(cosine(a, c)).toBe(0);
  });

  it('is the same to the last bit with a vector in dense form, whatever was loaded before', () => {
    const texts = [
      'the invoice of the harbour company for coal',
      'the invoice of the harbour company',
      '',
      'zinc',
      'coal coal coal coal for the harbour',
      '請求書の合計',
    ];
    const vectors = texts.map((text) => characterShingles(foldText(text), 'keep'));
    const dense = new DenseCountVector();
    for (const one of vectors) {
      dense.load(one);
      expect(vectors.map((other) => dense.cosine(other))).toEqual(vectors.map((other) => cosine(other, one)));
    }
  });

  it('weights a shared reference number by its rarity among the pages around', () => {
    const rare = [{ body: ['Ref AB-12345'] }, { body: ['Ref AB-12345'] }, { body: ['x'] }, { body: ['y'] }];
    const common = rare.map(() => ({ body: ['Ref AB-12345'] }));
    expect(featureOf(rare, 'here_shared_identifiers') ?? 0).toBeGreaterThan(
      featureOf(common, 'here_shared_identifiers') ?? 0,
    );
  });

  it('is NaN, not 0, where a page has no text', () => {
    expect(featureOf([{ body: ['some words'] }, {}], 'here_body')).toBeNaN();
  });
});

describe('lines at the edges', () => {
  const letter = (date: string, page: string) => ({
    head: `Statement of ${date}`,
    body: ['some text of its own'],
    foot: `Sheet ${page} of the file`,
  });

  it('that are equal but for a number that increases by one are counted as continuing', () => {
    const pages = [letter('12.03.2024', '4'), letter('12.03.2024', '5')];
    expect(featureOf(pages, 'lines_counting')).toBeCloseTo(Math.log(2));
    expect(featureOf(pages, 'lines_same')).toBeCloseTo(Math.log(3));
    expect(featureOf(pages, 'dates_shared')).toBe(1);
  });

  it('that are equal but for a date are counted as changed', () => {
    const pages = [letter('12.03.2024', '1'), letter('30.04.2024', '1')];
    expect(featureOf(pages, 'lines_changed')).toBeCloseTo(Math.log(2));
    expect(featureOf(pages, 'dates_differ')).toBe(1);
  });
});

describe('sections', () => {
  it('have features for continuing and for restarting', () => {
    expect(featureOf([{ body: ['2.3 Scope of delivery'] }, { body: ['2.4 Payment terms'] }], 'sections_continue')).toBe(
      1,
    );
    expect(
      featureOf([{ body: ['2.3 Scope of delivery'] }, { body: ['1 Introduction here'] }], 'sections_restart'),
    ).toBe(1);
  });

  it.each([
    ['Статья 12. Общие положения', 'Статья 13. Порядок приема'],
    ['Čl. 4 Članarina', 'Članak 5 Tijela udruge'],
    ['第12条 本会は東京に置く', '第13条 役員は次のとおり'],
    ['제4조 (목적)', '제5조 (회원)'],
  ])('go on from "%s" to "%s"', (left, right) => {
    expect(featureOf([{ body: [left] }, { body: [right] }], 'sections_continue')).toBe(1);
  });
});

describe('signs', () => {
  it('in Japanese are found inside running text', () => {
    const { firstSigns } = viewPage(drawPage({ body: ['株式会社山田商店の請求書です'] }));
    expect(firstSigns[FIRST_SIGNS.indexOf('business')]).toBe(1);
  });

  it('of a last page include a row of asterisks', () => {
    const { lastSigns } = viewPage(drawPage({ body: ['That is all we know.', '* * * * *'] }));
    expect(lastSigns[LAST_SIGNS.indexOf('end_mark')]).toBe(1);
  });

  it('of a first page include a salutation, a date and a kind of document', () => {
    const { firstSigns } = viewPage(
      drawPage({ head: 'Rechnung', body: ['Berlin, 12. März 2024', 'Sehr geehrte Damen und Herren,'] }),
    );
    expect(FIRST_SIGNS.filter((_, at) => (firstSigns[at] ?? 0) > 0)).toEqual(
      expect.arrayContaining(['salutation', 'business', 'date']),
    );
  });

  it.each([
    ['Danish', '14. august 2013'],
    ['Portuguese', 'Lisboa, 14 de agosto de 2013'],
    ['Russian', '14 августа 2013 г.'],
    ['Greek', '14 Αυγούστου 2013'],
    ['Hungarian', '2013. augusztus 14.'],
    ['Korean', '2013년 8월 14일'],
  ])('of a first page include a date in %s', (_, line) => {
    const { firstSigns } = viewPage(drawPage({ body: [line] }));
    expect(firstSigns[FIRST_SIGNS.indexOf('date')]).toBe(1);
  });

  it.each([
    ['14 August 2013', '14 august 2013'],
    ['14th of August 2013', '14th of august 2013'],
    ['on August 14th, 2013, at noon', 'august 14th 2013'],
    ['14. srpna 2013', '14 srpna 2013'],
    ['Madrid, 3 de marzo del 2020.', '3 de marzo del 2020'],
    ['平成 23 年 2 月 26 日', '平成 23 年 2 月 26'],
    ['2013 年 8 月 4 日', '2013 年 8 月 4'],
    ['2013-08-14', '2013 08 14'],
    ['14/08/2013', '14 08 2013'],
  ])('of a date: "%s"', (text, date) => {
    expect(dateIn(foldText(text))).toBe(date);
  });

  it.each(['page 12 of 2000', '12 apples', 'room 2013', 'version 2.0 of 2013'])('of no date: "%s"', (text) => {
    expect(dateIn(foldText(text))).toBeUndefined();
  });

  it('of a title include names that are frequent in running text only in large letters', () => {
    const titleOf = (page: PageRecord) => viewPage(page).firstSigns[FIRST_SIGNS.indexOf('title')];
    const body = ['Die Satzung des Vereins wurde', 'im Jahr darauf geändert und', 'allen Mitgliedern zugesandt'];
    const record = drawPage({ head: 'Satzung', body });
    const enlarged = {
      ...record,
      words: record.words.map((word) => (word.line === 0 ? { ...word, y2: word.y1 + 60 } : word)),
    };
    expect(titleOf(enlarged)).toBe(2);
    expect(titleOf(record)).toBe(0);
  });

  it('are phrases of folded text, as they are matched with', () => {
    const words = [
      ...TITLE_WORDS,
      ...[FIRST_PAGE_WORDS, LAST_PAGE_WORDS].flatMap((kinds) => Object.values<readonly string[]>(kinds).flat()),
    ];
    expect(words.filter((word) => foldText(word) !== word)).toEqual([]);
  });

  it('of a last page include a closing and a signature', () => {
    const { lastSigns } = viewPage(drawPage({ body: ['Mit freundlichen Grüßen', 'Unterschrift'] }));
    expect(LAST_SIGNS.filter((_, at) => (lastSigns[at] ?? 0) > 0)).toEqual(
      expect.arrayContaining(['closing', 'signature']),
    );
  });

  it('include a sentence that continues across the gap', () => {
    expect(
      featureOf(
        [{ body: ['The parties agree that the'] }, { body: ['goods are delivered in time.'] }],
        'sentence_runs_on',
      ),
    ).toBe(1);
    expect(
      featureOf([{ body: ['The parties agree to this.'] }, { body: ['Dear customer of ours,'] }], 'sentence_runs_on'),
    ).toBe(0);
  });
});

describe('a gap’s features', () => {
  const [one, two, other] = [
    drawPage({ head: 'ACME Ltd', body: ['one'], foot: '1' }),
    drawPage({ head: 'ACME Ltd', body: ['two'], foot: '2' }),
    drawPage({ head: 'Botanical Society', body: ['three'], foot: '1' }),
  ];
  const rowsOf = (pages: readonly PageRecord[]) => gapFeatures(pages.map(viewPage));

  it('are those of the printed pages, whatever blank versos are between them', () => {
    const [first, second] = rowsOf([one, two, other]);
    const rows = rowsOf([one, blank(), two, blank(), blank(), other, blank()]);
    expect(rows.map(isMasked)).toEqual([true, false, true, true, false, true]);
    const between = FEATURE_NAMES.indexOf('blanks_between');
    expect([rows[1]?.[between], rows[4]?.[between]]).toEqual([1, 2]);
    expect(rows[1]?.with(between, 0)).toEqual(first);
    expect(rows[4]?.with(between, 0)).toEqual(second);
  });

  it('include whether a sheet of coloured paper is between two pages', () => {
    const sheet = {
      ...blank(),
      thumbnail: { ...blank().thumbnail, grey: Buffer.alloc(68 * 96, 150).toString('base64') },
    };
    const coloured = FEATURE_NAMES.indexOf('coloured_between');
    expect(rowsOf([one, sheet, other])[1]?.[coloured]).toBe(1);
    expect(rowsOf([one, blank(), other])[1]?.[coloured]).toBe(0);
  });

  it('treat a page with punched holes and a stray character as blank', () => {
    const holes = { ...drawPage({ body: ['o'] }), ink: 0.008 };
    expect(rowsOf([one, holes, two]).map(isMasked)).toEqual([true, false]);
    expect(rowsOf([one, { ...holes, ink: 0.05 }, two]).map(isMasked)).toEqual([false, false]);
  });

  it('have one number a name, also for blank pages', () => {
    const rows = gapFeatures([blank(), blank(), blank()].map(viewPage));
    expect(rows).toHaveLength(2);
    expect(rows.every((row) => row.length === ROW_NAMES.length)).toBe(true);
    expect(new Set(ROW_NAMES).size).toBe(ROW_NAMES.length);
  });

  it('depend on no page further away than CONTEXT_PAGES', { tags: 'slow' }, () => {
    const views = drawDocuments(4, 6, 10)
      .flatMap((document) => document.pages)
      .map(viewPage);
    const whole = gapFeatures(views);
    const middle = Math.floor(views.length / 2);
    const around = gapFeatures(views.slice(middle - CONTEXT_PAGES, middle + 1 + CONTEXT_PAGES));
    expect(around[CONTEXT_PAGES]).toEqual(whole[middle]);
  });

  it('are empty for a single page', () => {
    expect(gapFeatures([viewPage(blank())])).toEqual([]);
  });
});

describe('a simulated scanner', () => {
  it('changes words and picture, the same for the same seed, and leaves the page valid', () => {
    const page = drawPage({ head: 'ACME Ltd', body: ['one two three four five', 'six seven eight nine ten'] });
    const profile = { misread: 0.3, lost: 0.1, joined: 0.1, jitter: 0.1, shift: 0.01, grain: 10, contrast: 0.9 };
    const [first, again] = [scanPage(page, profile, seededRandom(1)), scanPage(page, profile, seededRandom(1))];
    expect(again).toEqual(first);
    expect(first.text_source).toBe('ocr');
    expect(first.words.map((word) => word.text)).not.toEqual(page.words.map((word) => word.text));
    expect(first.words.every((word) => word.x1 < word.x2 && word.y1 < word.y2 && word.text.length > 0)).toBe(true);
  });
});

describe('A page whose words are mere guesses of OCR', () => {
  const record = drawPage({ head: 'i it', body: ['Sg w LK Lali', 'STEK U żkkugni'], language: 'pl' });
  const withEntropy = (entropy: number) =>
    viewPage({ ...record, words: record.words.map((word) => ({ ...word, entropy })) });

  it('is one without text, and one with a lower entropy is not', () => {
    expect(withEntropy(1.2)).toEqual(viewPage({ ...record, words: [], fulltext: '', language: null }));
    expect(withEntropy(1.2).hasText).toBe(false);
    expect(withEntropy(0.8)).toEqual(viewPage(record));
  });
});

describe('A page with words of 100,000 characters', () => {
  it.each([
    ['dashes', `${'-'.repeat(100_000)}a`],
    ['leaders', `${'.'.repeat(50_000)}abc${'.'.repeat(50_000)}a`],
    ['digits', `no${'1'.repeat(100_000)}a`],
    ['brackets', `a${')'.repeat(100_000)}a`],
  ])('is viewed in linear time: %s', (_, word) => {
    const before = performance.now();
    viewPage(drawPage({ head: word, foot: word }));
    // Quadratic patterns would exceed the time limit of the test runner.
    expect(performance.now()).toBeGreaterThan(before);
  });

  it('has the terms and identifiers between the signs', () => {
    const signs = '-'.repeat(100_000);
    const bare = viewPage(drawPage({ body: ['straße ab-12/7'] }));
    const { terms, identifiers } = viewPage(drawPage({ body: [`${signs}straße${signs} (§${signs}ab-12/7${signs})`] }));
    expect({ terms, identifiers }).toEqual({ terms: bare.terms, identifiers: bare.identifiers });
  });
});
