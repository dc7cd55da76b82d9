import type { SampleDocument, Sheet } from '../drawing/sheet.ts';

const LEFT = 71;
const RIGHT = 540;

function onlyPage(sheet: Sheet): void {
  sheet.text(RIGHT, 62, 'Lindental Haustechnik GmbH', { size: 17, weight: 'bold', align: 'right' });
  sheet.text(RIGHT, 78, 'Heizung · Lüftung · Sanitär', { size: 9, align: 'right', grey: 0.35 });
  sheet.text(LEFT, 138, 'Lindental Haustechnik GmbH · Ahornweg 12 · 72070 Tübingen', { size: 7, grey: 0.3 });
  sheet.rule(LEFT, 141, 272, 0.3);
  sheet.lines(LEFT, 158, ['Frau', 'Dr. Katharina Böhringer', 'Mühlgasse 4', '72108 Rottenburg am Neckar'], {
    size: 10.5,
  });
  const facts = [
    ['Ihr Zeichen', 'KB/26'],
    ['Unser Zeichen', 'WV-20417'],
    ['Kundennummer', '58 1093'],
    ['Telefon', '07071 5550-18'],
    ['Datum', '3. August 2026'],
  ] as const;
  for (const [index, [label, value]] of facts.entries()) {
    sheet.text(385, 158 + index * 14, `${label}:`, { size: 9 });
    sheet.text(468, 158 + index * 14, value, { size: 9 });
  }
  sheet.text(LEFT, 282, 'Verlängerung Ihres Wartungsvertrags Nr. WV-20417', { size: 11.5, weight: 'bold' });
  sheet.text(LEFT, 314, 'Sehr geehrte Frau Dr. Böhringer,', { size: 11 });
  let y = 338;
  for (const paragraph of [
    'seit sechs Jahren betreuen wir die Gas-Brennwertanlage in Ihrem Haus in der Mühlgasse. Am 30. September 2026 endet die Laufzeit des Wartungsvertrags, den Sie mit uns geschlossen haben. Für Ihr Vertrauen in dieser Zeit danken wir Ihnen herzlich.',
    'Gern setzen wir die Betreuung fort. Der Vertrag verlängert sich um weitere zwei Jahre, wenn Sie ihm nicht bis zum 31. August 2026 schriftlich widersprechen. Der Jahresbeitrag beträgt ab dem 1. Oktober 2026 unverändert 189,00 Euro einschließlich der gesetzlichen Umsatzsteuer. Darin enthalten sind eine Wartung im Jahr, die Messung der Abgaswerte sowie die Anfahrt.',
    'Neu ist, dass unser Notdienst auch an Sonn- und Feiertagen ohne Aufschlag für Sie da ist. Verschleißteile berechnen wir wie bisher nach Aufwand; vor jeder Reparatur, die mehr als 150,00 Euro kostet, holen wir Ihr Einverständnis ein.',
    'Den Termin für die nächste Wartung schlagen wir für Dienstag, den 13. Oktober 2026, zwischen 8 und 10 Uhr vor. Sollte Ihnen dieser Tag nicht passen, rufen Sie uns bitte an; Frau Stegmaier findet einen anderen.',
    'Für Fragen stehen wir Ihnen jederzeit gern zur Verfügung.',
  ]) {
    y = sheet.paragraph(LEFT, y, RIGHT - LEFT, paragraph, { size: 11, leading: 15.2 }) + 9;
  }
  sheet.text(LEFT, y + 8, 'Mit freundlichen Grüßen', { size: 11 });
  sheet.signature(LEFT + 8, y + 42, 3);
  sheet.lines(LEFT, y + 66, ['Matthias Eberle', 'Leiter Kundendienst'], { size: 11 });
  sheet.rule(LEFT, 770, RIGHT, 0.4);
  sheet.lines(
    LEFT,
    782,
    ['Geschäftsführer: Jörg Lindental', 'Amtsgericht Stuttgart HRB 000417', 'USt-IdNr. DE812340006'],
    { size: 7, grey: 0.3 },
  );
  sheet.lines(300, 782, ['Neckarbank Tübingen', 'IBAN DE70 9991 2345 0532 0130 00', 'BIC NECKDE00TUE'], {
    size: 7,
    grey: 0.3,
  });
}

export const germanLetter: SampleDocument = {
  title: 'Verlängerung Ihres Wartungsvertrags Nr. WV-20417',
  face: 'serif',
  pages: [onlyPage],
};
