import type { Page } from 'playwright-core';

/** Holds the answers to one kind of request until the returned function is called. */
export const holdAnswers = async (page: Page, method: string, path: RegExp): Promise<() => void> => {
  const released = Promise.withResolvers<undefined>();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await released.promise;
    await route.continue();
  });
  return () => {
    released.resolve(undefined);
  };
};
