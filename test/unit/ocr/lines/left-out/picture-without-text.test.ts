import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../../model-container/random.ts';
import { isPictureWithoutText } from '../../../../../core/ocr/lines/left-out/picture-without-text.ts';
import type { LineReading } from '../../../../../core/ocr/lines/read-lines.ts';
import { recognisePage } from '../../../../../core/ocr/pages/recognise-page.ts';
import type { PageSource } from '../../../../../core/ocr/pages/page-source.ts';
import type { RasterImage } from '../../../../../core/ocr/raster-image.ts';
import { blur, drawScan } from '../../draw-scan.ts';

/** Side of the photograph in pixels. */
const SIDE = 380;

/** Noise of equal squares, blurred. @returns the difference to the mean grey, by place in the photograph */
function noise(radius: number, gain: number): (at: number) => number {
  const random = seededRandom(radius);
  const data = Uint8Array.from({ length: SIDE * SIDE }, () => 256 * random.next());
  const smooth = blur(blur({ width: SIDE, height: SIDE, channels: 1, data }, radius), radius).data;
  return (at) => gain * ((smooth[at] ?? 0) - 127.5);
}

/** Pebbles: light and dark blobs of two sizes on a ground that gets darker from top to bottom. */
function withPebbles(page: RasterImage): RasterImage {
  const [small, large] = [noise(3, 5), noise(12, 9)];
  const data = page.data.slice();
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    const grey = 200 - (120 * y) / SIDE + small(at) + large(at);
    data[(y + 60) * page.width + x + 60] = Math.max(0, Math.min(255, grey));
  }
  return { ...page, data };
}

const photograph = (): Promise<PageSource> => drawScan(() => undefined, { finest: 150, change: withPebbles });

describe('A photograph in which nothing is read as text', () => {
  it('has no words, and all its ink is unread', { tags: 'slow' }, async () => {
    const page = await recognisePage(await photograph(), { languages: ['en'] });
    expect(page.words).toEqual([]);
    expect(page).toMatchObject({ language: null, text_source: 'none', unreadInk: 1 });
  });

  it('keeps its words if a sheet of paper was found in it: it is a document', { tags: 'slow' }, async () => {
    const source: PageSource = { ...(await photograph()), paper: [0.1, 0.1, 0.9, 0.9] };
    const page = await recognisePage(source, { languages: ['en'] });
    expect(page.words.length).toBeGreaterThan(10);
  });
});

/** A line of one word. */
const lineOf = (text: string, confidence: number): LineReading => {
  const box = { left: 0, top: 100, right: 100, bottom: 120 };
  const word = { text, confidence, x1: 0, y1: 100, x2: 100, y2: 120, entropy: 0, line: 0, block: 0 };
  return { segment: { rotation: 0, box, words: [box], line: 0, block: 0 }, words: [word] };
};

const times = (count: number, line: LineReading): LineReading[] => Array.from({ length: count }, () => line);

const TEXTURE = ['i', '—', 'Yo', 'ee', '|'];
/** Lines as they are found in texture. */
const texture = (count: number): LineReading[] =>
  Array.from({ length: count }, (_, at) => lineOf(TEXTURE[at % TEXTURE.length] ?? '', 30));

describe('Lines of one or two letters that were hardly read', () => {
  it('are a picture', () => {
    expect(isPictureWithoutText(texture(40))).toBe(true);
  });

  it.each([
    ['a number beside them is read: they are a drawing with its measures', [...texture(40), lineOf('120', 90)]],
    ['they are few: they may be a note', texture(12)],
    ['others are longer: they may be written by hand', [...texture(40), ...times(20, lineOf('wntl en hy harol', 30))]],
    ['they are surely read: they may be a puzzle', times(40, lineOf('7', 90))],
  ])('are none where %s', (_, lines: readonly LineReading[]) => {
    expect(isPictureWithoutText(lines)).toBe(false);
  });
});
