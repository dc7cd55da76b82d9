/** Chromium for the tests: Debian's package. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const EXECUTABLE = '/usr/bin/chromium';

/**
 * @param withoutArguments  of those that Playwright gives to Chromium, the ones that it does not get
 * @throws Error where Chromium is not installed
 */
export const startChromium = async (withoutArguments: readonly string[] = []): Promise<Browser> => {
  if (!existsSync(EXECUTABLE)) throw new Error(`The tests in a browser need ${EXECUTABLE}: apt-get install chromium.`);
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox'],
    ignoreDefaultArgs: [...withoutArguments],
  });
};
