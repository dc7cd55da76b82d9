import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byMenuItem, expectAccessible, expectAccessibleNow } from './harness/expect-accessible.ts';
import type { Opener } from './harness/expect-accessible.ts';
import { untilFocused } from './harness/until-focused.ts';
import { hasPlanted, PLANTED } from './harness/watch-page.ts';
import { SAMPLES, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const SAMPLE = join(SAMPLES, 'mixed-mail.pdf');
/** So high that the sample has places to look at. */
const THRESHOLD = 0.999;

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

interface Verification {
  readonly verified: boolean;
  readonly corrected?: boolean;
  readonly comment?: string;
}

const verificationOf = async (id: string): Promise<Verification> =>
  // The API's own answer.
  (await (await web.request(`/processing/results/${id}/document-splitting/verification`)).json()) as Verification;

/** As somebody else does it. */
const verifyByApi = async (id: string, comment?: string): Promise<void> => {
  const path = `/processing/results/${id}/document-splitting/verification`;
  const current = await web.request(path);
  const verified = await web.request(path, {
    method: 'POST',
    headers: { 'if-match': current.headers.get('etag') ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(comment === undefined ? {} : { comment }),
  });
  expect(verified.status).toBe(200);
};

const openEditor = async (id: string): Promise<Page> => {
  const page = await web.open(`/verify/${id}?threshold=${THRESHOLD}`);
  await page.getByRole('switch').first().waitFor();
  return page;
};

/**
 * The page asks every 20 seconds whether somebody else has verified: it does not get an answer until the returned function
 * is called, so that a test decides what the page learns first.
 */
const holdQuestions = async (page: Page): Promise<() => Promise<void>> => {
  const released = Promise.withResolvers<undefined>();
  await page.route('**/document-splitting/verification', async (route) => {
    if (route.request().method() === 'GET') await released.promise;
    await route.continue();
  });
  return async () => {
    released.resolve(undefined);
    await page.unrouteAll({ behavior: 'wait' });
  };
};

/** How many places the threshold marks, as the page says. */
const placesOf = async (page: Page): Promise<number> => {
  const text = (await page.getByText(/of \d+ places to look at/).textContent()) ?? '';
  return Number(/^\d+/.exec(text)?.[0]);
};

const boundary = (page: Page, before: number) =>
  page.getByRole('switch', { name: new RegExp(`between page ${before} and page ${before + 1}\\b`) });

/** A review with a changed boundary, which is refused since somebody else verified meanwhile. */
const openConflict = async (): Promise<{ readonly id: string; readonly page: Page }> => {
  const id = await web.process(SAMPLE);
  const page = await openEditor(id);
  await boundary(page, 1).click();
  const ask = await holdQuestions(page);
  await verifyByApi(id, 'mine');
  await page.getByRole('button', { name: 'Verify with changes' }).click();
  const refused = page.waitForResponse((response) => response.status() === 412);
  await page.getByRole('button', { name: 'Verify all the same' }).click();
  await refused;
  await ask();
  await page.getByText('Yours differs in').waitFor();
  return { id, page };
};

/** The menus and dialogs of the editor. */
const openersOf = (page: Page): readonly Opener[] => {
  const menu = page.getByRole('button', { name: /^(More|Mehr)$/ });
  const byItem = (name: RegExp) => byMenuItem(page, menu, page.getByRole('menuitem', { name }));
  return [
    page.getByRole('button', { name: 'Language' }),
    page.getByRole('button', { name: 'Colours' }),
    page.getByRole('button', { name: /^Signed in/ }),
    menu,
    byItem(/^(Verify with a comment|Mit Kommentar bestätigen)$/),
    byItem(/^(Send to the training data|Zu den Trainingsdaten geben)$/),
    byItem(/^(Make a share link|Freigabelink erstellen)$/),
    byItem(/^(Report an error|Einen Fehler melden)$/),
    () => page.keyboard.press('?'),
    () => page.keyboard.press('r'),
  ];
};

/** Opens a dialog whose request is refused: the operator takes no reports of this account. */
const showRefusal = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Report an error' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report an error' });
  await dialog.getByLabel('What is wrong').fill('Two letters in one');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByRole('alert').waitFor();
};

describe('The editor', () => {
  it('lets a reviewer look at all places and verify with one key a place and one more', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    const places = await placesOf(page);
    expect(places).toBeGreaterThan(0);
    for (let place = 0; place < places; place += 1) await page.keyboard.press('n');
    await page.getByText(`${places} of ${places} seen`).waitFor();
    await page.keyboard.press('v');
    await page.getByText('Verified by First key').waitFor();
    expect(await verificationOf(id)).toMatchObject({ verified: true, corrected: false });
  });

  it('goes on where the reviewer was once the file is verified, and asks of no place again', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    const places = await placesOf(page);
    for (let place = 0; place < places; place += 1) await page.keyboard.press('n');
    await page.keyboard.press('v');
    await page.getByText('Verified by First key').waitFor();
    await page.getByRole('group', { name: 'Pages around' }).waitFor();
    await page.getByText(`${places} of ${places} seen`).waitFor();
    await page.keyboard.press('s');
    await page.keyboard.press('v');
    await page.getByText('Corrected by First key').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('names the file, is accessible in both views, and leads back to the documents', { timeout: 300_000 }, async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    await page.getByRole('heading', { name: 'mixed-mail.pdf', level: 1 }).waitFor();
    await expectAccessible(page);
    await expectAccessible(page, ...openersOf(page));
    await showRefusal(page);
    await expectAccessibleNow(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.getByRole('group', { name: 'Pages around' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Documents of the workflow' }).click();
    await page.waitForURL(/\/workflows\/[^/]+\/documents/);
  });

  it('keeps a changed boundary when the page is closed, and verifies it as a correction', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    const gap = boundary(page, 1);
    const before = await gap.getAttribute('aria-checked');
    await gap.click();
    await expect.poll(() => gap.getAttribute('aria-checked')).not.toBe(before);
    await page.getByText('Your changes are kept in this browser').waitFor();
    await page.reload();
    await page.getByText(/Your changes of .* are here again/).waitFor();
    await expect.poll(() => boundary(page, 1).getAttribute('aria-checked')).not.toBe(before);
    await page.getByRole('button', { name: 'Verify with changes' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Corrected by First key').waitFor();
    expect(await verificationOf(id)).toMatchObject({ verified: true, corrected: true });
  });

  it('shows both states where somebody else verified meanwhile, and overwrites nothing', async () => {
    const { id, page } = await openConflict();
    await expectAccessibleNow(page);
    expect(await verificationOf(id)).toMatchObject({ corrected: false, comment: 'mine' });
    await page.getByRole('button', { name: 'Go on with mine' }).click();
    await page.getByRole('button', { name: 'Verify with changes' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Corrected by First key').waitFor();
  });

  it('takes the present state instead of the own one, which undo brings back', async () => {
    const { page } = await openConflict();
    const present = await boundary(page, 1).getAttribute('aria-checked');
    await page.getByRole('button', { name: 'Take the present state' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await expect.poll(() => boundary(page, 1).getAttribute('aria-checked')).toBe(present);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => boundary(page, 1).getAttribute('aria-checked')).not.toBe(present);
    await page.getByRole('button', { name: 'Verify with changes' }).waitFor();
  });

  it("takes over the model's whole proposal by one key, and back by another", async () => {
    const page = await openEditor(await web.process(SAMPLE));
    const take = page.getByRole('button', { name: "Take over the model's whole proposal" });
    expect(await take.isDisabled()).toBe(true);
    const now = () => boundary(page, 1).getAttribute('aria-checked');
    const served = await now();
    await page.getByText('Generic workflow', { exact: true }).last().waitFor();
    for (const before of [1, 2]) await boundary(page, before).click();
    await page.getByRole('button', { name: 'Verify with changes' }).waitFor();
    await page.keyboard.press('m');
    await expect.poll(now).toBe(served);
    await page.getByRole('button', { name: 'Verify', exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(now).not.toBe(served);
    await take.click();
    await expect.poll(now).toBe(served);
    expect(web.faults()).toEqual([]);
  });

  it('takes a verification back once it is asked, with the name of the file', { timeout: 300_000 }, async () => {
    const id = await web.process(SAMPLE);
    await verifyByApi(id);
    const page = await openEditor(id);
    const menu = page.getByRole('button', { name: /^(More|Mehr)$/ });
    const item = page.getByRole('menuitem', { name: /^(Take the verification back|Bestätigung zurücknehmen)$/ });
    await expectAccessible(page, byMenuItem(page, menu, item));
    await menu.press('Enter');
    // The first item cannot be chosen any more.
    await untilFocused(page.getByRole('menuitem', { disabled: false }).first());
    await item.press('Enter');
    const ask = page.getByRole('dialog', { name: 'Take the verification of “mixed-mail.pdf” back?' });
    await ask.waitFor();
    expect(await verificationOf(id)).toMatchObject({ verified: true });
    await ask.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('Not verified').waitFor();
    expect(await verificationOf(id)).toMatchObject({ verified: false });
  });

  it('loses nothing where the session ends in the middle of a review', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    await boundary(page, 1).click();
    const ask = await holdQuestions(page);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Verify with changes' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByRole('dialog').getByText('Nothing on this page is lost').waitFor();
    await expectAccessibleNow(page);
    await page.getByLabel('API key', { exact: true }).fill(web.apiKey());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await ask();
    await page.getByRole('button', { name: 'Verify with changes' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Corrected by First key').waitFor();
  });

  it('asks about places that nobody has looked at before it verifies with a comment too', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Verify with a comment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Verify with a comment' });
    await dialog.getByRole('textbox').fill('As agreed');
    await dialog.getByRole('button').last().click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Verified by First key').waitFor();
    expect(await verificationOf(id)).toMatchObject({ verified: true, comment: 'As agreed' });
  });

  it('keeps the comment that is being written where somebody else verifies meanwhile', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    await boundary(page, 1).click();
    const openComment = async (): Promise<Locator> => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Verify with a comment' }).click();
      return page.getByRole('dialog', { name: 'Verify with a comment' });
    };
    const dialog = await openComment();
    await dialog.getByRole('textbox').fill('Asked the customer');
    await verifyByApi(id, 'mine');
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Yours differs in').waitFor();
    await page.getByRole('button', { name: 'Go on with mine' }).click();
    await openComment();
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('Asked the customer');
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Corrected by First key').waitFor();
    expect(await verificationOf(id)).toMatchObject({ corrected: true, comment: 'Asked the customer' });
    await boundary(page, 1).click();
    await openComment();
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('');
  });

  it("says when a file was verified in the form of the reader's region", async () => {
    const id = await web.process(SAMPLE);
    await verifyByApi(id);
    const page = await web.open(`/verify/${id}`, { language: 'en-GB' });
    await page.getByText(/^Verified by First key.* \d{1,2} \p{L}+ \d{4}, \d\d:\d\d$/u).waitFor();
  });

  it('shows a name of a sub-document as text, whatever is in it', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Name' }).fill(PLANTED);
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByText('<img src=x onerror=').first().waitFor();
    expect(await hasPlanted(page)).toBe(false);
  });

  it('is printed as the list of the documents alone', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    const documents = await page.getByRole('navigation', { name: 'Documents' }).getByRole('button').count();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.getByRole('heading', { name: 'mixed-mail.pdf' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(documents + 1);
    await expect.poll(() => page.getByRole('banner').count()).toBe(0);
    await expect.poll(() => page.getByRole('switch').count()).toBe(0);
  });
});

/** The painted colour at an element's left edge: computed styles do not tell what the colours of the system replace. */
const colourOf = async (element: Locator): Promise<readonly number[]> => {
  const image = sharp(await element.screenshot());
  const { height } = await image.metadata();
  return [
    ...(await image
      .extract({ left: 1, top: Math.round(height / 2), width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ];
};

/** The colours of a control that gets or loses the focus are painted a moment later. */
const expectDifferent = (one: Locator, other: Locator): Promise<void> =>
  expect.poll(async () => String(await colourOf(one)) === String(await colourOf(other))).toBe(false);

describe('The editor in the colours of the system', () => {
  it('shows which document and which pages are current', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    await page.emulateMedia({ forcedColors: 'active' });
    await page.keyboard.press('n');
    const documents = page.getByRole('navigation', { name: 'Documents' });
    const [here, there] = ['true', 'false'].map((current) => documents.locator(`[aria-current="${current}"]`).first());
    if (here === undefined || there === undefined) throw new Error('The sample has several documents.');
    await expectDifferent(here, there);
    const strip = page.getByRole('group', { name: 'Pages around' });
    const [shown, other] = [strip.locator('[data-current]').first(), strip.getByRole('button').last()];
    await expectDifferent(shown, other);
  });

  it('leaves the text that was read on a page as invisible as in other colours', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    await page.emulateMedia({ forcedColors: 'active' });
    await page.keyboard.press('n');
    const words = page.getByRole('region', { name: /^Page \d+$/ }).locator('[data-word]');
    const word = words.first();
    await word.waitFor();
    expect(await word.evaluate((element) => getComputedStyle(element).color)).toBe('rgba(0, 0, 0, 0)');
  });
});

describe('The editor in a low window', () => {
  // Screens of 1920 by 1080 and 1366 by 768 pixels, zoomed to 200 %, and a telephone on its side.
  it.each([
    { width: 960, height: 470, least: 340 },
    { width: 683, height: 320, least: 200 },
    { width: 740, height: 340, least: 220 },
    // A screen of 1280 by 800 pixels, zoomed to 200 %.
    { width: 640, height: 330, least: 180 },
  ])('shows large pages large: $width by $height pixels', async ({ width, height, least }) => {
    const page = await openEditor(await web.process(SAMPLE));
    await page.setViewportSize({ width, height });
    await page.keyboard.press('n');
    const before = page
      .getByRole('region', { name: /^Page \d+$/ })
      .locator('img')
      .first();
    await expect.poll(async () => (await before.boundingBox())?.width ?? 0).toBeGreaterThan(least);
    // The upper part of both pages, and the decision.
    await expect.poll(async () => (await before.boundingBox())?.y ?? height).toBeLessThan(height / 2);
    await expect.poll(async () => (await page.getByRole('switch').first().boundingBox())?.y).toBeLessThan(height / 2);
    await page.keyboard.press('Escape');
    const small = page.getByRole('button', { name: /show large$/ }).first();
    await small.scrollIntoViewIfNeeded();
    await expect.poll(async () => (await small.boundingBox())?.height).toBeGreaterThan(100);
  });

  it('keeps what was read on both pages in words, and the pages as large as there is room: 320 by 640 pixels', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    await page.setViewportSize({ width: 320, height: 640 });
    await page.keyboard.press('n');
    const image = page
      .getByRole('region', { name: /^Page \d+$/ })
      .locator('img')
      .first();
    await expect.poll(async () => (await image.boundingBox())?.width ?? 0).toBeGreaterThan(120);
    const facts = page.getByLabel('What was read');
    await expect.poll(async () => (await facts.boundingBox())?.width ?? 0).toBeGreaterThan(200);
  });
});

describe('The menu of the editor', () => {
  const LONG_NAME = 'Lease of the premises in Station Road between the two companies, third supplement '.repeat(3);

  const openMenu = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    return page.getByRole('menu');
  };

  it('is no wider than the window where a document has a long name', async () => {
    const id = await web.process(SAMPLE);
    const page = await openEditor(id);
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByRole('textbox').fill(LONG_NAME);
    await page.keyboard.press('Enter');
    await page.keyboard.press('v');
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText('Corrected by First key').waitFor();
    const menu = await openMenu(page);
    await menu.getByText('Lease of the premises').waitFor();
    const box = await menu.boundingBox();
    expect(box?.width).toBeLessThan(450);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
  });

  it('is reached to its end at 400 %: 320 by 256 pixels', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    await page.setViewportSize({ width: 320, height: 256 });
    const menu = await openMenu(page);
    const items = menu.getByRole('menuitem');
    await untilFocused(items.first());
    // Until the menu is where it stays.
    await expect
      .poll(async () => {
        for (const key of ['Home', 'End']) await page.keyboard.press(key);
        return (await items.last().boundingBox())?.y;
      })
      .toBeLessThan(256);
    await untilFocused(items.last());
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Report an error' }).waitFor();
  });
});

describe('The training data', () => {
  it('cannot get a file while there is no workflow to train: the editor leads to a new one', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Send to the training data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send to the training data' });
    await dialog.getByText('You have no workflow of your own yet').waitFor();
    await dialog.getByRole('link', { name: 'New workflow' }).click();
    await page.getByRole('heading', { name: 'New workflow' }).waitFor();
  });
});

describe('A share link', () => {
  /** @returns its address and its id */
  const share = async (processingId: string): Promise<{ readonly url: string; readonly id: string }> => {
    const created = await web.request('/share-tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        processing_id: processingId,
        threshold: THRESHOLD,
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    });
    // The API's own answer.
    const { url, token_id: id } = (await created.json()) as { url: string; token_id: string };
    return { url, id };
  };
  const revoke = async (id: string): Promise<void> => {
    expect((await web.request(`/share-tokens/${id}`, { method: 'DELETE' })).status).toBe(204);
  };

  it('opens the one result without an account, and nothing else', async () => {
    const [shared, other] = [await web.process(SAMPLE), await web.process(SAMPLE)];
    const { url } = await share(shared);
    const page = await web.open(url, { signedOut: true });
    await page.getByRole('switch').first().waitFor();
    expect(await page.getByRole('navigation', { name: 'Main navigation' }).count()).toBe(0);
    const token = url.split('#')[1] ?? '';
    await page.goto(`${web.url()}/verify/${other}#${token}`);
    await page.reload();
    await page.getByText('You may not do this').waitFor();
    expect(web.faults()).toEqual([]);
  });

  it('says how it is copied where the browser does not let the page copy', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    // As where the service is not reached by https.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')) },
      });
    });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Make a share link' }).click();
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('alert').getByText('Select the text, and copy it').waitFor();
    await page.getByRole('textbox', { name: 'Link' }).focus();
    await expect.poll(() => page.evaluate(() => window.getSelection()?.toString())).toContain('/verify/');
  });

  it('is made anew by whoever opens the dialog again', async () => {
    const page = await openEditor(await web.process(SAMPLE));
    const links: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Make a share link' }).click();
      await page.getByRole('button', { name: 'Make the link' }).click();
      links.push(await page.getByRole('textbox', { name: 'Link' }).inputValue());
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(new Set(links).size).toBe(2);
  });

  it('names its downloads as the service does', async () => {
    const { url } = await share(await web.process(SAMPLE));
    const page = await web.open(url, { signedOut: true });
    await page.getByRole('switch').first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /ZIP/ }).click();
    expect((await download).suggestedFilename()).toBe('mixed-mail.zip');
  });

  it('that was revoked says so, and a new one that is followed in the same tab works', async () => {
    const id = await web.process(SAMPLE);
    const first = await share(id);
    const page = await web.open(first.url, { signedOut: true });
    await page.getByRole('switch').first().waitFor();
    await revoke(first.id);
    await page.keyboard.press('v');
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByRole('alert').getByText('The share link is not valid').waitFor();
    await page.reload();
    await page.getByRole('alert').getByText('The share link is not valid').waitFor();
    await page.goto(web.url() + (await share(id)).url);
    await page.getByRole('switch').first().waitFor();
    await page.keyboard.press('v');
    await page.getByRole('button', { name: 'Verify all the same' }).click();
    await page.getByText(/^Verified by/).waitFor();
  });

  it('that was revoked shows nothing any more to whoever has the page open', async () => {
    const { url, id } = await share(await web.process(SAMPLE));
    const page = await web.open(url, { signedOut: true });
    await page.getByRole('switch').first().waitFor();
    await revoke(id);
    await page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await page.getByRole('alert').getByText('The share link is not valid').waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
  });

  it('leads whoever is signed in to the first page', async () => {
    const { url } = await share(await web.process(SAMPLE));
    const page = await web.open(url);
    await page.getByRole('switch').first().waitFor();
    await page.getByRole('link', { name: 'Tearline' }).click();
    await page.getByRole('heading', { name: 'Generic workflow' }).waitFor();
  });
});
