import type { SampleDocument, Sheet } from '../drawing/sheet.ts';

const LEFT = 68;
const WIDTH = 460;

type Point = readonly [heading: string, text: string, decision: string];

const FIRST: readonly Point[] = [
  [
    '1. Zahájení',
    'Předsedkyně výboru paní Jitka Dvořáková zahájila schůzi v 18.00 hodin, přivítala přítomné a konstatovala, že výbor je usnášeníschopný. Program schůze byl schválen bez připomínek.',
    'Pro: 5, proti: 0, zdržel se: 0.',
  ],
  [
    '2. Kontrola minulého zápisu',
    'Úkoly z červnové schůze byly splněny s výjimkou opravy osvětlení ve sklepě domu č. 14. Elektrikář přislíbil práci dokončit do konce září.',
    'Výbor bere zprávu na vědomí.',
  ],
  [
    '3. Výměna oken ve společných prostorách',
    'Pan Tomáš Říha předložil tři nabídky. Nejvýhodnější podala firma Okna Šťastný s cenou 318 400 Kč včetně DPH a zárukou deset let. Proběhla diskuse o barvě rámů a o termínu prací.',
    'Výbor pověřuje předsedkyni podpisem smlouvy s firmou Okna Šťastný. Pro: 4, proti: 1.',
  ],
];
const SECOND: readonly Point[] = [
  [
    '4. Hospodaření za první pololetí',
    'Pokladník pan Věroslav Kučera seznámil výbor s čerpáním rozpočtu. Fond oprav činí 1 274 615 Kč, dluhy členů klesly na 21 300 Kč. Účet: IBAN CZ77 9999 0000 1920 0014 5399.',
    'Výbor bere zprávu na vědomí.',
  ],
  [
    '5. Různé',
    'Členové upozornili na poškozený plot u dětského hřiště. Úklid chodeb zajistí od října nová firma. Příští schůze se koná ve čtvrtek 8. října 2026 v 18.00 hodin tamtéž.',
    'Oprava plotu: zajistí pan Říha do 30. září 2026.',
  ],
];

function points(sheet: Sheet, from: number, list: readonly Point[]): number {
  let y = from;
  for (const [heading, text, decision] of list) {
    sheet.text(LEFT, y, heading, { size: 12, weight: 'bold' });
    y = sheet.paragraph(LEFT, y + 20, WIDTH, text, { size: 11, leading: 16 });
    y =
      sheet.paragraph(LEFT + 18, y + 6, WIDTH - 18, `Usnesení: ${decision}`, {
        size: 11,
        leading: 16,
        weight: 'italic',
      }) + 18;
  }
  return y;
}

const footer = (sheet: Sheet, page: number): void => {
  sheet.text(sheet.width / 2, 800, `Strana ${page} (celkem 2)`, { size: 9, align: 'center', grey: 0.3 });
};

function firstPage(sheet: Sheet): void {
  sheet.text(LEFT, 66, 'Bytové družstvo Pod Kaštany, Olomouc', { size: 10, grey: 0.3 });
  sheet.rule(LEFT, 74, LEFT + WIDTH, 0.5);
  sheet.text(LEFT, 116, 'Zápis ze schůze výboru družstva', { size: 20, weight: 'bold' });
  sheet.lines(
    LEFT,
    146,
    [
      'Datum jednání: 27. srpna 2026',
      'Místo: společenská místnost, Kaštanová 14',
      'Přítomni: J. Dvořáková, T. Říha, V. Kučera, M. Žáčková, P. Němec',
      'Omluveni: Z. Ďurišová',
      'Zapsala: Markéta Žáčková',
    ],
    { size: 11, leading: 17 },
  );
  points(sheet, 262, FIRST);
  footer(sheet, 1);
}

function secondPage(sheet: Sheet): void {
  const y = points(sheet, 76, SECOND);
  sheet.text(LEFT, y + 10, 'Schůze skončila ve 20.15 hodin.', { size: 11 });
  for (const [index, [role, name]] of (
    [
      ['Zapsala', 'Markéta Žáčková'],
      ['Ověřila', 'Jitka Dvořáková'],
    ] as const
  ).entries()) {
    const x = LEFT + index * 240;
    sheet.text(x, y + 62, `${role}:`, { size: 11 });
    sheet.signature(x + 20, y + 100, 2 + index * 5);
    sheet.rule(x, y + 112, x + 170, 0.5);
    sheet.text(x, y + 128, name, { size: 11 });
  }
  footer(sheet, 2);
}

export const czechMinutes: SampleDocument = {
  title: 'Zápis ze schůze výboru družstva',
  face: 'european',
  pages: [firstPage, secondPage],
};
