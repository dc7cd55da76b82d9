import { describe, expect, it } from 'vitest';
import { findIbans } from '../../../core/results/extractions/iban.ts';
import { readIdentifiers } from '../../../core/results/extractions/read-identifiers.ts';
import { findVatIds } from '../../../core/results/extractions/vat-id.ts';
import { drawRecord } from '../drawing/draw-record.ts';

const found = (...lines: Parameters<typeof drawRecord>[0][number][]) =>
  readIdentifiers(drawRecord(lines)).map(({ type, value }) => `${type} ${value}`);

describe('an IBAN', () => {
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'GB82WEST12345698765432',
    'FR14 2004 1010 0505 0001 3M02 606',
    'NL91 ABNA 0417 1643 00',
    'LY83 002 048000020100120361',
  ])('is found with valid check digits: %s', (iban) => {
    expect(findIbans(`IBAN: ${iban} BIC X`).map(({ value }) => value)).toEqual([iban.replaceAll(' ', '')]);
  });

  it.each([
    'DE88 3704 0044 0532 0130 00',
    'DE89 3704 0044 0532 0130',
    'XX89 3704 0044 0532 0130 00',
    'DE89370400440532013000123',
  ])('is rejected with wrong check digits, length or country: %s', (iban) => {
    expect(findIbans(iban)).toEqual([]);
  });

  it('is found if only the national check digits inside are wrong, as in specimens', () => {
    const [found] = findIbans('FR62 9994 1010 0505 0001 3M02 606');
    expect(found?.value).toBe('FR6299941010050500013M02606');
  });

  it('is rejected if a letter is in the place of a digit, or if the check digits are outside 02 to 98', () => {
    expect(findIbans('DE05 3704 0044 0532 0130 0A')).toEqual([]);
    expect(findIbans('DE01 3704 0044 0532 0000 34')).toEqual([]);
  });
});

describe('a number with spaces', () => {
  it.each([
    ['Faktura nr FV 1/2021', 'invoice_number FV 1/2021'],
    ['Invoice No: INV 2024/113', 'invoice_number INV 2024/113'],
    ['Invoice No. 2024 / 0815', 'invoice_number 2024 / 0815'],
    ['Aktenzeichen: 3 O 123/19', 'reference_number 3 O 123/19'],
    ['Az.: 12 C 345/20', 'reference_number 12 C 345/20'],
    ['Case No. C 03-4121-MWB', 'reference_number C 03-4121-MWB'],
  ])('is read as a whole: "%s"', (text, identifier) => {
    expect(found(text)).toEqual([identifier]);
  });

  it('ends before a date', () => {
    expect(found('Invoice No. 4711 03/05/2024')).toEqual(['invoice_number 4711']);
    expect(found('Invoice No. 94165608 / 30.08.2018')).toEqual(['invoice_number 94165608']);
  });
});

describe('a VAT id', () => {
  it.each([
    ['USt-IdNr. DE 136 695 976', 'DE136695976'],
    ['NIP: 526-999-00-09', 'PL5269990009'],
    ['P.IVA 08712340002', 'IT08712340002'],
    ['TVA FR 69 849 213 000', 'FR69849213000'],
    ['VAT No. GB 731 4520 65', 'GB731452065'],
    ['NL004271920B01', 'NL004271920B01'],
  ])('is found in "%s"', (text, value) => {
    expect(findVatIds(text).map((id) => id.value)).toEqual([value]);
  });

  it.each(['DE 136 695 977', 'NIP: 526-999-00-08', 'CZ77', 'PL 526', 'SEITE 12345'])('is not found in "%s"', (text) => {
    expect(findVatIds(text)).toEqual([]);
  });
});

describe('a number with a label', () => {
  it.each([
    ['Invoice no. INV-2026-00418', 'invoice_number INV-2026-00418'],
    ['Rechnungsnummer: RE-4711', 'invoice_number RE-4711'],
    ['Facture n° 2026/113', 'invoice_number 2026/113'],
    ['Nº de factura: F-2031', 'invoice_number F-2031'],
    ['Factura n.º 2024-15', 'invoice_number 2024-15'],
    ['N.º de pedido: 4711-A', 'order_number 4711-A'],
    ['Núm. factura: 2024-15', 'invoice_number 2024-15'],
    ['Invoice № 4711', 'invoice_number 4711'],
    ['Numero fattura: 118/A', 'invoice_number 118/A'],
    ['Factuurnummer 98559514', 'invoice_number 98559514'],
    ['Faktura VAT nr FV/12/2026', 'invoice_number FV/12/2026'],
    ['Faktura VAT nr 3/05/2024', 'invoice_number 3/05/2024'],
    ['Nr faktury: FV 12/05/2024', 'invoice_number FV 12/05/2024'],
    ['Faktura č. 2600123', 'invoice_number 2600123'],
    ['請求書番号:INV-0042', 'invoice_number INV-0042'],
    ['ご注文番号：250-1234567', 'order_number 250-1234567'],
    ['Rechnungs-Nummer: 4711', 'invoice_number 4711'],
    ['Kunden-Nummer 58 1093', 'customer_number 58 1093'],
    ['Bestell-Nr. 88213', 'order_number 88213'],
    ['Purchase order no: PO-88213', 'order_number PO-88213'],
    ['Kundennummer: 58 1093', 'customer_number 58 1093'],
    ['Nr umowy: U-77/2026', 'contract_number U-77/2026'],
    ['Our ref: KB/26', 'reference_number KB/26'],
    ['Lieferschein-Nr. 77120', 'delivery_note_number 77120'],
    ['nr paragonu: 004512', 'receipt_number 004512'],
    ['CASH INV NO: CS00011829', 'invoice_number CS00011829'],
    ['INV#: 4711', 'invoice_number 4711'],
    ['ORD #17 -REG #18', 'order_number 17'],
    ['DOCUMENT NO : TD01167104', 'reference_number TD01167104'],
    ['Doc. No. 18-0421', 'reference_number 18-0421'],
    ['SLIP NO. : 0000000014', 'receipt_number 0000000014'],
    ['Trans # 005512', 'receipt_number 005512'],
    ['Bill: 28544', 'invoice_number 28544'],
    ['INV:R000721136', 'invoice_number R000721136'],
  ])('is read from "%s"', (line, expected) => {
    expect(found(line)).toEqual([expected]);
  });

  it.each([
    'Invoice date 14.09.2026',
    'Invoice No. 03/05/2024',
    'Order total 38.50',
    'Please refer to our invoice',
    'Order: 17 coffees',
    'Bill: 28.50',
    'Receipt: 12:30',
    'Invoice: paid',
    'The customer number is missing',
    'nr',
  ])('is not read from "%s"', (line) => {
    expect(found(line)).toEqual([]);
  });

  it('is found behind a capital letter whose lower case has two characters', () => {
    expect(found('İSTANBUL Invoice No. 4711')).toEqual(['invoice_number 4711']);
  });

  it('is found in the cell below its label', () => {
    expect(found({ text: 'Invoice number    Date', y: 300 }, { text: 'INV-7            3 May 2024', y: 350 })).toEqual([
      'invoice_number INV-7',
    ]);
  });

  it('is found in the next column, behind a colon', () => {
    const row = (x: number, text: string) => ({ text, x, y: 300 });
    expect(found(row(200, 'DOC NO.'), row(500, ': CS00004040'))).toEqual(['reference_number CS00004040']);
    expect(found(row(200, 'BILL NO'), row(450, ':'), row(500, '01-36870'))).toEqual(['invoice_number 01-36870']);
  });

  it('is found at the other end of a line that has its label and nothing else', () => {
    const gap = ' '.repeat(60);
    expect(found(`Tax invoice number:${gap}SGIN25-500997`)).toEqual(['invoice_number SGIN25-500997']);
    expect(found(`Tax invoice number${gap}4711`, `Tax invoice number:${gap}4711 pieces`)).toEqual([]);
  });

  it('is found behind a ring after N that was recognised as quotation marks', () => {
    expect(found('N” DE FACTURA ES-001')).toEqual(['invoice_number ES-001']);
  });

  it('is not the number of a house in the cell below its label', () => {
    const cells = [
      { text: 'No. Invoice:', x: 200, y: 300 },
      { text: '123 Anywhere Street', x: 800, y: 300 },
    ];
    expect(found(...cells)).toEqual([]);
  });

  it('has the box of its words', () => {
    const [identifier] = readIdentifiers(
      drawRecord([{ text: 'Invoice no. INV-7', x: 100, y: 500, size: 40 }], { page: 3 }),
    );
    expect(identifier).toEqual({
      type: 'invoice_number',
      value: 'INV-7',
      page: 3,
      bbox: { x1: 340, y1: 500, x2: 440, y2: 529 },
    });
  });

  it('is searched in linear time, even in malicious texts', () => {
    const hostile = [
      'invoice '.repeat(4000),
      'n° de '.repeat(4000),
      `DE${'1 '.repeat(20_000)}`,
      'AA00'.repeat(8000),
      'rechnung'.repeat(5000),
      '1-'.repeat(20_000),
    ];
    expect(hostile.flatMap((text) => found(text))).not.toContain('vat_id');
  });
});
