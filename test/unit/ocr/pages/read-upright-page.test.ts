import { beforeAll, describe, expect, it } from 'vitest';
import { recognisePage, type RecognisedPage } from '../../../../core/ocr/pages/recognise-page.ts';
import { LANGUAGES } from '../../../../core/ocr/languages/languages.ts';
import type { Language } from '../../../../core/ocr/languages/languages.ts';
import { readUprightPage } from '../../../../core/ocr/pages/read-upright-page.ts';
import { textOf as textOfWords } from '../../../../core/ocr/read-words.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { blur, drawScan, withLines } from '../draw-scan.ts';

const textOf = ({ words }: RecognisedPage): string => words.map(({ text }) => text).join(' ');

/** The part of the expected words that the page has, 0 to 1. */
const shareRead = (page: RecognisedPage, lines: readonly string[]): number => {
  const words = new Set(page.words.map(({ text }) => text));
  const expected = lines.join(' ').split(' ');
  return expected.filter((word) => words.has(word)).length / expected.length;
};

describe('Small print that was scanned at 150 dpi', () => {
  const TERMS = [
    'Prices are net prices without value added tax. Invoices are payable within thirty days of the date of the invoice.',
    'The goods remain the property of the seller until they have been paid for. Complaints must be made in writing.',
    'The customer accepts these terms with the order. Delivery takes place from the warehouse at the risk of the customer.',
  ];

  const CZECH = [
    'Kupující souhlasí s těmito podmínkami při objednávce. Dodání zboží se uskuteční ze skladu na náklady kupujícího.',
    'Ceny jsou uvedeny bez daně z přidané hodnoty. Faktury jsou splatné do třiceti dnů ode dne jejich vystavení.',
    'Zboží zůstává až do úplného zaplacení majetkem prodávajícího. Vady zboží je nutné oznámit písemně do týdne.',
  ];

  it('is read but for one word in ten', async () => {
    const scan = await drawScan(withLines(TERMS, { size: 5.5, step: 8 }), { finest: 150 });
    const page = await recognisePage(scan, { languages: [] });
    expect(shareRead(page, TERMS)).toBeGreaterThanOrEqual(0.9);
    expect(page).toMatchObject({ language: 'en', unreadInk: 0 });
  });

  it('is read for the most part where it is blurred', { tags: 'slow' }, async () => {
    const change = (image: RasterImage) => blur(image, 1);
    const scan = await drawScan(withLines(CZECH, { size: 5.5, step: 8 }), { finest: 150, change });
    const page = await recognisePage(scan, { languages: [] });
    expect(shareRead(page, CZECH)).toBeGreaterThan(0.6);
    expect(page.language).toBe('cs');
  });
});

describe('A page that begins in one language and goes on in another', () => {
  const ENGLISH = [
    'The board of the company met on the third of March in Warsaw and has approved the accounts of the year that has ended.',
    'The members of the board have signed the report, which was written in English and is followed by a part in Polish.',
  ];
  const POLISH = [
    'Zarząd spółki zatwierdził sprawozdanie finansowe za ubiegły rok obrotowy.',
    'Przychody ze sprzedaży wzrosły w porównaniu z poprzednim okresem o pięć procent.',
    'Koszty działalności operacyjnej zmniejszyły się dzięki niższym cenom energii.',
    'Spółka zatrudniała średnio trzydziestu dwóch pracowników w pełnym wymiarze godzin.',
    'Wszystkie należności zostały uregulowane w terminie określonym w umowie.',
    'Zysk netto zostanie przeznaczony na zwiększenie kapitału zapasowego spółki.',
  ];

  it(
    'is read in the language of most of its lines, although the longest are in the first',
    { tags: 'slow' },
    async () => {
      const page = await recognisePage(await drawScan(withLines([...ENGLISH, ...POLISH], { size: 9.5 })), {
        languages: [],
      });
      expect(textOf(page)).toBe([...ENGLISH, ...POLISH].join(' '));
      expect(page.language).toBe('pl');
    },
  );
});

describe('A page whose first lines are names', () => {
  const LETTER = [
    'Wachtell Lipton Rosenblatt Katzenstein Nussbaum Gewertz',
    'To all directors, officers and heads of departments who are concerned with this matter.',
    'The chart of the purchasing department that you have asked for is attached to this letter.',
    'If there is anything else that we should know, please call the office before the end of the month.',
  ];

  it.each<readonly [string, readonly Language[]]>([
    ['another language', ['pl']],
    ['two languages', ['pl', 'en']],
  ])('is in the language of its words, where the probe has taken the names for %s', async (_, languages) => {
    const scan = await drawScan(withLines(LETTER));
    const page = { image: await scan.render(150), dpi: 150 };
    const reading = await readUprightPage(page, { languages, among: LANGUAGES, identified: 'pl', confident: true });
    expect(reading.language).toBe('en');
    expect(textOfWords(reading.lines.flatMap(({ words }) => words)).replaceAll(/\s+/gu, ' ')).toBe(LETTER.join(' '));
  });
});

describe('Words of low confidence', () => {
  const FRENCH = [
    'Le conseil de la société a approuvé les comptes',
    'Les ventes ont augmenté de cinq pour cent',
    'Les frais ont diminué grâce aux prix de énergie',
  ];

  it('are kept on a blurred page, with their entropy', { tags: 'slow' }, async () => {
    const scan = await drawScan(withLines(FRENCH, { size: 9 }), { change: (image: RasterImage) => blur(image, 3) });
    const page = await recognisePage(scan, { languages: [] });
    expect(shareRead(page, FRENCH)).toBeGreaterThan(0.7);
    expect(page).toMatchObject({ text_source: 'ocr', unreadScript: false, language: 'fr' });
    expect(Math.max(...page.words.map(({ entropy }) => entropy))).toBeGreaterThan(0.3);
  });
});

describe('A page in a script that is not read', { tags: 'slow' }, () => {
  const RUSSIAN = [
    'Совет директоров утвердил годовой отчет общества за прошлый год.',
    'Выручка от продажи товаров увеличилась на пять процентов.',
    'Расходы на производство снизились благодаря новым ценам.',
  ];

  let page: RecognisedPage;
  beforeAll(async () => {
    page = await recognisePage(await drawScan(withLines(RUSSIAN)), { languages: [] });
  });

  it('is marked, and has the words that were read nevertheless', () => {
    const { unreadScript, text_source, words } = page;
    expect({ unreadScript, text_source }).toEqual({ unreadScript: true, text_source: 'ocr' });
    expect(words.length).toBeGreaterThan(12);
  });

  it('has none of the languages that are read', () => {
    expect(page.language).toBeNull();
  });
});

describe('A page of small print that is upside down and blurred', () => {
  const TERMS = [
    'Prices are net prices without value added tax.',
    'Invoices are payable within thirty days.',
    'The goods remain the property of the seller.',
    'Complaints must be made in writing.',
    'Delivery takes place from the warehouse.',
  ];

  it('is turned by what its lines show on a finer image', { tags: 'slow' }, async () => {
    const change = (image: RasterImage) => {
      const blurred = blur(image, 1);
      return { ...blurred, data: blurred.data.slice().reverse() };
    };
    const scan = await drawScan(withLines(TERMS, { size: 5, step: 12 }), { finest: 300, change });
    const page = await recognisePage(scan, { languages: [] });
    expect(page.rotation).toBe(180);
    expect(shareRead(page, TERMS)).toBeGreaterThan(0.9);
  });
});
