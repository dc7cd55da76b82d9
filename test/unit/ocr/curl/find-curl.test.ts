import { describe, expect, it } from 'vitest';
import { unflatten } from '../../../../core/ocr/curl/curl.ts';
import { findCurl } from '../../../../core/ocr/curl/find-curl.ts';
import { transpose } from '../../../../core/ocr/layout/ink-mask.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import { A4_MASK, drawLines, maskOf } from './draw-lines.ts';

const LEVEL = [{ sideways: false, skew: 0 }] as const;

/** The page of a book: its lines fall steeply to the gutter at the left, at the top down and at the bottom up. */
const gutter = (x: number, y: number): number => (Math.exp(-x / 120) - 0.3) * 60 * (0.5 - y / A4_MASK.height);
const arch = (x: number): number => 12 * Math.cos((Math.PI * x) / A4_MASK.width);

describe('The curl of a page', () => {
  it.each([
    ['of a book', gutter],
    ['whose lines all rise alike', arch],
  ])('%s is found: where the flat page has a line, the picture has it', (_, bend) => {
    const curl = findCurl(drawLines({ bend }), LEVEL);
    if (curl === undefined) throw new Error('no curl was found');
    const seenAt = unflatten(curl, A4_MASK);
    for (const line of [130, 438, 746]) {
      const heights = [60, 150, 310, 470, 560].map((x) => {
        // The line is that of the picture at the middle of the page.
        const level = seenAt(310, line).y - bend(310, line);
        return seenAt(x, line).y - bend(x, level) - level;
      });
      for (const height of heights) expect(Math.abs(height)).toBeLessThan(1.2);
    }
  });

  it('is that of the lines which run from top to bottom', () => {
    const curl = findCurl(transpose(drawLines({ bend: arch })), [{ sideways: true, skew: 0 }, ...LEVEL]);
    expect(curl?.sideways).toBe(true);
    const seen = unflatten(curl ?? { sideways: false, skew: 0, bends: [] }, { width: 877, height: 620 });
    const upright = findCurl(drawLines({ bend: arch }), LEVEL);
    const across = unflatten(upright ?? { sideways: false, skew: 0, bends: [] }, A4_MASK)(100, 300);
    expect(seen(300, 100)).toEqual({ x: across.y, y: across.x });
  });

  it('contains the skew of the lines in the mean', () => {
    const descent = Math.tan((3 * Math.PI) / 180);
    const mask = drawLines({ bend: (x, y) => gutter(x, y) + descent * (x - A4_MASK.width / 2) });
    const curl = findCurl(mask, [{ sideways: false, skew: 3 }]);
    expect(curl?.skew).toBe(3);
    const seenAt = unflatten(curl ?? { sideways: false, skew: 0, bends: [] }, A4_MASK);
    const [left, right] = [seenAt(420, 438), seenAt(560, 438)];
    expect((right.y - left.y) / (right.x - left.x)).toBeCloseTo(descent, 1.5);
  });
});

describe('A page that is flat', () => {
  it.each([8, 14, 30])('with lines every %i mask pixels has no curl', (pitch) => {
    expect(findCurl(drawLines({ bend: () => 0, pitch }), LEVEL)).toBeUndefined();
  });

  it('and a little askew has none', () => {
    expect(findCurl(drawLines({ bend: (x) => 0.004 * x }), LEVEL)).toBeUndefined();
  });

  it('with lines that wave each in its own way has none', () => {
    const mask = drawLines({ bend: (x, y) => 3 * Math.sin(x / 40 + y * y) });
    expect(findCurl(mask, LEVEL)).toBeUndefined();
  });
});

describe('Pages that are no text', () => {
  const random = seededRandom(5);
  const title = 'of %i × %i mask pixels have no curl, whether blank, black or noise';
  const haveNoCurl = (width: number, height: number): void => {
    const size = width * height;
    const noise = new Uint8Array(size);
    for (let at = 0; at < size; at += 1) noise[at] = Number(random.chance(0.3));
    for (const ink of [new Uint8Array(size), new Uint8Array(size).fill(1), noise])
      expect(findCurl(maskOf(ink, width, height), [...LEVEL, { sideways: true, skew: -15 }])).toBeUndefined();
  };
  it.each([
    [1, 1],
    [1, 5000],
    [5000, 1],
    [620, 877],
  ])(title, haveNoCurl);
  it.each([[2500, 3500]])(title, { tags: 'slow' }, haveNoCurl);
});
