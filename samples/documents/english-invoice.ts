import type { SampleDocument, Sheet } from '../drawing/sheet.ts';

const LEFT = 52;
const RIGHT = 543;

const ITEMS: readonly (readonly [string, string, number, number])[] = [
  ['HP-2110', 'Digital caliper 150 mm, stainless', 4, 38.5],
  ['HP-2114', 'Digital caliper 300 mm, stainless', 2, 71.0],
  ['HP-3302', 'Micrometer 0-25 mm with certificate', 6, 54.2],
  ['HP-3304', 'Micrometer 25-50 mm with certificate', 6, 59.9],
  ['HP-4010', 'Dial gauge, 10 mm travel', 8, 27.4],
  ['HP-4015', 'Magnetic stand for dial gauge', 8, 31.15],
  ['HP-5120', 'Gauge block set, 47 pieces, grade 1', 1, 318.0],
  ['HP-5200', 'Granite surface plate 400 x 250 mm', 1, 182.5],
  ['HP-6001', 'Feeler gauge set, 20 blades', 10, 9.8],
  ['HP-6008', 'Thread pitch gauge, metric', 10, 11.25],
  ['HP-7200', 'Bore gauge 35-60 mm', 2, 96.0],
  ['HP-7205', 'Bore gauge 50-160 mm', 2, 118.0],
  ['HP-8001', 'Steel rule 300 mm, flexible', 25, 3.4],
  ['HP-8002', 'Steel rule 600 mm, flexible', 25, 6.1],
  ['HP-8110', 'Engineer square 150 mm, DIN 875/1', 5, 34.8],
  ['HP-8300', 'Bevel protractor with vernier', 3, 62.7],
  ['HP-9001', 'Cleaning and preservation kit', 4, 14.5],
  ['HP-9010', 'Wooden case, felt lined, small', 6, 18.9],
  ['HP-9011', 'Wooden case, felt lined, large', 2, 27.6],
  ['HP-9500', 'Calibration to UKAS procedure, per item', 14, 22.0],
  ['HP-9510', 'Express handling of calibration', 1, 45.0],
  ['HP-9900', 'Carriage, insured, next working day', 1, 26.5],
];

const money = (value: number): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const COLUMNS = [
  { head: 'Item', x: LEFT + 6 },
  { head: 'Description', x: 120 },
  { head: 'Qty', x: 390, align: 'right' },
  { head: 'Unit price', x: 462, align: 'right' },
  { head: 'Amount GBP', x: RIGHT - 6, align: 'right' },
] as const;
const rowOf = ([item, description, count, price]: (typeof ITEMS)[number]): string[] => [
  item,
  description,
  String(count),
  money(price),
  money(count * price),
];

function letterhead(sheet: Sheet): void {
  sheet.mark(LEFT, 40, 34);
  sheet.text(LEFT + 44, 56, 'Harrow & Pell Instruments Ltd', { size: 13, weight: 'bold' });
  sheet.text(LEFT + 44, 70, 'Precision measuring tools since 1954', { size: 8.5, weight: 'italic', grey: 0.35 });
  sheet.lines(
    RIGHT,
    48,
    ['Unit 7, Kestrel Way', 'Sheffield S9 1XP', 'Tel. 0114 496 0142', 'accounts@harrowpell.example'],
    { size: 8, align: 'right', grey: 0.3 },
  );
}

function footer(sheet: Sheet, page: number): void {
  sheet.rule(LEFT, 792, RIGHT, 0.4);
  sheet.text(LEFT, 804, 'Registered in England No. 00531874 · VAT No. GB 731 4520 65', { size: 7.5, grey: 0.35 });
  sheet.text(RIGHT, 804, `Page ${page} of 2`, { size: 7.5, align: 'right', grey: 0.35 });
}

const details = [
  ['Invoice no.', 'INV-2026-00418'],
  ['Invoice date', '14 September 2026'],
  ['Order no.', 'PO-88213'],
  ['Customer no.', '104-5529'],
  ['Payment due', '14 October 2026'],
] as const;

function firstPage(sheet: Sheet): void {
  letterhead(sheet);
  sheet.lines(LEFT, 140, ['Bramley Gearworks', 'Attn. Purchase Ledger', '18 Foundry Street', 'Leeds LS11 9TB']);
  sheet.text(LEFT, 250, 'INVOICE', { size: 24, weight: 'bold' });
  for (const [index, [label, value]] of details.entries()) {
    sheet.text(360, 140 + index * 15, label, { size: 9, grey: 0.3 });
    sheet.text(440, 140 + index * 15, value, { size: 9, weight: index === 0 ? 'bold' : 'regular' });
  }
  sheet.paragraph(
    LEFT,
    278,
    480,
    'Goods delivered on 11 September 2026 with delivery note 77120 to your works in Foundry Street. Thank you for your order.',
    { size: 9.5 },
  );
  sheet.table(325, COLUMNS, ITEMS.slice(0, 18).map(rowOf), { left: LEFT, right: RIGHT, leading: 22 });
  sheet.text(RIGHT - 6, 770, 'carried over to page 2', { size: 8.5, weight: 'italic', align: 'right' });
  footer(sheet, 1);
}

function secondPage(sheet: Sheet): void {
  letterhead(sheet);
  sheet.text(LEFT, 112, 'Invoice INV-2026-00418, continued', { size: 9.5, grey: 0.3 });
  const end = sheet.table(140, COLUMNS, ITEMS.slice(18).map(rowOf), { left: LEFT, right: RIGHT, leading: 22 });
  const net = ITEMS.reduce((sum, [, , count, price]) => sum + count * price, 0);
  const vat = Math.round(net * 20) / 100;
  const sums = [
    ['Net total', net],
    ['VAT 20 %', vat],
    ['Total to pay', net + vat],
  ] as const;
  for (const [index, [label, value]] of sums.entries()) {
    const style = { size: 10, weight: index === 2 ? ('bold' as const) : ('regular' as const) };
    sheet.text(390, end + 16 + index * 18, label, style);
    sheet.text(RIGHT - 6, end + 16 + index * 18, money(value), { ...style, align: 'right' });
  }
  sheet.rule(386, end + 40, RIGHT, 0.8);
  const y = sheet.paragraph(
    LEFT,
    end + 110,
    480,
    'Payment within 30 days without deduction. Please quote the invoice number with your payment. We charge interest under the Late Payment of Commercial Debts (Interest) Act 1998 on overdue sums.',
    { size: 9.5 },
  );
  sheet.lines(
    LEFT,
    y + 14,
    ['Bank: Harbour & Provincial Bank, Sheffield', 'IBAN: GB33 HARP 6016 1331 9268 19', 'BIC: HARPGB2S'],
    { size: 9.5 },
  );
  sheet.text(LEFT, y + 90, 'Title to the goods remains with the seller until they are paid in full.', {
    size: 8.5,
    weight: 'italic',
  });
  footer(sheet, 2);
}

export const englishInvoice: SampleDocument = { title: 'INVOICE', face: 'sans', pages: [firstPage, secondPage] };
