/** Documents that consist of a table: statements, payslips, invoices, orders, delivery notes, receipts. */
import type { Random } from '../../../random.ts';
import type { Layout } from '../layout.ts';
import {
  digits,
  drawCents,
  iban,
  later,
  paragraph,
  personName,
  phrase,
  sentence,
  shortText,
  writeAmount,
  writeDate,
} from '../prose.ts';
import type { TableColumn } from '../table.ts';
import { letterFacts, recipientOf } from './letters.ts';
import type { Kind, Writing } from './writing.ts';

/** Columns of these relative widths, the last `numbers` of them right-aligned. */
function columnsOf(weights: readonly number[], numbers: number): TableColumn[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight, at) => ({
    share: weight / whole,
    align: at >= weights.length - numbers ? 'right' : 'left',
  }));
}

function writeStatement(writing: Writing): void {
  const { page, language, template, random, title, layout, date, serial, topic } = writing;
  const [opening, balance, carried, brought] = [
    phrase(language, 'opening', template),
    phrase(language, 'balance', template),
    phrase(language, 'carried', template),
    phrase(language, 'brought', template),
  ];
  const labels = [
    phrase(language, 'date', template),
    phrase(language, 'item', template),
    phrase(language, 'amount', template),
    balance,
  ];
  const account = template.chance(0.5) ? iban(language, template) : iban(language, random);
  const style = {
    address: template.chance(0.7),
    running: template.chance(0.5),
    legal: template.chance(0.5),
    numbered: template.chance(0.6),
  };
  const legal = paragraph(language, template, 2 + template.below(3));
  if (style.address) page.addressAndFacts(recipientOf(writing), letterFacts(writing));
  page.title(style.numbered ? `${title} ${serial + 1}` : title);
  page.pair('IBAN', account);
  let sum = drawCents(random, 900_000);
  page.pair(
    `${opening} ${writeDate(date, layout.dateFormat, language)}`,
    `${writeAmount(sum, language)} ${layout.currency}`,
  );
  const count = 3 + Math.floor(random.next() ** 1.7 * 130);
  let day = date;
  const sums: string[] = [];
  const rows = Array.from({ length: count }, () => {
    day = later(day, random.below(3));
    const cents = drawCents(random) * (random.chance(0.7) ? -1 : 1);
    sum += cents;
    sums.push(writeAmount(sum, language));
    return [
      writeDate(day, layout.dateFormat, language),
      shortText(language, random, 5, topic),
      writeAmount(cents, language),
      ...(style.running ? [writeAmount(sum, language)] : []),
    ];
  });
  const total = (label: string, rowsDone: number): string[] =>
    style.running ? ['', label, '', sums[rowsDone - 1] ?? ''] : ['', label, sums[rowsDone - 1] ?? ''];
  page.table({
    columns: style.running ? columnsOf([2, 5, 2, 2], 2) : columnsOf([2, 6, 2], 1),
    head: style.running ? labels : labels.slice(0, 3),
    rows,
    ...(layout.table.carries
      ? { carried: (done) => total(carried, done), brought: (done) => total(brought, done) }
      : {}),
  });
  page.pair(
    `${balance} ${writeDate(day, layout.dateFormat, language)}`,
    `${writeAmount(sum, language)} ${layout.currency}`,
  );
  if (style.legal) page.text(legal, { scale: 0.8, gap: 1.5 });
}

function writePayslip(writing: Writing): void {
  const { page, language, template, random, title, date, layout, serial } = writing;
  const same = template.chance(0.5);
  const [person, number] = same
    ? [personName(language, template), digits(template, 5)]
    : [personName(language, random), digits(random, 5)];
  const labels = Array.from({ length: 8 + template.below(14) }, (_, at) =>
    phrase(language, at < 3 ? 'gross' : at % 2 === 0 ? 'deduction' : 'insurance', template),
  );
  const extra = Array.from({ length: template.below(9) }, () => shortText(language, template, 2));
  const notes = template.chance(0.4) ? paragraph(language, template, 2) : '';
  const [employee, net, item, amount] = [
    phrase(language, 'employee', template),
    phrase(language, 'net', template),
    phrase(language, 'item', template),
    phrase(language, 'amount', template),
  ];
  const month = same ? later({ ...date, day: 1 }, 28 * serial) : date;
  page.title(`${title} ${language.months[month.month - 1] ?? ''} ${month.year}`);
  page.pair(employee, `${number} ${person}`);
  for (const label of extra) page.pair(label, random.chance(0.5) ? digits(random, 4) : shortText(language, random, 1));
  const cents = labels.map(() => drawCents(random, 300_000));
  page.table({
    columns: columnsOf([1, 5, 2, 2], 2),
    head: ['', item, '', amount],
    rows: labels.map((label, at) => [
      digits(template, 3),
      label,
      random.chance(0.5) ? digits(random, 2) : '',
      writeAmount(cents[at] ?? 0, language),
    ]),
  });
  page.space(1);
  page.pair(
    net,
    `${writeAmount(
      cents.slice(0, 3).reduce((sum, value) => sum + value, 0),
      language,
    )} ${layout.currency}`,
  );
  page.pair('IBAN', iban(language, same ? template : random));
  if (random.chance(0.15)) {
    page.newPage();
    page.table({
      columns: columnsOf([4, 2, 2], 2),
      head: [item, '', amount],
      rows: labels.map((label) => [label, '', writeAmount(drawCents(random, 3_000_000), language)]),
    });
  }
  if (notes !== '') page.text(notes, { scale: 0.85, gap: 2 });
}

/** Invoices, orders and delivery notes. @param priced  whether the document has prices and totals */
const writeTrade =
  (priced: boolean) =>
  (writing: Writing): void => {
    const { page, language, template, random, title, reference, layout, topic } = writing;
    const style = {
      number: template.chance(0.8),
      quantity: template.chance(0.8),
      positions: template.chance(0.5),
      intro: template.chance(0.4),
      outro: template.chance(0.7),
      vat: template.chance(0.8),
      terms: template.chance(0.25),
      codes: template.chance(0.4),
    };
    const labels = {
      quantity: phrase(language, 'quantity', template),
      item: phrase(language, 'item', template),
      price: phrase(language, 'price', template),
      amount: phrase(language, 'amount', template),
      subtotal: phrase(language, 'subtotal', template),
      vat: phrase(language, 'vat', template),
      total: phrase(language, 'total', template),
      thanks: phrase(language, 'thanks', template),
      carried: phrase(language, 'carried', template),
      brought: phrase(language, 'brought', template),
      sign: phrase(language, 'signature', template),
    };
    const terms = paragraph(language, template, 14 + template.below(25));
    const intro = sentence(language, template);
    page.addressAndFacts(recipientOf(writing), letterFacts(writing));
    page.title(style.number ? `${title} ${reference}` : title);
    if (style.intro) page.text(intro);
    const rows: string[][] = [];
    const sums: number[] = [];
    let sum = 0;
    for (let at = 1 + Math.floor(random.next() ** 2.2 * 70); at > 0; at -= 1) {
      const [pieces, price] = [1 + random.below(12), drawCents(random, 80_000)];
      sum += pieces * price;
      sums.push(sum);
      const name = `${style.codes ? `${digits(random, 6)} ` : ''}${shortText(language, random, 5, topic)}`;
      rows.push([
        ...(style.positions ? [String(rows.length + 1)] : []),
        ...(style.quantity ? [String(pieces)] : []),
        name,
        ...(priced ? [writeAmount(price, language), writeAmount(pieces * price, language)] : []),
      ]);
    }
    const columns = columnsOf(
      [...(style.positions ? [0.7] : []), ...(style.quantity ? [1] : []), 5, ...(priced ? [1.5, 1.7] : [])],
      priced ? 2 : 0,
    );
    const carry = (label: string, done: number) =>
      columns.map((_, at) =>
        at === columns.length - 1 ? writeAmount(sums[done - 1] ?? 0, language) : at === columns.length - 3 ? label : '',
      );
    page.table({
      columns,
      rows,
      head: [
        ...(style.positions ? [''] : []),
        ...(style.quantity ? [labels.quantity] : []),
        labels.item,
        ...(priced ? [labels.price, labels.amount] : []),
      ],
      ...(priced && layout.table.carries
        ? { carried: (done) => carry(labels.carried, done), brought: (done) => carry(labels.brought, done) }
        : {}),
    });
    if (priced) {
      page.keep(4);
      page.space(0.5);
      const tax = Math.round(sum * 0.2);
      const lines: [string, number][] = style.vat
        ? [
            [labels.subtotal, sum],
            [`${labels.vat} 20 %`, tax],
            [labels.total, sum + tax],
          ]
        : [[labels.total, sum]];
      for (const [label, value] of lines)
        page.text(`${label} ${writeAmount(value, language)} ${layout.currency}`, {
          scale: 1,
          align: 'right',
          gap: 0.1,
          bold: label === labels.total,
        });
    }
    if (style.outro)
      page.text(`${labels.thanks}${random.chance(0.5) ? `. ${sentence(language, random, 6, 14, topic)}` : ''}`, {
        scale: 1,
        gap: 1.5,
      });
    if (!priced && random.chance(0.6)) page.signatures([labels.sign], random.chance(0.5));
    if (style.terms) {
      page.newPage();
      page.text(terms, { scale: 0.75 });
    }
  };

/** A till receipt on a narrow paper roll. */
function writeReceipt(writing: Writing): void {
  const { page, language, template, random, title, layout, dateText } = writing;
  const [total, thanks] = [phrase(language, 'total', template), phrase(language, 'thanks', template)];
  page.lines(layout.letterhead.lines.slice(0, 4), { align: 'centre' });
  page.text(title, { scale: 1.2, align: 'centre', gap: 1 });
  page.text(`${dateText} ${String(8 + random.below(12)).padStart(2, '0')}:${digits(random, 2)}`, {
    scale: 1,
    align: 'centre',
  });
  let sum = 0;
  page.table({
    columns: columnsOf([3, 1], 1),
    head: [],
    rows: Array.from({ length: 1 + random.below(14) }, () => {
      const cents = drawCents(random, 5000);
      sum += cents;
      return [shortText(language, random, 2), writeAmount(cents, language)];
    }),
  });
  page.text(`${total} ${writeAmount(sum, language)} ${layout.currency}`, { scale: 1.1, align: 'right', bold: true });
  page.text(thanks, { scale: 1, align: 'centre', gap: 2 });
}

const asRoll = (layout: Layout, template: Random): Layout => ({
  ...layout,
  width: 560 + template.below(200),
  height: 1000 + template.below(900),
  size: 24 + 8 * template.next(),
  columns: 1,
  margin: { left: 30, right: 30, top: 40, bottom: 30 },
  face: { ...layout.face, mono: template.chance(0.6) },
  letterhead: { ...layout.letterhead, on: 'none' },
  foot: { ...layout.foot, on: 'none' },
  numbers: { ...layout.numbers, on: 'none' },
  runningHead: { ...layout.runningHead, on: 'none' },
  table: { ...layout.table, rules: 'none', shaded: false },
});
const oneColumn = (layout: Layout): Layout => ({ ...layout, columns: 1 });

export const TABLE_KINDS: readonly Kind[] = [
  { name: 'statement', weight: 2, title: 'statement', adapt: oneColumn, write: writeStatement },
  { name: 'payslip', weight: 2, title: 'payslip', adapt: oneColumn, write: writePayslip },
  { name: 'invoice', weight: 2, title: 'invoice', adapt: oneColumn, write: writeTrade(true) },
  { name: 'order', weight: 1, title: 'order', adapt: oneColumn, write: writeTrade(true) },
  { name: 'delivery', weight: 1, title: 'delivery', adapt: oneColumn, write: writeTrade(false) },
  { name: 'reminder', weight: 0.5, title: 'reminder', adapt: oneColumn, write: writeTrade(true) },
  { name: 'receipt', weight: 0.7, title: 'receipt', adapt: asRoll, write: writeReceipt },
];
