import { describe, expect, it } from 'vitest';
import { withoutOrnaments } from '../../../../../core/ocr/lines/left-out/ornaments.ts';
import type { LineReading } from '../../../../../core/ocr/lines/read-lines.ts';
import { recognisePage } from '../../../../../core/ocr/pages/recognise-page.ts';
import type { RasterImage } from '../../../../../core/ocr/raster-image.ts';
import { drawScan, withLines } from '../../draw-scan.ts';
import { lineOfWords } from '../line-of-words.ts';

/** A page of 600 × 800 pixels with a frame of crossing strokes that is 100 pixels wide. */
const [WIDTH, HEIGHT, FRAME] = [600, 800, 100];

const isInFrame = (x: number, y: number, width: number, height: number, frame: number): boolean =>
  x < frame || y < frame || x >= width - frame || y >= height - frame;
const isStroke = (x: number, y: number): boolean => (x + y) % 16 < 4 || (x - y + 16_000) % 16 < 4;

const page: RasterImage = {
  width: WIDTH,
  height: HEIGHT,
  channels: 1,
  data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    return isInFrame(x, y, WIDTH, HEIGHT, FRAME) && isStroke(x, y) ? 40 : 245;
  }),
};

const lineAt = lineOfWords({ width: 40, height: 20, step: 50 });

const PARTS = Array.from({ length: 20 }, (_, at) => lineAt(20, 20 + 35 * at, ['WN'], 20));
/** What is read poorly inside the frame, as handwriting is. */
const WRITING = Array.from({ length: 4 }, (_, at) => lineAt(150, 150 + 40 * at, ['lun', 'Wir'], 20));

const PRINT = lineAt(150, 400, ['This', 'course', 'was', 'completed', 'with', 'success'], 95);

const textsOf = (lines: readonly LineReading[]) => lines.map(({ words }) => words.map(({ text }) => text).join(' '));
const staying = (lines: readonly LineReading[]) =>
  textsOf(withoutOrnaments({ lines: [...lines, PRINT], unconvincing: [] }, page).lines.slice(0, -1));

describe('The words of a page with an ornamental frame', () => {
  it('are those inside it, also where they were read poorly', () => {
    expect(staying([...PARTS, ...WRITING])).toEqual(textsOf(WRITING));
  });

  it('are also what was read well in it', () => {
    expect(staying([lineAt(20, 5, ['Diploma'], 70), ...PARTS])).toEqual(['Diploma']);
  });

  it('are also what was read poorly in it beside print of the same line, as on a patterned ground', () => {
    const line = lineAt(20, 5, ['Course', 'Matbematics', 'iii'], 80);
    const words = line.words.map((word, at) => (at === 0 ? word : { ...word, confidence: 10 }));
    expect(staying([{ ...line, words }, ...PARTS])).toEqual(['Course Matbematics']);
  });

  it('are what was read where few of the poor words are parts of it', () => {
    const lines = [...PARTS.slice(0, 3), ...Array.from({ length: 3 }, () => WRITING).flat()];
    expect(staying(lines)).toEqual(textsOf(lines));
  });

  it('are what was read where no print is legible: faint writing may go on beyond its boxes', () => {
    expect(withoutOrnaments({ lines: PARTS, unconvincing: [] }, page).lines).toEqual(PARTS);
  });

  it('are what was read where few words were read poorly', () => {
    expect(staying(PARTS.slice(0, 10))).toHaveLength(10);
  });
});

describe('A drawn certificate', () => {
  /** A frame of a twelfth of the width, of bent rings. */
  const framed = (image: RasterImage): RasterImage => {
    const { width, height } = image;
    const [frame, scale] = [width / 12, width / 1240];
    const data = image.data.map((grey, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      return isInFrame(x, y, width, height, frame) && isRing(x / scale, y / scale) ? 60 : grey;
    });
    return { ...image, data };
  };
  const isRing = (x: number, y: number): boolean => {
    const height = Math.abs(Math.sin(x / 9 + 3 * Math.sin(y / 23)) * Math.cos(y / 11 + 2 * Math.sin(x / 31)));
    return height > 0.25 && height < 0.5;
  };

  it('has a third of the handwriting that its frame seems to be, and all of its print', { tags: 'slow' }, async () => {
    const lines = ['Certificate of Attendance', 'The course was completed in the month of March', 'with great success'];
    const source = await drawScan(withLines(lines, { size: 16, step: 60, top: 200 }), { change: framed });
    const { words } = await recognisePage(source, { languages: ['en'] });
    // 128 with the frame.
    expect(words.filter(({ kind }) => kind === 'handwritten').length).toBeLessThan(60);
    expect(words.map(({ text }) => text).join(' ')).toContain('The course was completed in the month of March');
  });
});
