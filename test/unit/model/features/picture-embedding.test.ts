import { describe, expect, it } from 'vitest';
import { correlation, onWhitePaper, pictureCells } from '../../../../model-container/features/pages/page-picture.ts';
import { embedPicture } from '../../../../model-container/features/pages/picture-embedding.ts';

/** A white thumbnail with dark rectangles, in shares of its width and height. */
function draw(width: number, height: number, ...dark: readonly (readonly [number, number, number, number])[]) {
  const grey = Buffer.alloc(width * height, 255);
  for (const [left, top, right, bottom] of dark)
    for (let y = Math.round(top * height); y < Math.round(bottom * height); y += 1)
      grey.fill(60, y * width + Math.round(left * width), y * width + Math.round(right * width));
  return { width, height, grey: grey.toString('base64') };
}

const embed = (...picture: Parameters<typeof draw>) => embedPicture(pictureCells(draw(...picture)));
const LETTER = [
  [0.1, 0.05, 0.4, 0.1],
  [0.1, 0.3, 0.9, 0.32],
  [0.1, 0.36, 0.9, 0.38],
] as const;

describe('the embedding of a page picture', () => {
  it('has unit length', () => {
    expect(Math.hypot(...embed(68, 96, ...LETTER))).toBeCloseTo(1, 5);
  });

  it('is empty for a white page', () => {
    expect(embed(68, 96)).toHaveLength(0);
    expect(correlation(embed(68, 96), embed(68, 96, ...LETTER))).toBeNaN();
  });

  it('is nearly the same for another resolution', () => {
    expect(correlation(embed(68, 96, ...LETTER), embed(136, 192, ...LETTER))).toBeGreaterThan(0.95);
  });

  it('tells a letter from a page with a picture, and is nearer to a letter whose text is a little longer', () => {
    const letter = embed(68, 96, ...LETTER);
    const longer = embed(68, 96, ...LETTER, [0.1, 0.42, 0.9, 0.44]);
    const picture = embed(68, 96, [0, 0.1, 1, 0.8]);
    expect(correlation(letter, longer)).toBeGreaterThan(correlation(letter, picture) + 0.2);
  });
});

describe('a picture on grey paper', () => {
  /** The thumbnail of a scan: its paper has this grey, its ink is as dark in proportion. */
  const scanned = (paper: number, ...picture: Parameters<typeof draw>) => {
    const drawn = draw(...picture);
    const grey = Buffer.from(drawn.grey, 'base64').map((value) => (value * paper) / 255);
    return onWhitePaper(pictureCells({ ...drawn, grey: Buffer.from(grey).toString('base64') }));
  };

  it('has nearly the embedding of the same picture on white paper', () => {
    expect(correlation(embedPicture(scanned(228, 68, 96, ...LETTER)), embed(68, 96, ...LETTER))).toBeGreaterThan(0.99);
  });

  it('stays as it is where the paper is white, and where the ground is dark', () => {
    const white = pictureCells(draw(68, 96, ...LETTER));
    expect(onWhitePaper(white)).toBe(white);
    const dark = pictureCells(draw(68, 96, [0, 0, 1, 0.95]));
    expect(onWhitePaper(dark)).toBe(dark);
  });
});
