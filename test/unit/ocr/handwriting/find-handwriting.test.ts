import { describe, expect, it } from 'vitest';
import { findHandwriting } from '../../../../core/ocr/handwriting/find-handwriting.ts';
import type { Scorer } from '../../../../core/ocr/handwriting/network/piece-scorer.ts';
import { dpiByPrint } from '../../../../core/ocr/lines/print-size.ts';
import type { LineReading } from '../../../../core/ocr/lines/read-lines.ts';
import type { PageImage } from '../../../../core/ocr/pages/page-image.ts';
import { readPageLines } from '../../../../core/ocr/pages/read-page-lines.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import { blur, drawScan, withLines } from '../draw-scan.ts';

const [WIDTH, HEIGHT] = [600, 1000];
const page: PageImage = {
  image: { width: WIDTH, height: HEIGHT, channels: 1, data: new Uint8Array(WIDTH * HEIGHT).fill(255) },
  dpi: 100,
};

/** Log-odds of a line of one word, by the shapes of its ink and also by its picture. */
interface Line {
  readonly byShapes: number;
  readonly byPicture?: number;
}

/** Finds the handwriting of lines that are too far from each other to support each other, and returns their indices. */
function find(lines: readonly Line[]): number[] {
  const readings = lines.map((_, index): LineReading => {
    const box = { left: 50, top: 10 + 90 * index, right: 400, bottom: 30 + 90 * index };
    return { segment: { rotation: 0, box, words: [box], line: index, block: 0 }, words: [] };
  });
  const of = (line: LineReading) => lines[readings.indexOf(line)];
  const scorer: Scorer = {
    byShapes: ({ line }) => of(line)?.byShapes ?? Number.NaN,
    byPicture: ({ line }) => {
      const score = of(line)?.byPicture;
      if (score === undefined) throw new Error('The network is asked of a line that needs none.');
      return score;
    },
  };
  return findHandwriting(page, readings, scorer).map(({ line }) => readings.indexOf(line));
}

/** Print as of a till: thin, with rough edges. */
function broken(image: RasterImage): RasterImage {
  const random = seededRandom(1);
  const data = blur(image, 1).data.map((grey) => (grey + 80 * (random.next() - 0.5) < 90 ? 0 : 255));
  return { ...image, data };
}

const MUCH = [12, 12, 12, 12].map((byShapes) => ({ byShapes, byPicture: byShapes }));

describe('handwriting of a page', () => {
  it('is none, and the network is not asked, where the shapes of the ink leave no doubt that all is print', () => {
    expect(find([{ byShapes: -8 }, { byShapes: -3 }])).toEqual([]);
  });

  it('is not what only looks written by the shapes of its ink, as broken print of tills does', () => {
    expect(find([{ byShapes: -8 }, { byShapes: 4, byPicture: -6 }])).toEqual([]);
  });

  it('is what the network finds among print', () => {
    const lines = [
      { byShapes: -8, byPicture: -9 },
      { byShapes: -1, byPicture: 4 },
    ];
    expect(find(lines)).toEqual([1]);
  });

  it('is also what the network finds where there is much of it', () => {
    expect(find([...MUCH, { byShapes: -8, byPicture: -9 }, { byShapes: -1, byPicture: 4 }])).toEqual([0, 1, 2, 3, 5]);
  });

  it('is not broken print whose lines look written by the shapes of their ink, and printed by their picture', () => {
    expect(find(MUCH.map(({ byShapes }) => ({ byShapes, byPicture: -3 })))).toEqual([]);
  });

  it('is what only the shapes of the ink show, where they show a whole page of it', () => {
    expect(find(Array.from({ length: 10 }, () => ({ byShapes: 12 })))).toHaveLength(10);
  });

  it('is not taken away by the network where there is much of it: it takes some hands for print throughout', () => {
    expect(find([...MUCH, { byShapes: 3, byPicture: -9 }])).toEqual([0, 1, 2, 3, 4]);
  });

  it(
    'is not broken print that a wrong resolution makes a centimetre high, once the resolution is that of its print',
    { tags: 'slow' },
    async () => {
      const lines = [
        'The delivery will arrive at your office on Monday morning',
        'Please return the signed form together with the invoice',
        'All prices include the statutory value added tax of this year',
      ];
      const read = await readPageLines(await drawScan(withLines(lines, { size: 12 }), { change: broken }), {
        languages: ['en'],
      });
      if (read === null) throw new Error('The page has ink.');
      const stated = read.page.dpi / 4;
      expect(findHandwriting({ ...read.page, dpi: stated }, read.lines)).not.toEqual([]);
      expect(findHandwriting({ ...read.page, dpi: dpiByPrint(stated, read.lines) }, read.lines)).toEqual([]);
    },
  );
});
