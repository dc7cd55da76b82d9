import type { Locator } from 'playwright-core';

/** What inside of the place would have to be scrolled sideways to be read. */
export const scrolledSideways = (place: Locator): Promise<string[]> =>
  place.evaluate((element) =>
    [...element.querySelectorAll('*')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX))
      .map((one) => one.outerHTML.slice(0, 200)),
  );
