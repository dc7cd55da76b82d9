import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { dropEngines, recognise } from '../../../core/ocr/tesseract-engine.ts';
import { drawPage } from './draw-line.ts';
import { drawScan } from './draw-scan.ts';

const OPTIONS = { dpi: 150, segmentation: 'page', alternatives: false } as const;

const readAs = async (language: 'en' | 'ja', page: RasterImage): Promise<string> =>
  (await recognise(page, [language], OPTIONS)).words.map(({ text }) => text).join(' ');

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
    dropEngines();
    const before = await readAs('en', page);
    expect(before).toMatch(/^BOB The delivery/);
    await readAs('ja', page);
    expect(await readAs('en', page)).toBe(before);
  });
});

describe('The engines of a process', () => {
  let page: RasterImage;
  beforeAll(async () => {
    page = await drawPage(['Payment is due'], 150);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    dropEngines();
  });

  it('are loaded again at the next page where they could not be loaded', async () => {
    dropEngines();
    vi.spyOn(WebAssembly, 'compile').mockRejectedValueOnce(new RangeError('out of memory'));
    await expect(readAs('en', page)).rejects.toThrow('out of memory');
    expect(await readAs('en', page)).toBe('Payment is due');
  });

  it('are the same for pages that are read at once', async () => {
    const engines = vi.spyOn(WebAssembly, 'Instance');
    const heapAfter = async (read: () => Promise<unknown>): Promise<number> => {
      dropEngines();
      engines.mockClear();
      await read();
      const memories = engines.mock.results.flatMap(({ value }) =>
        Object.values((value as WebAssembly.Instance).exports).filter((item) => item instanceof WebAssembly.Memory),
      );
      return Math.max(...memories.map(({ buffer }) => buffer.byteLength));
    };
    const inTurn = await heapAfter(async () => [await readAs('en', page), await readAs('en', page)]);
    const atOnce = await heapAfter(() => Promise.all([readAs('en', page), readAs('en', page), readAs('en', page)]));
    expect(atOnce).toBe(inTurn);
  });
});
