/** axe on a page, in both colour schemes and languages. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The names of the languages, and of the button that opens their menu, as each language writes it. */
const MENUS = [
  { button: /^(Language|Sprache)$/, item: 'Deutsch' },
  { button: /^(Language|Sprache)$/, item: 'English' },
];

const chooseLanguage = async (page: Page, { button, item }: (typeof MENUS)[number]): Promise<void> => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
};

/** Mantine follows the system's scheme a moment later. */
const chooseScheme = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
    colorScheme,
  );
  // Until the colours are those of the scheme.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
};

/** Each violation as a line: its rule, the element, and what is wrong. */
const violationsOf = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
};

/**
 * The page stays as it is, in English at the end. No dialog may be open: the header's menus are used.
 * @param opener  a control that opens a dialog or a menu, which is looked at too, and closed with Escape
 */
export const expectAccessible = async (page: Page, opener?: Locator): Promise<void> => {
  // Its name is another one in another language; the element stays.
  const control = await opener?.elementHandle();
  for (const menu of MENUS) {
    await chooseLanguage(page, menu);
    await control?.click();
    const opened = page.getByRole('dialog').or(page.getByRole('menu')).or(page.getByRole('listbox'));
    if (control !== undefined) await opened.waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await chooseScheme(page, colorScheme);
      expect(await violationsOf(page), `${menu.item}, ${colorScheme}, ${page.url()}`).toEqual([]);
    }
    if (control === undefined) continue;
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
  }
};
