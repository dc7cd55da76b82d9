/** axe on a page, in both colour schemes and languages. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The names of the languages, and of the button that opens their menu, as each language writes it. */
const MENUS = [
  { button: /^(Language|Sprache)$/, item: 'Deutsch' },
  { button: /^(Language|Sprache)$/, item: 'English' },
];

const SCHEMES = ['dark', 'light'] as const;

const chooseLanguage = async (page: Page, { button, item }: (typeof MENUS)[number]): Promise<void> => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
};

/** Mantine follows the system's scheme a moment later. */
const chooseScheme = async (page: Page, colorScheme: (typeof SCHEMES)[number]): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
    colorScheme,
  );
  // Until the colours are those of the scheme: a long page takes on the paper's before the text's.
  await page.waitForFunction((isDark) => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    const lightness = (of: string) =>
      (of.match(/\d+/gu) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    return lightness(color) > lightness(backgroundColor) === isDark;
  }, colorScheme === 'dark');
  await inheritColours(page, colorScheme);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
};

/** The colour of text in the other scheme, as Mantine has it. */
const OTHER_TEXT = { dark: 'rgb(0, 0, 0)', light: 'rgb(201, 201, 201)' } as const;
/** Milliseconds; some elements may have this colour in both schemes. */
const INHERIT_LIMIT_MS = 3000;

/**
 * Chromium sometimes leaves the inherited colour of the elements in an opened `details` or dialog as it was when the
 * emulated scheme changes: a new style sheet makes it look at all of them again.
 */
const inheritColours = (page: Page, colorScheme: (typeof SCHEMES)[number]): Promise<unknown> =>
  page
    .waitForFunction(
      (other) => {
        const stale = [
          ...document.querySelectorAll(':is(details, #floating) :is(h2, h3, label, span, td, th, p)'),
        ].some((element) => getComputedStyle(element).color === other);
        const sheet = document.head.appendChild(document.createElement('style'));
        sheet.sheet?.insertRule('* { --looked-at: 1 }');
        document.body.getBoundingClientRect();
        sheet.remove();
        return !stale;
      },
      OTHER_TEXT[colorScheme],
      { timeout: INHERIT_LIMIT_MS, polling: 200 },
    )
    .catch(() => undefined);

/** Where menus, lists and dialogs are drawn. */
const FLOATING = '#floating';

/**
 * Each violation as a line: its rule, the element, and what is wrong. The legacy mode runs axe in the page alone, which
 * takes a third of the time; what it leaves out are frames of other origins, and the pages have no frames.
 * @param part  selector of what is looked at; default: the whole page
 */
const violationsOf = async (page: Page, part?: string): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
};

/** How often a page with violations is looked at, which may still be changing: a violation that stays is one. */
const LOOKS = 3;

/** Looks at what is shown in one colour scheme. @param part  selector of what is looked at; default: the whole page */
const expectAccessibleIn = async (page: Page, scheme: (typeof SCHEMES)[number], what: string, part?: string) => {
  let violations: string[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await chooseScheme(page, scheme);
    violations = await violationsOf(page, part);
    if (violations.length === 0) return;
  }
  expect.fail(`${what}, ${scheme}: ${violations.join('\n')}`);
};

/** Looks at what is shown now, in both colour schemes and in the language that it has. */
export const expectAccessibleNow = async (page: Page, what = page.url()): Promise<void> => {
  for (const scheme of SCHEMES) await expectAccessibleIn(page, scheme, what);
};

/** A control that opens a dialog, a menu or a list, or what else is done until one is open. */
export type Opener = Locator | (() => Promise<void>);

/** What an item of a menu opens. @param menu, item  as they are called in each language */
export const byMenuItem =
  (page: Page, menu: Locator, item: Locator): Opener =>
  async () => {
    await menu.click();
    await item.click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };

const openedIn = (page: Page): Locator =>
  page.getByRole('dialog').or(page.getByRole('menu')).or(page.getByRole('listbox')).filter({ visible: true });

/** With the page around it at first; then, in the other schemes and languages, only what is opened. */
const expectOpenedAccessible = async (
  page: Page,
  open: () => Promise<unknown>,
  what: string,
  isFirst: boolean,
): Promise<void> => {
  await open();
  await openedIn(page).first().waitFor();
  for (const [index, scheme] of SCHEMES.entries())
    await expectAccessibleIn(page, scheme, `${what} on ${page.url()}`, isFirst && index === 0 ? undefined : FLOATING);
  await page.keyboard.press('Escape');
  await expect.poll(() => openedIn(page).count()).toBe(0);
};

/**
 * Looks at a page, or at what each of the openers opens on it, in both colour schemes and languages. The page stays as
 * it is, in English at the end. No dialog may be open: the header's menus are used. Escape closes what was opened.
 */
export const expectAccessible = async (page: Page, ...openers: readonly Opener[]): Promise<void> => {
  // A control has another name in another language; the element stays.
  const opens = await Promise.all(
    openers.map(async (opener) => {
      if (typeof opener === 'function') return opener;
      const control = await opener.elementHandle();
      return async () => control.click();
    }),
  );
  for (const [index, menu] of MENUS.entries()) {
    await chooseLanguage(page, menu);
    if (opens.length === 0) await expectAccessibleNow(page, `${menu.item}, ${page.url()}`);
    for (const [at, open] of opens.entries())
      await expectOpenedAccessible(page, open, `${menu.item}, opener ${at}`, index === 0);
  }
};
