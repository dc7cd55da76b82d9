import type { SampleDocument, Sheet } from '../drawing/sheet.ts';

const LEFT = 56;
const RIGHT = 539;

/** Draws a labelled form field with its answer. */
function field(sheet: Sheet, x: number, y: number, width: number, label: string, answer: string): void {
  sheet.text(x, y - 4, label, { size: 7.5, grey: 0.3 });
  sheet.box(x, y, width, 22);
  sheet.text(x + 6, y + 15, answer, { size: 11 });
}

function choice(sheet: Sheet, x: number, y: number, label: string, chosen: boolean): void {
  sheet.box(x, y - 9, 10, 10);
  if (chosen) sheet.text(x + 1.8, y - 0.6, 'X', { size: 9.5, weight: 'bold' });
  sheet.text(x + 16, y, label);
}

function onlyPage(sheet: Sheet): void {
  sheet.mark(LEFT, 42, 40, 0.4);
  sheet.text(LEFT + 52, 58, 'Comune di Borgo San Fedele', { size: 13, weight: 'bold' });
  sheet.text(LEFT + 52, 74, 'Ufficio Cultura e Istruzione · Piazza del Popolo 1, 52010 Borgo San Fedele (AR)', {
    size: 8.5,
    grey: 0.3,
  });
  sheet.rule(LEFT, 94, RIGHT, 1);
  sheet.text(sheet.width / 2, 128, 'Modulo di iscrizione alla scuola di musica', {
    size: 17,
    weight: 'bold',
    align: 'center',
  });
  sheet.text(sheet.width / 2, 146, 'Anno scolastico 2026/2027', { size: 11, align: 'center' });
  sheet.text(LEFT, 186, '1. Dati dell’allievo', { size: 11.5, weight: 'bold' });
  field(sheet, LEFT, 206, 236, 'Cognome', 'Castellani');
  field(sheet, 303, 206, 236, 'Nome', 'Bianca');
  field(sheet, LEFT, 248, 150, 'Data di nascita', '12/04/2015');
  field(sheet, 217, 248, 322, 'Luogo di nascita', 'Arezzo');
  field(sheet, LEFT, 290, 483, 'Indirizzo', 'Via delle Fornaci 19, 52010 Borgo San Fedele');
  sheet.text(LEFT, 344, '2. Dati del genitore o di chi ne fa le veci', { size: 11.5, weight: 'bold' });
  field(sheet, LEFT, 364, 236, 'Cognome e nome', 'Castellani Riccardo');
  field(sheet, 303, 364, 236, 'Telefono', '0575 000 482');
  field(sheet, LEFT, 406, 483, 'Posta elettronica', 'r.castellani@posta.example');
  sheet.text(LEFT, 460, '3. Corso scelto', { size: 11.5, weight: 'bold' });
  for (const [index, [label, chosen]] of (
    [
      ['Pianoforte', false],
      ['Violino', true],
      ['Chitarra', false],
      ['Flauto traverso', false],
      ['Canto corale', true],
      ['Percussioni', false],
    ] as const
  ).entries()) {
    choice(sheet, LEFT + (index % 3) * 165, 484 + Math.floor(index / 3) * 22, label, chosen);
  }
  sheet.text(LEFT, 550, '4. Dichiarazioni', { size: 11.5, weight: 'bold' });
  const y = sheet.paragraph(
    LEFT,
    570,
    483,
    'Il sottoscritto chiede l’iscrizione dell’allievo ai corsi indicati, dichiara di conoscere il regolamento della scuola e si impegna a versare la quota annuale di 240,00 euro in due rate, la prima entro il 31 ottobre 2026, sul conto del Comune: IBAN IT60 X054 2811 1010 0000 0123 456.',
    { size: 10.5, leading: 15 },
  );
  choice(
    sheet,
    LEFT,
    y + 16,
    'Acconsento al trattamento dei dati personali ai sensi del Regolamento (UE) 2016/679.',
    true,
  );
  choice(sheet, LEFT, y + 38, 'Autorizzo le riprese fotografiche durante i saggi.', false);
  sheet.text(LEFT, 722, 'Borgo San Fedele, 5 settembre 2026', { size: 10.5 });
  sheet.text(360, 722, 'Firma', { size: 8, grey: 0.3 });
  sheet.signature(372, 742, 9);
  sheet.rule(360, 750, RIGHT, 0.6);
  sheet.text(LEFT, 800, 'Mod. CUL-07 · da consegnare entro il 15 settembre', { size: 7.5, grey: 0.4 });
}

export const italianForm: SampleDocument = {
  title: 'Modulo di iscrizione alla scuola di musica',
  face: 'sans',
  pages: [onlyPage],
};
