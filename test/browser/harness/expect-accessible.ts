/** axe on a page, in both colour schemes and languages. */
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const SCHEMES = ['dark', 'light'] as const;
/** The button that opens the menu of the languages, as each language writes it. */
const LANGUAGE_MENU = /^(Language|Sprache)$/;
/** What axe looks at: by all its rules, or by those that depend on colours. */
type Rules = 'all' | 'colours';
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Both colour schemes in both languages. An element has the same names and roles in both schemes: all rules look at it
 * in one of them. The last one is how a page was before.
 */
const LOOKED_AT = [
  {
    language: 'Deutsch',
    looks: [
      { scheme: 'dark', looksAt: 'all' },
      { scheme: 'light', looksAt: 'colours' },
    ],
  },
  {
    language: 'English',
    looks: [
      { scheme: 'dark', looksAt: 'colours' },
      { scheme: 'light', looksAt: 'all' },
    ],
  },
] as const;

const chooseLanguage = async (page: Page, language: string): Promise<void> => {
  await page.getByRole('button', { name: LANGUAGE_MENU }).click();
  await page.getByRole('menuitem', { name: language }).click();
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

interface Look {
  readonly scheme: (typeof SCHEMES)[number];
  /** Named where something is wrong. */
  readonly what: string;
  /** Selector of what is looked at; default: the whole page. */
  readonly part?: string | undefined;
  /** Default: all. */
  readonly looksAt?: Rules;
}

/**
 * Each violation as a line: its rule, the element, and what is wrong. axe is loaded once into a page, and hands over
 * nothing but violations: its package for Playwright loads it twice for each look and hands over all that it has seen,
 * which takes six times as long.
 */
const violationsOf = async (page: Page, { part = 'html', looksAt = 'all' }: Look): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ selector, rules }) => {
      // What the source has made.
      const { axe: loaded } = window as unknown as { axe: typeof axe };
      const { violations } = await loaded.run(selector, {
        resultTypes: ['violations'],
        ...(rules === undefined ? {} : { runOnly: rules }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${failureSummary}`),
      );
    },
    { selector: part, rules: looksAt === 'all' ? undefined : COLOUR_RULES },
  );
};

/** How often a page with violations is looked at, which may still be changing: a violation that stays is one. */
const LOOKS = 3;

/** Looks at what is shown in one colour scheme. */
const expectAccessibleIn = async (page: Page, look: Look): Promise<void> => {
  let violations: string[] = [];
  for (let count = 0; count < LOOKS; count += 1) {
    await chooseScheme(page, look.scheme);
    violations = await violationsOf(page, look);
    if (violations.length === 0) return;
  }
  expect.fail(`${look.what}, ${look.scheme}: ${violations.join('\n')}`);
};

/** Looks at what is shown now, in both colour schemes and in the language that it has. */
export const expectAccessibleNow = async (page: Page, what = page.url()): Promise<void> => {
  for (const scheme of SCHEMES) await expectAccessibleIn(page, { scheme, what });
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

/** Looks at what is opened once for all of the looks, and closes it. */
const expectOpenedAccessible = async (
  page: Page,
  open: () => Promise<unknown>,
  looks: readonly Look[],
): Promise<void> => {
  await open();
  await openedIn(page).first().waitFor();
  for (const look of looks) await expectAccessibleIn(page, look);
  await page.keyboard.press('Escape');
  await expect.poll(() => openedIn(page).count()).toBe(0);
};

/**
 * Looks at a page, or at what each of the openers opens on it, in both colour schemes and languages. The page stays as
 * it is, in English and light at the end. No dialog may be open: the header's menus are used. Escape closes what was
 * opened.
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
  for (const [index, { language, looks }] of LOOKED_AT.entries()) {
    await chooseLanguage(page, language);
    if (opens.length === 0)
      for (const look of looks) await expectAccessibleIn(page, { ...look, what: `${language}, ${page.url()}` });
    for (const [at, open] of opens.entries()) {
      const what = `${language}, opener ${at} on ${page.url()}`;
      // With the page around it at first; then only what is opened.
      const partOf = (count: number) => (index + count === 0 ? undefined : FLOATING);
      await expectOpenedAccessible(
        page,
        open,
        looks.map((look, count) => ({ ...look, what, part: partOf(count) })),
      );
    }
  }
};
