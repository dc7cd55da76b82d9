/** The boundaries of the file that is open in the editor, set one after the other as a person does who reads it. */
import type { Page } from 'playwright-core';

/**
 * Makes the boundaries of the file those after the given pages, whatever the model proposes.
 * @param pages  number of pages of the file
 * @param change  called with the number of the page before a boundary that is to be set or removed
 */
export const setBoundaries = async (
  page: Page,
  pages: number,
  after: readonly number[],
  change: (before: number) => Promise<void>,
): Promise<void> => {
  for (let before = 1; before < pages; before += 1) {
    const boundary = page.getByRole('switch', { name: `between page ${before} and` }).first();
    const wanted = String(after.includes(before));
    if ((await boundary.getAttribute('aria-checked')) === wanted) continue;
    await change(before);
    await boundary.and(page.locator(`[aria-checked="${wanted}"]`)).waitFor();
  }
};

/** Goes to the boundary by the arrow keys, from the first one, and changes it. */
export const changeByKeyboard =
  (page: Page) =>
  async (before: number): Promise<void> => {
    await page.keyboard.press('Home');
    for (let passed = 1; passed < before; passed += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('s');
  };
