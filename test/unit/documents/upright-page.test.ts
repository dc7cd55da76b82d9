import { describe, expect, it } from 'vitest';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { enlargeUpright, uprightPage } from '../../../core/ocr/layout/deskew-page.ts';

/** Three columns and two rows of different pixels. */
const numbered: RasterImage = { width: 3, height: 2, channels: 1, data: Uint8Array.of(10, 20, 30, 40, 50, 60) };

describe('Rotating and deskewing a page', () => {
  it('rotates clockwise by multiples of 90° without changing a pixel', async () => {
    expect(await uprightPage(numbered, 90, 0)).toMatchObject({ width: 2, height: 3, channels: 1 });
    expect([...(await uprightPage(numbered, 90, 0)).data]).toEqual([40, 10, 50, 20, 60, 30]);
    expect([...(await uprightPage(numbered, 180, 0)).data]).toEqual([60, 50, 40, 30, 20, 10]);
    expect([...(await uprightPage(numbered, 270, 0)).data]).toEqual([30, 60, 20, 50, 10, 40]);
  });

  it('returns an upright page unchanged', async () => {
    expect(await uprightPage(numbered, 0, 0)).toBe(numbered);
  });

  it('keeps the three channels of a colour page', async () => {
    const colours: RasterImage = { width: 2, height: 1, channels: 3, data: Uint8Array.of(255, 0, 0, 0, 0, 255) };
    expect(await uprightPage(colours, 180, 0)).toEqual({
      width: 2,
      height: 1,
      channels: 3,
      data: Uint8Array.of(0, 0, 255, 255, 0, 0),
    });
  });

  it('deskews a line around the centre, keeps the size and fills the corners with white', async () => {
    const [width, height, degrees] = [400, 300, 3];
    const data = new Uint8Array(width * height).fill(200);
    // A line through the centre that descends to the right by 3 degrees.
    for (let x = 0; x < width; x += 1) {
      const y = Math.round(height / 2 + (x - width / 2) * Math.tan((degrees * Math.PI) / 180));
      for (let thick = -2; thick <= 2; thick += 1) data[(y + thick) * width + x] = 0;
    }
    const level = await uprightPage({ width, height, channels: 1, data }, 0, -degrees);
    expect([level.width, level.height, level.data.length]).toEqual([width, height, width * height]);
    const middle = height / 2;
    expect([30, 200, 370].map((x) => (level.data[middle * width + x] ?? 255) < 60)).toEqual([true, true, true]);
    expect(level.data[0]).toBe(255);
  });

  it.each([
    ['tall', 40, 800],
    ['wide', 800, 40],
  ])('fills what a %s strip leaves with white too', async (_, width, height) => {
    const strip: RasterImage = { width, height, channels: 1, data: new Uint8Array(width * height).fill(200) };
    const upright = await uprightPage(strip, 0, 15);
    expect([upright.width, upright.height, upright.data.length]).toEqual([width, height, width * height]);
    const middle = (height / 2) * width + width / 2;
    expect([0, middle, width * height - 1].map((at) => upright.data[at])).toEqual([255, 200, 255]);
    expect(Math.min(...upright.data)).toBe(200);
  });

  it('enlarges and deskews at once as it does one after the other', async () => {
    const [width, height, degrees] = [200, 150, 2];
    const data = new Uint8Array(width * height).fill(200);
    for (let x = 20; x < 180; x += 1) data.fill(0, 70 * width + x, 70 * width + x + 1);
    const page: RasterImage = { width, height, channels: 1, data };
    const size = { width: 2 * width, height: 2 * height };
    const once = await enlargeUpright(page, size, 90, degrees);
    const twice = await enlargeUpright(await uprightPage(page, 90, 0), { width: 300, height: 400 }, 0, 0);
    const turned = await uprightPage(twice, 0, degrees);
    expect([once.width, once.height]).toEqual([300, 400]);
    const differences = once.data.map((grey, at) => Math.abs(grey - (turned.data[at] ?? 0)));
    expect(differences.reduce((sum, difference) => sum + difference, 0) / differences.length).toBeLessThan(3);
    expect(once.data[0]).toBe(255);
  });

  it('keeps every pixel where neither the size nor the skew changes', async () => {
    const page: RasterImage = {
      width: 5,
      height: 4,
      channels: 1,
      data: Uint8Array.from({ length: 20 }, (_, at) => at * 12),
    };
    expect([...(await enlargeUpright(page, page, 0, 0)).data]).toEqual([...page.data]);
  });
});
