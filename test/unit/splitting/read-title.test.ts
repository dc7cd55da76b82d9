import { describe, expect, it } from 'vitest';
import { cleanTitle, readTitle } from '../../../core/splitting/read-title.ts';
import { drawRecord } from '../drawing/draw-record.ts';

const body = [
  'The goods were delivered in good order to the works in Foundry Street by the carrier,',
  'who confirmed that nothing was missing and that nothing was broken on the way to them,',
  'as agreed between both parties at the beginning of the year and set down in writing.',
];

describe('The title of a first page', () => {
  it('is the largest line, not the letterhead above it', () => {
    expect(
      readTitle(
        drawRecord([
          { text: 'Harrow & Pell Ltd', size: 44 },
          'Tel. 0114 496 0142',
          { text: 'Delivery of measuring tools', size: 60, y: 500 },
          ...body,
        ]),
      ),
    ).toBe('Delivery of measuring tools');
  });

  it.each([
    'INVOICE',
    'Rechnung Nr. 4711',
    'Contrat de travail',
    'Extracto de cuenta',
    'Verbale di assemblea',
    'Pakbon',
    'Umowa najmu',
    'Zápis z jednání',
    'Zmluva o dielo',
    '請求書',
  ])('is the line that names the document type: %s', (title) => {
    expect(readTitle(drawRecord(['Mr John Doe', '18 Foundry Street', title, ...body]))).toBe(title);
  });

  it.each([
    ['Betreff: Kündigung des Mietvertrags', 'Kündigung des Mietvertrags'],
    ['Subject: Your application', 'Your application'],
    ['Objet : Mise en demeure', 'Mise en demeure'],
    ['Onderwerp: Uw aanvraag', 'Uw aanvraag'],
    ['件名:納期のご連絡', '納期のご連絡'],
  ])('is the subject of a letter: %s', (line, title) => {
    expect(readTitle(drawRecord([{ text: 'Müller & Söhne', size: 50 }, line, ...body]))).toBe(title);
  });

  it.each([
    'Monthly Billing Statement',
    'Credit Report',
    'Payment Receipt',
    'Discharge Summary',
    'Presupuesto de servicios al día 08/05/2024',
    'Electricity Bill',
    'Einkommensteuerbescheid',
    'Betriebskostenabrechnung',
    'Versicherungsschein',
    "Bon d'expédition",
    "Police d'assurance",
    'Orden de compra',
    'Póliza de seguro',
    'Cedolino paga',
    'Polizza auto',
    'Salarisspecificatie',
    'Potwierdzenie przelewu',
    'Vyúčtování služeb',
    'Výplatná páska',
    '注文請書',
    '検収書',
  ])('is the line that names a kind of business mail: %s', (title) => {
    expect(readTitle(drawRecord(['Mr John Doe', '18 Foundry Street', title, ...body]))).toBe(title);
  });

  it.each([
    'Invoice Date: 2024-06-10',
    'Statement Period Dec 18, 2024 - Jan 17, 2025',
    'Report Status : Revised',
    'Policy Number: POL123456789',
    'Order Date 3 May 2024',
    'Invoice No.: 4711',
  ])('is a heading rather than a line that states a date, a state or a number: %s', (line) => {
    expect(readTitle(drawRecord(['HEALTH INSURANCE CARD', 'Member: John Doe', line, ...body]))).toBe(
      'HEALTH INSURANCE CARD',
    );
  });

  it('is the number of an invoice that has no heading, and not its date', () => {
    const lines = [
      'Provider: Pell Ltd',
      'Website: pell.example',
      'Invoice Number: INV-2024-244',
      'Invoice Date: 2024-06-10',
    ];
    expect(readTitle(drawRecord([...lines, ...body]))).toBe('Invoice Number: INV-2024-244');
  });

  it('is not an address in an avenue, whose abbreviation has a full stop', () => {
    const lines = ['Jan Kowalski', { text: 'al. Jerozolimskie 54', size: 50 }, { text: 'Umowa', y: 400 }];
    expect(readTitle(drawRecord([...lines, ...body]))).toBe('Umowa');
  });

  it('is the kind of document that came by fax', () => {
    expect(readTitle(drawRecord(['St. Mary Hospital', 'PURCHASE ORDER — FAX TRANSMITTAL', ...body]))).toBe(
      'PURCHASE ORDER — FAX TRANSMITTAL',
    );
  });

  it('is not the name of a bank above the kind of the document', () => {
    const lines = [
      { text: 'Global Trust Bank', size: 50 },
      { text: 'STATEMENT OF ACCOUNT', y: 300 },
    ];
    expect(readTitle(drawRecord([...lines, ...body]))).toBe('STATEMENT OF ACCOUNT');
  });

  it.each(['Balance (£)', 'Balance Summary'])('is not the column or the section of a statement: %s', (text) => {
    expect(
      readTitle(drawRecord(['John Doe, Account 4711', 'here is what you asked for.', { text, y: 500 }, ...body])),
    ).not.toBe(text);
  });

  it.each([
    'Rechnung # RE-20170509/505 vom 09.05.2017',
    'Avoir AV-2017-0005',
    'Verbale 25/10/23',
    'Verbale 25.10.23',
    'Facture FA-2017-0010',
  ])('may have more digits than letters: %s', (title) => {
    expect(readTitle(drawRecord(['Theodor Est', '18 Foundry Street', title, ...body]))).toBe(title);
  });

  it.each(['Factura nº 2024-001', '1ª Reunión ordinaria', 'Acta n.º 3', 'Quittung für 45 m² Teppich'])(
    'keeps the signs that are printed in it: %s',
    (title) => {
      expect(readTitle(drawRecord(['Theodor Est', { text: title, size: 60 }, ...body]))).toBe(title);
    },
  );

  it.each(['Faktura VAT nr FV/12/2024', 'FAKTURA VAT', 'VAT invoice No. 12', 'BTW-factuur', 'Déclaration de TVA'])(
    'may name a tax, which lines with the numbers of a company name as well: %s',
    (title) => {
      const company = ['Jan Kowalski', 'VAT PL5269990009', 'Btw: NL004271920B01', 'TVA FR 69 849 213 000'];
      expect(readTitle(drawRecord([...company, { text: title, size: 50 }, ...body]))).toBe(title);
      expect(readTitle(drawRecord([{ text: `${title} www.example.org`, size: 50 }]))).toBeNull();
    },
  );

  it('may have the sign for "number" beside Cyrillic letters', () => {
    expect(readTitle(drawRecord([{ text: 'Счёт № 12', size: 60 }, ...body]))).toBe('Счёт № 12');
  });

  it.each(['Kaffee 1.234,50', 'Espresso Macchiato 59,40 Euro', 'Coffee 2.50 EUR'])(
    'is not a row with an amount: %s',
    (row) => {
      expect(readTitle(drawRecord([{ text: row, size: 60 }]))).toBeNull();
    },
  );

  it('is not the number of a form where what the form is about stands below', () => {
    const lines = [
      { text: 'Form 13614-C', size: 40 },
      { text: 'Intake, Interview and Review Sheet', size: 50, y: 300 },
      { text: 'to be filled in by the applicant', y: 600 },
    ];
    expect(readTitle(drawRecord([...lines, ...body]))).toBe('Intake, Interview and Review Sheet');
  });

  it.each(['Form 8949', 'FORM', 'Formular 12-A'])(
    'is what a form is about, also where its number stands above: %s',
    (number) => {
      const lines = [number, { text: 'Capital Gains and Losses', size: 46 }, ...body];
      expect(readTitle(drawRecord(lines))).toBe('Capital Gains and Losses');
    },
  );

  it.each(['Problem Set 6', 'Homework 4', 'FINAL EXAM', 'Tarea 4', 'Übungsblatt 3', 'Meeting minutes'])(
    'is that of an exercise or an examination, not the institution above it: %s',
    (title) => {
      expect(readTitle(drawRecord(['UNIVERSITY OF LEEDS', 'Faculty of Chemistry', title, ...body]))).toBe(title);
    },
  );

  it('is read on a cover, where nothing else is as large or as small', () => {
    expect(readTitle(drawRecord([{ text: 'Errata for the sixth edition', size: 90, y: 700 }]))).toBe(
      'Errata for the sixth edition',
    );
  });

  it('is not a watermark across the page, nor what runs up its margin', () => {
    const page = drawRecord([{ text: 'Delivery of measuring tools', size: 60, y: 500 }, ...body]);
    const turned = { entropy: 0, line: 90, block: 9 };
    const watermark = { ...turned, text: 'SPECIMEN', x1: 400, y1: 300, x2: 1200, y2: 1100 };
    const margin = { ...turned, line: 91, text: '[math.CO]', x1: 40, y1: 300, x2: 120, y2: 700 };
    expect(readTitle({ ...page, words: [watermark, margin, ...page.words] })).toBe('Delivery of measuring tools');
  });

  it('is not what OCR made of another script', () => {
    const garbage = { text: 'OUVKOIVWVIEG', size: 90 };
    expect(readTitle(drawRecord([garbage]))).toBe('OUVKOIVWVIEG');
    expect(readTitle(drawRecord([garbage], { unread_script: true }))).toBeNull();
    expect(readTitle(drawRecord([{ text: 'итч ODE; mit', size: 90 }]))).toBeNull();
  });

  it('is the next best line where a font does not tell the letters of the best', () => {
    const record = drawRecord([
      { text: 'D\ufffd\ufffdK=H K\ufffdML', size: 60 },
      { text: 'Sailing in winter', size: 44 },
      ...body,
    ]);
    expect(readTitle(record)).toBe('Sailing in winter');
    expect(readTitle(drawRecord([{ text: 'De\ufffdnitions of terms', size: 60 }, ...body]))).toBeNull();
    const letter = drawRecord(['Subject: The \ufffd\ufffdK=H', { text: 'Sailing in winter', size: 44 }, ...body]);
    expect(readTitle(letter)).toBe('Sailing in winter');
  });

  it('is the line above the salutation in a letter without a subject label', () => {
    expect(
      readTitle(
        drawRecord([
          { text: 'Lindental Haustechnik GmbH', size: 50 },
          { text: 'Verlängerung Ihres Vertrags', y: 800 },
          { text: 'Sehr geehrte Frau Böhringer,', y: 900 },
          ...body,
        ]),
      ),
    ).toBe('Verlängerung Ihres Vertrags');
  });

  it.each([
    ['far above it', { text: 'Verlängerung Ihres Vertrags', y: 560 }],
    ['further to the right', { text: 'Verlängerung Ihres Vertrags', x: 900, y: 800 }],
    ['that ends as a sentence does', { text: 'Wir danken Ihnen dafür.', y: 800 }],
    ['that is a date', { text: 'Montag, 3. Mai 2024', y: 800 }],
  ])('is not a line above the salutation %s', (_, line) => {
    const letter = [{ text: 'Lindental Haustechnik GmbH', size: 50 }, line];
    expect(readTitle(drawRecord([...letter, { text: 'Sehr geehrte Frau Böhringer,', y: 900 }, ...body]))).not.toBe(
      line.text,
    );
  });

  it('is not noise of a bad scan that has a word', () => {
    expect(readTitle(drawRecord([{ text: 'Abc =:;| /._~ |:= ~~', size: 60, y: 300 }, ...body]))).toBeNull();
  });

  it('is the heading of a page that is written downwards, where long columns are higher than it', () => {
    const column = (text: string, x: number, line: number, size = 34) => ({
      ...{ text, x1: x, y1: 200, x2: x + Math.round(0.9 * size), y2: 200 + size * text.length },
      ...{ entropy: 0, line, block: 0 },
    });
    const words = [
      column('山田商店の社員の皆様へ', 1600, 9),
      column('花だより', 1500, 0, 60),
      ...[
        '株式会社山田商店を甲といい鈴木株式会社を乙',
        'とし次のとおり契約する甲は乙に対し商品を売り',
        '渡し乙はこれを買い受ける',
      ].map((text, index) => column(text, 1400 - 60 * index, index + 1)),
    ];
    expect(readTitle(drawRecord([], { words, language: 'ja' }))).toBe('花だより');
  });

  it('may have two lines', () => {
    expect(
      readTitle(
        drawRecord([
          { text: 'Report on the condition', size: 60, y: 300 },
          { text: 'of the northern bridges', size: 60, y: 380 },
          ...body,
        ]),
      ),
    ).toBe('Report on the condition of the northern bridges');
  });

  it('may have the two lines above its largest one', () => {
    const lines = [
      { text: 'Report on the condition', size: 56, y: 300 },
      { text: 'of the northern bridges', size: 56, y: 370 },
      { text: 'and of their approaches', size: 60, y: 440 },
    ];
    expect(readTitle(drawRecord([...lines, ...body]))).toBe(
      'Report on the condition of the northern bridges and of their approaches',
    );
  });

  it('that names the kind of the document has the line below it, which says what it is about', () => {
    const minutes = [
      { text: 'MINUTES', size: 60, x: 805, y: 300 },
      { text: 'Board meeting of the northern bridges', size: 34, x: 595, y: 390 },
    ];
    expect(readTitle(drawRecord([...minutes, ...body]))).toBe('MINUTES Board meeting of the northern bridges');
  });

  it.each([
    ['Invoice number', 791],
    ['(Senator Pell)', 791],
    ['was not received', 774],
    ['Contents', 841],
    ['Harrow & Pell Ltd', 765],
    ['21-06-19/2013 RgNr', 757],
  ])('has no line below it that says nothing of what it is about: %s', (text, x) => {
    const lines = [
      { text: 'MINUTES', size: 60, x: 805, y: 300 },
      { text, size: 34, x, y: 390 },
    ];
    expect(readTitle(drawRecord([...lines, ...body]))).toBe('MINUTES');
  });

  it.each(['Clear form', 'Journal of Bridges', 'Internal Revenue Service'])(
    'is not the button, the journal or the office above it: %s',
    (text) => {
      const lines = [
        { text, size: 60, y: 200 },
        { text: 'Errata for the sixth edition', size: 50, y: 400 },
      ];
      expect(readTitle(drawRecord([...lines, ...body]))).toBe('Errata for the sixth edition');
    },
  );

  it('is null for a blank page, a page of running text and a page of numbers', () => {
    expect(readTitle(drawRecord([]))).toBeNull();
    expect(readTitle(drawRecord([...body, ...body, ...body]))).toBeNull();
    expect(readTitle(drawRecord(['12 345,00', '03.05.2024', '4711']))).toBeNull();
  });

  it('is never an address, a date, a web address or a salutation', () => {
    expect(
      readTitle(
        drawRecord([
          { text: 'www.example.org', size: 60 },
          { text: '3 May 2024', size: 60 },
          { text: 'Dear Madam', size: 60 },
          { text: 'Hauptstraße 12', size: 60 },
        ]),
      ),
    ).toBeNull();
  });
});

describe('A cleaned title', () => {
  it('has at most 80 characters and ends with a word', () => {
    const title = cleanTitle(
      'The quick brown fox jumps over the lazy dog and then over another dog that was sleeping there',
    );
    expect(title).toBe('The quick brown fox jumps over the lazy dog and then over another dog that was');
  });

  it('has no bullets, control characters and dangling punctuation', () => {
    expect(cleanTitle('• Annual\u0007 report – ')).toBe('Annual report');
    expect(cleanTitle('Annual report ✩†')).toBe('Annual report');
    expect(cleanTitle('I N V O I C E')).toBe('INVOICE');
    expect(cleanTitle('Prüfungs\u00adbericht')).toBe('Prüfungsbericht');
    expect(cleanTitle('گزارش می\u200cشود')).toBe('گزارش می\u200cشود');
    expect(cleanTitle('FACTURE N°')).toBe('FACTURE');
    expect(cleanTitle('***')).toBeNull();
  });

  it('is cleaned in linear time', () => {
    // A quadratic pattern would exceed the time limit of the test runner.
    expect(cleanTitle(`Report ${'.'.repeat(300_000)} a`)).toBe(`Report ${'.'.repeat(73)}`);
  });
});
