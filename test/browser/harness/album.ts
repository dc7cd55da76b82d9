/**
 * Screenshots of a test, for whoever looks at the pages: in `out/`, which git ignores. They are taken where the environment
 * variable SCREENSHOTS is set, because the tests compare them with nothing.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const ARE_WANTED = (process.env['SCREENSHOTS'] ?? '') !== '';
const FOLDER = join(import.meta.dirname, '../../../out/screenshots');

export interface Album {
  /** Saves what the page shows, numbered in the order of the calls, once for each width; nothing where none are wanted. */
  take(page: Page, name: string): Promise<void>;
}

/** @param widths  in pixels; the page has its own width again afterwards */
export const startAlbum = (album: string, widths: readonly number[]): Album => {
  let number = 0;
  return {
    take: async (page, name) => {
      if (!ARE_WANTED) return;
      number += 1;
      await mkdir(join(FOLDER, album), { recursive: true });
      const own = page.viewportSize();
      for (const width of widths) {
        if (own !== null) await page.setViewportSize({ width, height: own.height });
        const file = `${String(number).padStart(2, '0')}-${name}-${width}.png`;
        await page.screenshot({ path: join(FOLDER, album, file) });
      }
      if (own !== null) await page.setViewportSize(own);
    },
  };
};
