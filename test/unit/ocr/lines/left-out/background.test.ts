import { describe, expect, it } from 'vitest';
import type { PageInk } from '../../../../../core/ocr/layout/ink-mask.ts';
import { showsBackground, withoutBackground } from '../../../../../core/ocr/lines/left-out/background.ts';
import type { LineReading } from '../../../../../core/ocr/lines/read-lines.ts';
import type { SheetOutline } from '../../../../../core/ocr/pages/page-source.ts';
import { recognisePage } from '../../../../../core/ocr/pages/recognise-page.ts';
import { drawScan } from '../../draw-scan.ts';
import { lineOfWords } from '../line-of-words.ts';

/** A photograph of 1000 × 1000 pixels, whose left half is paper, with a mask of a quarter of its resolution. */
const [SIDE, SCALE] = [1000, 4];
const [PAPER, TABLE] = [230, 110];
/** The left half, and the upper part of it. */
const SHEET: SheetOutline = [0, 0, 0.5, 0, 0.5, 1, 0, 1];
const PART_OF_SHEET: SheetOutline = [0, 0, 0.5, 0, 0.5, 0.3, 0, 0.3];

const photograph = (table = TABLE): PageInk => {
  const side = SIDE / SCALE;
  const paper = Uint8Array.from({ length: side * side }, (_, at) => (at % side < side / 2 ? PAPER : table));
  const none = new Uint8Array(paper.length);
  return { width: side, height: side, scale: SCALE, paper, ink: none, dark: none, inkPixels: 0 };
};

const lineAt = lineOfWords({ width: 15, height: 12, step: 20 });

const PRINT = Array.from({ length: 10 }, (_, at) => lineAt(100, 50 + 90 * at, ['Total', 'Betrag', 'Datum'], 95));
const GRAIN = Array.from({ length: 10 }, (_, at) => lineAt(700, 60 + 90 * at, ['WN', 'il', 'Hf'], 40));

/** The texts that stay of lines on a page that shows a background. */
function staying(lines: readonly LineReading[], sheets: readonly SheetOutline[], ink = photograph()) {
  const found = withoutBackground({ lines, unconvincing: [] }, ink, sheets);
  return { texts: textsOf(found.lines), found };
}

const textsOf = (lines: readonly LineReading[]) => lines.map(({ words }) => words.map(({ text }) => text).join(' '));

describe('The words of a photograph', () => {
  it('are those on its sheet, without the grain of the table around it', () => {
    expect(staying([...PRINT, ...GRAIN], [SHEET]).texts).toEqual(textsOf(PRINT));
  });

  it('are those of a line that lie on the sheet, where grain continues it', () => {
    const across = lineAt(460, 20, ['EUR', 'l', 'Wi', 'lN'], 60);
    const { texts, found } = staying([across, ...PRINT, ...GRAIN], [SHEET]);
    expect(texts).toEqual(['EUR l', ...textsOf(PRINT)]);
    expect(found.lines[0]?.segment.words).toHaveLength(2);
  });

  it('are also what was read well beside the sheet, such as a name on a pen', () => {
    const name = lineAt(700, 30, ['Caran', "d'Ache"], 90);
    expect(staying([name, ...PRINT, ...GRAIN], [SHEET]).texts).toContain("Caran d'Ache");
  });

  it('are all where no sheet is found', () => {
    expect(staying([...PRINT, ...GRAIN], []).texts).toHaveLength(20);
  });

  it('are all where much print lies beside the sheets: one of them was missed', () => {
    const other = [lineAt(700, 30, ['Rechnung', 'Summe'], 90), ...GRAIN];
    expect(staying([...PRINT, ...other], [SHEET]).texts).toHaveLength(21);
  });

  it('are also those beside the sheet that stand on ground as bright as it: that is the rest of the sheet', () => {
    const note = lineAt(100, 980, ['mfG', 'Ali'], 30);
    const read = [...PRINT.slice(0, 3), note, ...GRAIN];
    expect(staying(read, [PART_OF_SHEET]).texts).toEqual(textsOf([...PRINT.slice(0, 3), note]));
  });

  it('show a background where many were read poorly on dark ground; those of a scan, and of print in a dark field, do not', () => {
    const shows = (lines: readonly LineReading[], ink: PageInk) => showsBackground({ lines, unconvincing: [] }, ink);
    expect(shows([...PRINT, ...GRAIN], photograph())).toBe(true);
    expect(shows([...PRINT, ...GRAIN], photograph(PAPER))).toBe(false);
    expect(shows([...PRINT, ...GRAIN.slice(0, 4)], photograph())).toBe(false);
  });

  it(
    'are fewer beside the sheet when a photograph is recognised, and its print is the same',
    { tags: 'slow' },
    async () => {
      const scan = await drawScan(
        (sheet) => {
          sheet.area(0, 0, 595, 842, TABLE);
          sheet.area(40, 40, 400, 200, 255);
          sheet.text('Please return the signed form together with the invoice', 60, 100, { size: 12 });
          for (let at = 0; at < 6; at += 1)
            sheet.hand('mrnhnm tmnrhm ionnmr hrnlm nnmrih dmnrhn', 60, 330 + 50 * at, 18);
        },
        { finest: 150 },
      );
      const outline = [40 / 595, 40 / 842, 440 / 595, 40 / 842, 440 / 595, 240 / 842, 40 / 595, 240 / 842];
      const read = async (sheets: readonly SheetOutline[]) => {
        const source = { ...scan, findSheets: () => Promise.resolve(sheets) };
        const { words, height } = await recognisePage(source, { languages: ['en'] });
        const [on, beside] = [
          words.filter(({ y2 }) => y2 < height * 0.3),
          words.filter(({ y2 }) => y2 >= height * 0.3),
        ];
        return { on: on.map(({ text }) => text).join(' '), beside: beside.length };
      };
      const [all, onSheet] = [await read([]), await read([outline])];
      expect(all.on).toContain('Please return the signed form together with the invoice');
      expect(onSheet.on).toBe('Please return the signed form together with the invoice');
      expect(onSheet.beside).toBeLessThan(all.beside / 2);
    },
  );
});
