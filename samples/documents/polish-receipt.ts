import type { SampleDocument, Sheet } from '../drawing/sheet.ts';

const WIDTH = 227;
const ITEMS = [
  ['Chleb żytni 500 g', '2 × 6,49', '12,98 C'],
  ['Masło śmietankowe 82%', '1 × 7,99', '7,99 C'],
  ['Jajka z wolnego wybiegu 10 szt.', '1 × 13,50', '13,50 C'],
  ['Ser żółty Gołdapski 0,312 kg', '0,312 × 39,90', '12,45 C'],
  ['Jabłka Ligol 1,240 kg', '1,240 × 3,99', '4,95 C'],
  ['Pomidory gałązka 0,655 kg', '0,655 × 9,90', '6,48 C'],
  ['Kawa mielona 250 g', '1 × 18,99', '18,99 A'],
  ['Płyn do naczyń cytryna 1 l', '1 × 8,79', '8,79 A'],
  ['Torba papierowa', '1 × 0,99', '0,99 A'],
] as const;

function onlyPage(sheet: Sheet): void {
  const middle = WIDTH / 2;
  sheet.text(middle, 34, 'Sklep „Pod Jaworem”', { size: 13, weight: 'bold', align: 'center' });
  sheet.lines(middle, 50, ['Jaworowy Ryneczek Sp. z o.o.', 'ul. Źródlana 8, 31-589 Kraków', 'NIP: 526-999-00-09'], {
    size: 8.5,
    align: 'center',
  });
  sheet.rule(14, 88, WIDTH - 14);
  sheet.text(middle, 106, 'PARAGON FISKALNY', { size: 12, weight: 'bold', align: 'center' });
  sheet.text(14, 122, '2026-09-18  17:42', { size: 8.5 });
  sheet.text(WIDTH - 14, 122, 'nr paragonu: 004512', { size: 8.5, align: 'right' });
  let y = 144;
  for (const [name, count, sum] of ITEMS) {
    sheet.text(14, y, name, { size: 9 });
    sheet.text(26, y + 11, count, { size: 8.5, grey: 0.25 });
    sheet.text(WIDTH - 14, y + 11, sum, { size: 9, align: 'right' });
    y += 25;
  }
  sheet.rule(14, y - 4, WIDTH - 14);
  for (const [label, value] of [
    ['Sprzedaż opodatk. A', '28,77'],
    ['PTU A 23%', '5,38'],
    ['Sprzedaż opodatk. C', '58,35'],
    ['PTU C 5%', '2,78'],
    ['Suma PTU', '8,16'],
  ] as const) {
    sheet.text(14, y + 10, label, { size: 8.5 });
    sheet.text(WIDTH - 14, y + 10, value, { size: 8.5, align: 'right' });
    y += 12;
  }
  sheet.text(14, y + 22, 'SUMA PLN', { size: 13, weight: 'bold' });
  sheet.text(WIDTH - 14, y + 22, '87,12', { size: 13, weight: 'bold', align: 'right' });
  sheet.rule(14, y + 32, WIDTH - 14);
  sheet.lines(14, y + 48, ['Płatność: karta', 'Kasa 02   Kasjer: Zośka', 'Numer transakcji 7719 0342'], { size: 8.5 });
  sheet.lines(middle, y + 104, ['Dziękujemy za zakupy.', 'Zapraszamy ponownie!'], {
    size: 9,
    align: 'center',
    weight: 'italic',
  });
}

export const polishReceipt: SampleDocument = {
  title: 'PARAGON FISKALNY',
  face: 'european',
  size: [WIDTH, 560],
  pages: [onlyPage],
};
