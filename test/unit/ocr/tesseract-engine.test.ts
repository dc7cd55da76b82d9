import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { dropEngines, recognise } from '../../../core/ocr/tesseract-engine.ts';
import { drawScan } from './draw-scan.ts';

const OPTIONS = { dpi: 150, segmentation: 'page', alternatives: false } as const;

describe('The lines of a page in Latin script', () => {
  let page: RasterImage;
  beforeAll(async () => {
    // Letters with holes, white in a dark field: the configuration for Japanese takes them for a picture.
    const scan = await drawScan((sheet) => {
      sheet.area(50, 60, 75, 36, 0);
      sheet.text('BOB', 60, 88, { size: 24, grey: 255 });
      sheet.text('The delivery of the goods is due on the last day', 60, 250);
    });
    page = await scan.render(150);
  });
  afterAll(dropEngines);

  it('do not depend on whether a page was read as Japanese before', { tags: 'slow' }, async () => {
    const textOf = async () => (await recognise(page, ['en'], OPTIONS)).words.map(({ text }) => text).join(' ');
    dropEngines();
    const before = await textOf();
    expect(before).toMatch(/^BOB The delivery/);
    await recognise(page, ['ja'], OPTIONS);
    expect(await textOf()).toBe(before);
  });
});
