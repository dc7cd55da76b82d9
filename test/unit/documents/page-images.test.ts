import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PageSize } from '../../../core/documents/formats/document-reader.ts';
import { PageImages } from '../../../core/documents/page-images.ts';

/** A page of 4 × 2 inches. */
const SIZE: PageSize = { widthMm: 101.6, heightMm: 50.8 };
const UPRIGHT = { rotation: 0, skew: 0 } as const;

/** The images of a page with a red stamp, and the widths in pixels at which its reader was asked for it. */
function imagesOf(size = SIZE) {
  const widths: number[] = [];
  const images = new PageImages(
    {
      render: (_, { width, height }, channels) => {
        widths.push(width);
        const data = new Uint8Array(width * height * channels).fill(250);
        if (channels === 3) for (let at = 0; at < data.length / 2; at += 3) data.set([200, 40, 50], at);
        return Promise.resolve({ width, height, channels, data });
      },
    },
    1,
    size,
  );
  return { images, widths };
}

describe('The images of a page', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('are rendered again only where more pixels are asked for than there are', async () => {
    const { images, widths } = imagesOf();
    for (const dpi of [100, 50, 150, 100]) {
      const { width, height } = await images.render(dpi);
      expect([width, height]).toEqual([4 * dpi, 2 * dpi]);
    }
    expect(widths).toEqual([400, 600]);
  });

  it('are as high as the page is wide where it is turned by a quarter', async () => {
    const { images } = imagesOf();
    expect(await images.render(100, { rotation: 90, skew: 0 })).toMatchObject({ width: 200, height: 400 });
    expect(await images.render(150, { rotation: 270, skew: 1 })).toMatchObject({ width: 300, height: 600 });
  });

  it('of an upload with fewer pixels are enlarged from those that it has', async () => {
    const { images, widths } = imagesOf({ ...SIZE, ownDpi: 100 });
    expect(await images.render(200)).toMatchObject({ width: 800, height: 400 });
    expect(await images.renderWithoutColour(200, UPRIGHT)).toMatchObject({ width: 800, height: 400, channels: 1 });
    expect(widths).toEqual([400, 400]);
  });

  it('have the pixels of the first one where the page is slow to render, and none without colour', async () => {
    let seconds = 0;
    vi.spyOn(process, 'cpuUsage').mockImplementation(() => {
      seconds += 2;
      return { user: seconds * 1e6, system: 0 };
    });
    const { images, widths } = imagesOf();
    expect(await images.render(100)).toMatchObject({ width: 400, height: 200 });
    expect(await images.render(300)).toMatchObject({ width: 400, height: 200 });
    expect(await images.render(300, { rotation: 90, skew: 2 })).toMatchObject({ width: 200, height: 400 });
    expect(await images.render(50)).toMatchObject({ width: 200, height: 100 });
    expect(await images.renderWithoutColour(100, UPRIGHT)).toBeNull();
    expect(widths).toEqual([400]);
  });
});
