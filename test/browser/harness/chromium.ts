/** Chromium for the tests: Debian's package. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const EXECUTABLE = '/usr/bin/chromium';

/** @throws Error where Chromium is not installed */
export const startChromium = async (): Promise<Browser> => {
  if (!existsSync(EXECUTABLE)) throw new Error(`The tests in a browser need ${EXECUTABLE}: apt-get install chromium.`);
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
};
