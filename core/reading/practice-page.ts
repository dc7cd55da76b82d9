/** A PDF of one page of plain text, for engines to practise on: what they run often enough is compiled well. */

const LINES = 16;
const WORDS = 'when all engines have read some pages of plain text they run twice as fast as on the very first one 0123456789'.split(' ');

const lineOf = (line: number): string => WORDS.map((_, at) => WORDS[(at * 7 + line * 3) % WORDS.length] ?? '').join(' ').slice(0, 80);

/** Half a page of Helvetica, 11 points. */
export function drawPracticePage(): string {
  const text = Array.from({ length: LINES }, (_, line) => `(${lineOf(line)}) Tj T*`).join('\n');
  const content = `BT /F1 11 Tf 15 TL 56 380 Td\n${text}\nET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 421]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
}
