/**
 * The two ways in which people use a page: with the mouse, and with the keyboard alone. Both do the same steps, so that
 * one story is told with either.
 */
import type { Locator, Page } from 'playwright-core';
import { chooseFiles, chooseFilesAfter } from './choose-files.ts';
import type { DrawnFile } from './draw-dockets.ts';

export interface Hands {
  readonly page: Page;
  /** Presses a button, a link or a switch. */
  readonly press: (control: Locator) => Promise<void>;
  /** Chooses a radio button. */
  readonly choose: (radio: Locator) => Promise<void>;
  /** Puts the text in place of what the field holds. */
  readonly type: (field: Locator, text: string) => Promise<void>;
  /** Opens the menu of a button, and chooses an item. */
  readonly chooseItem: (menu: Locator, item: Locator) => Promise<void>;
  /** Presses a button that asks for files. The dialog of files is the system's. */
  readonly chooseFiles: (button: Locator, files: readonly DrawnFile[]) => Promise<void>;
}

export const mouse = (page: Page): Hands => ({
  page,
  press: (control) => control.click(),
  choose: (radio) => radio.click(),
  type: async (field, text) => {
    await field.click();
    await field.fill(text);
  },
  chooseItem: async (menu, item) => {
    await menu.click();
    await item.click();
  },
  chooseFiles: (button, files) => chooseFiles(page, [...files], button),
});

/** So many presses of a key reach every control of a page; more say that a control cannot be reached. */
const MOST_PRESSES = 150;

const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement);

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300) ?? 'nothing');

/** Presses the key until the control has the focus. @throws Error where it is never reached */
const reach = async (page: Page, control: Locator, key: string): Promise<void> => {
  await control.waitFor();
  for (let presses = 0; presses <= MOST_PRESSES; presses += 1) {
    if (await hasFocus(control)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${control.toString()}; the focus is on ${await focused(page)}`);
};

/** Milliseconds after which a dialog that was closed has given the focus back, and a page has taken it. */
const FOCUS_MS = 15_000;

/**
 * Fails where what had the focus is gone and nothing else has it: a reader with a screen reader would be sent to the
 * beginning of the page. A page that was just loaded may begin so.
 */
const watchFocus = (page: Page): ((next: Locator) => Promise<void>) => {
  let isFresh = true;
  page.on('load', () => {
    isFresh = true;
  });
  return async (next) => {
    if (!isFresh)
      await page
        .waitForFunction(() => document.activeElement !== document.body, undefined, { timeout: FOCUS_MS })
        .catch((cause: unknown) => {
          throw new Error(`The focus was lost before ${next.toString()} on ${page.url()}`, { cause });
        });
    isFresh = false;
  };
};

export const keyboard = (page: Page): Hands => {
  const checkFocus = watchFocus(page);
  const pressKey = async (control: Locator, key: string): Promise<void> => {
    await control.waitFor();
    await checkFocus(control);
    await reach(page, control, 'Tab');
    await page.keyboard.press(key);
  };
  return {
    page,
    press: (control) => pressKey(control, 'Enter'),
    choose: async (radio) => {
      // Tab leads to the radio button that is chosen, the arrows to the others.
      await reach(
        page,
        radio
          .locator('xpath=ancestor::*[@role="radiogroup"]')
          .locator('[role="radio"][aria-checked="true"], input:checked')
          .first(),
        'Tab',
      );
      await reach(page, radio, 'ArrowRight');
    },
    type: async (field, text) => {
      await pressKey(field, 'Control+a');
      await page.keyboard.type(text);
    },
    chooseItem: async (menu, item) => {
      await pressKey(menu, 'Enter');
      await reach(page, item, 'ArrowDown');
      await page.keyboard.press('Enter');
    },
    chooseFiles: (button, files) => chooseFilesAfter(page, () => pressKey(button, 'Enter'), [...files]),
  };
};
