import { describe, expect, it } from 'vitest';
import { countNumericOrders, findDates } from '../../../core/results/extractions/find-dates.ts';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { documentDateOf, pageDatesSchema, readPageDates } from '../../../core/results/extractions/read-dates.ts';
import { drawRecord } from '../drawing/draw-record.ts';

const dateOf = (pages: readonly PageRecord[]) => documentDateOf(pages.map(readPageDates));
const only = (text: string) => findDates(text, 'unknown').map(({ iso }) => iso);

/** More words than a page has whose only date is that of the document. */
const runningText = Array.from({ length: 24 }, () => 'The members heard what the board had decided about the house.');

describe('a date in a text', () => {
  it.each([
    '2024-05-03',
    '2024/05/03',
    '03.05.2024',
    '3. 5. 2024',
    '3.5.24',
    '3 May 2024',
    '03-MAY-24',
    '03/May/2024',
    '03 MAY 24 18:32:36',
    'May 3rd, 2024',
    '3rd May 2024',
    '3 rd May 2024',
    '3. Mai 2024',
    '3 mai 2024',
    '3 de mayo de 2024',
    '3 maggio 2024',
    '3 mei 2024',
    '3 maja 2024',
    '3. května 2024',
    '3. mája 2024',
    '2024年5月3日',
    '２０２４年５月３日',
    '二〇二四年五月三日',
    '令和6年5月3日',
  ])('is read from "%s"', (text) => {
    expect(only(text.normalize('NFKC'))).toEqual(['2024-05-03']);
  });

  it.each(['R6.5.3', 'R6/05/03', '2024/5/3'])('is read on a Japanese page from "%s"', (text) => {
    expect(findDates(text, 'japanese').map(({ iso }) => iso)).toEqual(['2024-05-03']);
  });

  it('is not read on a Japanese page from a year of two digits, which comes first and may be that of an era', () => {
    for (const text of ['24/05/03', '24.05.03', '24-05-03', '06/05/03', '03/05/2024'])
      expect(findDates(text, 'japanese')).toEqual([]);
  });

  it('is not read from the version of a release, which looks like one of a Japanese era', () => {
    expect(only('Release R12.1.3, S3.4.5')).toEqual([]);
  });

  it('is read in the first year of an era', () => {
    expect(only('令和元年5月3日')).toEqual(['2019-05-03']);
  });

  it('is read with every month name of every language', () => {
    expect(only('14 stycznia 2026, 14. února 2026, 14 mars 2026, 14 agosto 2026, 14. Jänner 2026')).toEqual([
      '2026-01-14',
      '2026-02-14',
      '2026-03-14',
      '2026-08-14',
      '2026-01-14',
    ]);
  });

  it('is read with the Slovak genitive, and with both spellings of the Spanish September', () => {
    expect(only('14. januára 2026, 14. februára 2026, 14 de setiembre de 2026')).toEqual([
      '2026-01-14',
      '2026-02-14',
      '2026-09-14',
    ]);
  });

  it('is rejected if it is impossible', () => {
    expect(only('31.02.2024 · 2024-13-01 · 2024年13月1日')).toEqual([]);
  });

  it('with slashes is read only if its order is known', () => {
    expect(findDates('03/05/2024', 'unknown')).toEqual([]);
    expect(findDates('03/05/2024', 'day-first')[0]?.iso).toBe('2024-05-03');
    expect(findDates('03/05/2024', 'month-first')[0]?.iso).toBe('2024-03-05');
    expect(countNumericOrders('from 03/05/2024 to 25/05/2024')).toEqual({ dayFirst: 1, monthFirst: 0 });
  });

  it('with two digits of a year after the name of a month is read only where a date ends', () => {
    for (const text of ['3 May 24 people came', '3-May-24.5', '3/May/24/7', 'March 12 17', '9 FEB 10'])
      expect(only(text), text).toEqual([]);
  });

  it('is not part of a version, a telephone or an account number', () => {
    expect(only('version 1.2.3.2024, tel. 030/12/34-2024, 192.168.10.24')).toEqual([]);
  });

  it('is searched in linear time, even in malicious texts', () => {
    const before = performance.now();
    for (const hostile of [
      '1.'.repeat(50_000),
      '1 a'.repeat(40_000),
      `${'3 de '.repeat(30_000)}x`,
      '年'.repeat(50_000),
      '〇'.repeat(100_000),
      '1-1-'.repeat(30_000),
    ])
      findDates(hostile, 'unknown');
    // Exponential or quadratic patterns would exceed the time limit of the test runner.
    expect(performance.now()).toBeGreaterThan(before);
  });
});

describe('the date of a document', () => {
  it('is the labelled one, not the due date or the delivery date', () => {
    const page = drawRecord([
      'Acme',
      'Delivered on 1 May 2024',
      'Invoice date: 3 May 2024',
      'Payment due: 2 June 2024',
    ]);
    expect(dateOf([page])).toBe('2024-05-03');
  });

  it('is alone on its line in a letter, or after a place', () => {
    expect(
      dateOf([
        drawRecord(['Herrn Otto Beispiel', 'Stuttgart, den 3. Mai 2024', 'Sehr geehrter Herr Beispiel,'], {
          language: 'de',
        }),
      ]),
    ).toBe('2024-05-03');
  });

  describe('above a signature', () => {
    /** A reference that mentions other dates, and ends with these lines. */
    const reference = (...lines: readonly string[]): PageRecord =>
      drawRecord([
        'Erika Beispiel, geboren am 18. Dezember 1995, war vom 1. Juni 2017',
        'bis zum 30. September 2018 in der Buchhaltung tätig.',
        ...runningText,
        ...lines,
      ]);

    it.each([
      'Köln, 14. Februar 2025',
      'St. Wendel, 14.02.2025',
      'Frankfurt am Main, den 14.02.2025',
      'Lima, 14 de febrero de 2025',
      'Dado en Bogotá, D.C., a 14 de febrero de 2025',
      'Fait à Évreux (Eure), le 14 février 2025',
    ])('is that after the place, where no other is likelier: %s', (line) => {
      expect(dateOf([reference(line)])).toBe('2025-02-14');
      expect(dateOf([reference(), { ...reference(line), page: 2 }])).toBe('2025-02-14');
      expect(dateOf([drawRecord(['Date: 3 May 2024', ...runningText, line])])).toBe('2024-05-03');
    });

    it.each([
      ['of several places that differ', 'Köln, 14. Februar 2025', 'Bonn, 17. Februar 2025'],
      ['in a line of text', 'and before, 14 February 2025'],
      ['of a period', 'From Köln, 14 February 2025'],
      ['before more text', 'Köln, 14 February 2025 was the day'],
    ])('is none %s', (_, ...lines) => {
      expect(dateOf([reference(...lines)])).toBeNull();
    });
  });

  it.each(['1º de mayo de 2024', '1.º de mayo de 2024', '1° maggio 2024', '1er mai 2024'])(
    'is the first day of a month: "%s"',
    (text) => {
      expect(dateOf([drawRecord([text], { language: 'es' })])).toBe('2024-05-01');
    },
  );

  it.each([
    ['Duisburg, den 3. Mai 2024', 'de'],
    ['Wien, am 3. Mai 2024', 'de'],
    ['Bischofswerda, 03.05.2024', 'de'],
    ['Dublin, 3 May 2024', 'en'],
    ['Dallas, May 3, 2024', 'en'],
    ['Friday 3 May 2024', 'en'],
    ['2024-05-03T14:30:00Z', 'en'],
    ['Paris, le vendredi 3 mai 2024', 'fr'],
    ['Fait à Dunkerque, le 3 mai 2024', 'fr'],
    ['– Vendredi 03 Mai 2024', 'fr'],
    ["L'Aquila, lì 3 maggio 2024", 'it'],
    ['vrijdag 3 mei 2024', 'nl'],
    ["'s-Hertogenbosch, 3 mei 2024", 'nl'],
    ['Warszawa, 3 maja 2024 r.', 'pl'],
    ['Warszawa, 03.05.2024r.', 'pl'],
    ['令和6年5月3日(金)', 'ja'],
    ['2024年5月3日金曜日', 'ja'],
  ])('is beside a place or a weekday: "%s"', (text, language) => {
    const long = Array.from({ length: 60 }, () => 'words of a long page in any language');
    expect(dateOf([drawRecord(['Acme', text, ...long], { language })])).toBe('2024-05-03');
  });

  it.each([
    'Meeting 2 | October 12, 2015',
    'Quiz 4 — 12.10.2015',
    'CA BDE– 12/10/2015',
    'Team meeting - 12 October 2015',
  ])('stands after a bar or a dash at the end of a heading: %s', (line) => {
    const record = { ...drawRecord([line, 'Present: all', ...runningText]), language: 'fr' };
    expect(dateOf([record])).toBe('2015-10-12');
  });

  it.each([
    '9 October – 12 October 2015',
    'October 9 – October 12, 2015',
    'Leeds, 9 – 12 October 2015',
    'Due – 12 October 2015',
  ])('is not the end of a period, nor a date with another label: %s', (line) => {
    expect(dateOf([drawRecord([line, 'Present: all', ...runningText])])).toBeNull();
  });

  it.each(['Last updated 14 December 2022.', 'Updated on December 14, 2022'])(
    'is the one on which it was updated: %s',
    (line) => {
      expect(dateOf([drawRecord([line, ...runningText, 'The course begins on 3 January 2023.'])])).toBe('2022-12-14');
    },
  );

  it('is not in a period, of which words tell that are no places', () => {
    for (const [text, language] of [
      ['du 3 mai 2024', 'fr'],
      ['bis 3. Mai 2024', 'de'],
      ["dall'3 maggio 2024", 'it'],
      ['tot 3 mei 2024', 'nl'],
      ['Due: 3 May 2024', 'en'],
    ] as const)
      expect(dateOf([drawRecord([text], { language })])).toBeNull();
  });

  it('is not a date in a sentence, which prepositions precede as well', () => {
    const sentences = [
      ['By order dated May 1, 2007 the court granted the request of the plaintiff.', 'en'],
      ['Tous seront présents sur la ligne de départ le 20 février 2020 à midi.', 'fr'],
    ] as const;
    for (const [text, language] of sentences) {
      const page = drawRecord([text, ...Array.from({ length: 60 }, () => text.replace(/\d{4}/u, 'x'))], { language });
      expect(dateOf([page])).toBeNull();
    }
    expect(dateOf([drawRecord(['V Šestajovicích dne 5. 5. 2016'], { language: 'cs' })])).toBe('2016-05-05');
  });

  it('is the one in the title, and not that of the order which the title names', () => {
    expect(dateOf([drawRecord(['Verbale interno 29/02/24', 'Ordine del giorno'], { language: 'it' })])).toBe(
      '2024-02-29',
    );
    const order = 'Rechnung gemäß Bestellung Nr. 4711 vom 01.03.2018';
    expect(dateOf([drawRecord([order, { text: '05.03.2018', x: 1400 }], { language: 'de' })])).toBe('2018-03-05');
  });

  it('is the only one on a page of few words, unless it has the label of another date', () => {
    const receipt = ['Wynn Encore', 'Table 12', { text: 'Server Ann 2024-04-03 18:22 CHK 17', y: 1900 }];
    expect(dateOf([drawRecord(receipt)])).toBe('2024-04-03');
    expect(dateOf([drawRecord([...receipt, 'Open until 2024-05-03'])])).toBeNull();
    expect(dateOf([drawRecord(['Postmarked no later than April 15, 2024'])])).toBeNull();
    const long = Array.from({ length: 50 }, () => 'The goods were delivered in good');
    expect(dateOf([drawRecord([...receipt, ...long])])).toBeNull();
  });

  it('is not the number of the document, which may be that of a month', () => {
    for (const number of ['Faktura VAT nr 3/05/2024', 'Faktura nr FV 12/05/2024', 'Nr faktury: 3/05/2024']) {
      expect(dateOf([drawRecord([number], { language: 'pl' })])).toBeNull();
      expect(dateOf([drawRecord([number, 'Warszawa, 17.05.2024'], { language: 'pl' })])).toBe('2024-05-17');
    }
    expect(dateOf([drawRecord(['Rechnung Nr. 4711 vom 03.05.2024'], { language: 'de' })])).toBe('2024-05-03');
  });

  it('is found below its column header where it ends farther to the right', () => {
    const table = [
      { text: 'Data:', x: 900, y: 300 },
      { text: '12 marzo 2024', x: 800, y: 350 },
      { text: 'Consegna:', x: 900, y: 500 },
      { text: '15 marzo 2024', x: 800, y: 550 },
    ];
    expect(dateOf([drawRecord(table, { language: 'it' })])).toBe('2024-03-12');
  });

  it('is found below its column header, and not that of the next words, in kanji numerals, which are fewer than digits', () => {
    const page = drawRecord(
      [
        { text: '発行日', x: 200, y: 200 },
        { text: '有効期限', x: 500, y: 205 },
        { text: '平成十年十月十日 東京都', x: 200, y: 260 },
      ],
      { language: 'ja' },
    );
    expect(dateOf([page])).toBe('1998-10-10');
  });

  it('is found below its column header in a table', () => {
    expect(
      dateOf([
        drawRecord(
          [
            { text: 'Factuurnummer          Factuurdatum', y: 300 },
            { text: '20240017               03-05-2024', y: 350 },
          ],
          { language: 'nl' },
        ),
      ]),
    ).toBe('2024-05-03');
  });

  it('of a contract is the one before its signatures', () => {
    const pages = [
      drawRecord(['CONTRAT', 'Durée : à compter du 1er octobre 2026'], { language: 'fr' }),
      drawRecord(['Fait à Troyes, le 7 septembre 2026'], { page: 2, language: 'fr' }),
    ];
    expect(dateOf(pages)).toBe('2026-09-07');
  });

  it.each([
    'Admission Date: 2024-10-10',
    'Start date: 2024-02-01',
    'Requested ship date: 2026-04-30',
    'Date de première mise en circulation 2022-02-28',
  ])('is not that of an admission, a start, a shipment or a registration: %s', (line) => {
    expect(dateOf([drawRecord(['John Doe', line, 'Date: 2026-10-15', ...runningText])])).toBe('2026-10-15');
    expect(dateOf([drawRecord(['John Doe', line])])).toBeNull();
  });

  it('is the one on which a statement was generated, not one of its period', () => {
    const lines = [
      'EUR Statement',
      'Generated on the 20 May 2023',
      'Account transactions from 1 February 2023 to 29 March 2023',
    ];
    expect(dateOf([drawRecord([...lines, ...runningText])])).toBe('2023-05-20');
  });

  it('is not one of the dates in the table of a statement', () => {
    expect(
      dateOf([
        drawRecord(['Fecha', '01.08.2026  Alquiler', '02.08.2026  Farmacia', '03.08.2026  Cine'], { language: 'es' }),
      ]),
    ).toBeNull();
  });

  it('has the order of numbers of the language of a later page where the first has too few words to show one', () => {
    const cover = drawRecord(['Error_418', 'Verbale 06/12/23'], { language: null });
    expect(dateOf([cover])).toBeNull();
    expect(dateOf([cover, drawRecord(['Ordine del giorno'], { page: 2, language: 'it' })])).toBe('2023-12-06');
  });

  it.each([
    ['2024-03-05', 'Springfield, IL 62704-1234'],
    ['2024-03-05', 'Portland, OR 97201'],
    ['2024-03-05', 'Call (503) 555-0143'],
    ['2024-03-05', 'Sales tax 4.50'],
    ['2024-05-03', 'GST Reg No 000306020352'],
    ['2024-05-03', 'Ocean Bakery Sdn. Bhd.'],
    ['2024-05-03', 'Total £12.00'],
    ['2024-05-03', 'London SW1A 1AA'],
    ['2024-05-03', 'Due in 30 days from 1 June 2024'],
  ])('in English has the order of the country of which the document has marks: %s with "%s"', (date, mark) => {
    expect(dateOf([drawRecord(['Invoice date: 03/05/2024', mark])])).toBe(date);
    expect(dateOf([drawRecord(['Invoice date: 03/05/2024']), drawRecord([mark], { page: 2 })])).toBe(date);
  });

  it('has no order where the marks are of countries with different ones, or are none', () => {
    for (const mark of [
      'GST 5 %, HST 13 %',
      'Toronto ON M5V 2T6',
      'Sales tax on £12.00',
      'Customer ID 97201',
      'Article LA 123456',
      'Tel. 1234 (503) 555-01432',
    ])
      expect(dateOf([drawRecord(['Invoice date: 03/05/2024', mark])]), mark).toBeNull();
    expect(dateOf([drawRecord(['Invoice date: 03/05/2024', 'Sales tax', 'Paid 25/04/2024'])])).toBe('2024-05-03');
    expect(dateOf([drawRecord(['Datum: 03/05/2024', 'Springfield, IL 62704'], { language: 'de' })])).toBe('2024-05-03');
  });

  it('is read from pages whose marks of a country were not looked for', () => {
    const before = { ...readPageDates(drawRecord(['Invoice date: 13/05/2024'])), order_marks: undefined };
    expect(documentDateOf([pageDatesSchema.parse(JSON.parse(JSON.stringify(before)))])).toBe('2024-05-13');
  });

  it('is found behind a label and a colon in columns of their own', () => {
    const row = (x: number, text: string) => ({ text, x, y: 1900 });
    const long = Array.from({ length: 50 }, () => 'The goods were delivered in good');
    expect(dateOf([drawRecord([row(200, 'Date'), row(450, ':'), row(500, '2019-01-09 8:01:11 PM'), ...long])])).toBe(
      '2019-01-09',
    );
  });

  it('is that of a claim, not that of its incident', () => {
    expect(dateOf([drawRecord(['Incident date: 2024-05-02', 'Claim date: 2024-05-03'])])).toBe('2024-05-03');
  });

  it('is the only one that a receipt repeats in a column', () => {
    const rows = ['2020-10-15 19:33', '2020-10-15 19:34', '2020-10-15 19:35'];
    expect(dateOf([drawRecord(rows.map((text, row) => ({ text, y: 1900 + 60 * row })))])).toBe('2020-10-15');
    const others = ['2020-10-15 19:33', '2020-10-16 19:34', '2020-10-17 19:35'];
    expect(dateOf([drawRecord(others.map((text, row) => ({ text, y: 1900 + 60 * row })))])).toBeNull();
  });

  it('is not the one on which a browser printed a web page', () => {
    const web = [
      { text: '2024-09-04', y: 40 },
      { text: 'Your order', x: 800, y: 40 },
      { text: 'https://shop.example/orders/4711?print=1', y: 2520 },
      { text: '1/2', x: 1700, y: 2520 },
    ];
    expect(dateOf([drawRecord([...web, { text: 'Order date: 2024-08-03', y: 400 }])])).toBe('2024-08-03');
    expect(dateOf([drawRecord([...web, { text: '2024-08-03', y: 400 }])])).toBe('2024-08-03');
    expect(dateOf([drawRecord(web)])).toBeNull();
  });

  it('of a Japanese receipt is not its two-digit year read as a day', () => {
    expect(dateOf([drawRecord(['領収書', '24/05/13'], { language: 'ja' })])).toBeNull();
    expect(dateOf([drawRecord(['領収書', 'R6/05/13'], { language: 'ja' })])).toBe('2024-05-13');
    const english = drawRecord(['Invoice date: 03/05/2024'], { page: 2, language: 'en' });
    expect(dateOf([drawRecord(['24/05/03'], { language: 'ja' }), english])).toBeNull();
  });

  it('is not the number of a section, unless it has the label of a date', () => {
    for (const heading of ['3.4.12 Überblick', '10.2.11. Scope of the test'])
      expect(dateOf([drawRecord([heading, 'Dieses Kapitel nennt die Ziele.'])])).toBeNull();
    for (const dated of ['3.4.12 Montag', '3.4.12, Ulm', '03.04.12 Ulm', '3.4.12 Rechnung'])
      expect(dateOf([drawRecord([dated], { language: 'de' })]), dated).toBe('2012-04-03');
    expect(dateOf([drawRecord(['3.4.12 Sitzung, Ulm 03.05.2024'], { language: 'de' })])).toBe('2024-05-03');
    const cells = [
      { text: 'Datum', y: 200 },
      { text: '3.4.12 Müller', x: 600, y: 200 },
    ];
    expect(dateOf([drawRecord(cells, { language: 'de' })])).toBe('2012-04-03');
  });

  it('of a Japanese page is not the number of a part, which looks like a date of an era', () => {
    for (const part of ['R5.10.1A', 'X-H28.3.4', 'R5.10.1-A', '型番 H28.3.4', '品番：R5.10.1', '部品コード: R5.10.1'])
      expect(dateOf([drawRecord(['納品書', part], { language: 'ja' })]), part).toBeNull();
    const cells = [
      { text: '型式', y: 200 },
      { text: 'H28.3.4', y: 260 },
    ];
    expect(dateOf([drawRecord(cells, { language: 'ja' })])).toBeNull();
    expect(dateOf([drawRecord(['納品書', 'R5.10.1現在'], { language: 'ja' })])).toBe('2023-10-01');
  });

  it('is null if uncertain', () => {
    expect(dateOf([drawRecord(['Invoice date: 03/05/2024'])])).toBeNull();
    expect(dateOf([drawRecord([])])).toBeNull();
    expect(dateOf([])).toBeNull();
  });
});
