import type { SampleDocument, Sheet } from '../drawing/sheet.ts';

const LEFT = 54;
const RIGHT = 541;

const ROWS = [
  ['TB-040', 'Tulpenbollen Avondrood, zak van 50', '12', '12'],
  ['TB-041', 'Tulpenbollen Zeewit, zak van 50', '8', '8'],
  ['NC-112', 'Narcissen Goudlokje, zak van 25', '20', '18'],
  ['KR-007', 'Krokussen gemengd, zak van 100', '15', '15'],
  ['HY-203', 'Hyacinten Delfts blauw, doos van 15', '6', '6'],
  ['SN-001', 'Sneeuwklokjes, zak van 100', '10', '10'],
] as const;

function onlyPage(sheet: Sheet): void {
  sheet.text(LEFT, 66, 'Kwekerij De Lage Duin B.V.', { size: 14, weight: 'bold' });
  sheet.lines(LEFT, 82, ['Zandlaan 31, 2191 KP De Zilk', 'Telefoon 0252 555 019'], { size: 9, grey: 0.3 });
  sheet.text(RIGHT, 70, 'PAKBON', { size: 26, weight: 'bold', align: 'right' });
  sheet.lines(LEFT, 140, ['Afleveradres:', 'Tuincentrum ’t Groene Hart', 'Dorpsweg 208', '3481 BM Harmelen']);
  const facts = [
    ['Pakbonnummer', 'P-260913'],
    ['Ordernummer', '44-7302'],
    ['Klantnummer', 'TC0815'],
    ['Datum', '10 september 2026'],
    ['Vervoerder', 'Van Vliet Transport'],
  ] as const;
  for (const [index, [label, value]] of facts.entries()) {
    sheet.text(340, 140 + index * 15, label, { size: 9.5, grey: 0.3 });
    sheet.text(430, 140 + index * 15, value, { size: 9.5 });
  }
  const y = sheet.table(
    256,
    [
      { head: 'Artikel', x: LEFT + 6 },
      { head: 'Omschrijving', x: 130 },
      { head: 'Besteld', x: 450, align: 'right' },
      { head: 'Geleverd', x: RIGHT - 6, align: 'right' },
    ],
    ROWS,
    { left: LEFT, right: RIGHT, leading: 24, size: 10 },
  );
  sheet.paragraph(
    LEFT,
    y + 24,
    480,
    'De twee ontbrekende zakken narcissen leveren wij kosteloos na in week 39. Controleer de zending bij ontvangst; klachten kunnen wij alleen binnen acht dagen in behandeling nemen.',
    { size: 10 },
  );
  sheet.text(LEFT, y + 110, 'In goede orde ontvangen:', { size: 10 });
  sheet.signature(LEFT + 150, y + 108, 12);
  sheet.rule(LEFT + 130, y + 116, LEFT + 330, 0.5);
  sheet.text(
    LEFT,
    800,
    'KvK 00000000 · Op al onze leveringen zijn de handelsvoorwaarden van de bloembollenhandel van toepassing.',
    { size: 7.5, grey: 0.4 },
  );
}

export const dutchDeliveryNote: SampleDocument = { title: 'PAKBON', face: 'sans', pages: [onlyPage] };
