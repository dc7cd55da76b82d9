import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAlbum } from './harness/album.ts';
import { listen } from './harness/listen.ts';
import type { Listening } from './harness/listen.ts';
import { untilFocused } from './harness/until-focused.ts';
import { expectAccessible, expectAccessibleNow } from './harness/expect-accessible.ts';
import { hasPlanted, PLANTED } from './harness/watch-page.ts';
import { SAMPLES, startWebService } from './harness/web-service.ts';
import type { WebService } from './harness/web-service.ts';

const SECTIONS = ['plan', 'settings', 'keys', 'people', 'webhooks', 'share-links', 'data'];
const AXE_LIMIT_MS = 300_000;
const DAY_MS = 86_400_000;

let receiver: Listening;
let web: WebService;
beforeAll(async () => {
  // It refuses every event, and answers with markup wherever it may.
  receiver = await listen((_request, response) => {
    response.writeHead(500, PLANTED, { 'content-type': 'text/html', 'x-hint': PLANTED }).end(PLANTED);
  });
  web = await startWebService({ arguments: ['--webhook-host', new URL(receiver.url).host] });
});
afterAll(async () => {
  await web.close();
  await receiver.close();
});

const openSection = (section: string, apiKey?: string): Promise<Page> =>
  web.open(`/account?section=${section}`, apiKey === undefined ? {} : { apiKey });

const postJson = (path: string, body: unknown): Promise<Response> =>
  web.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A person, a webhook and a share link, so that each list of the account has a row. */
const makeOneOfEach = async (): Promise<void> => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const processing_id = await web.process(join(SAMPLES, 'mixed-mail.pdf'));
  for (const [path, body] of [
    ['/account/members', { email: 'row@example.com', role: 'member' }],
    ['/account/webhooks', { url: `${receiver.url}/hook` }],
    ['/share-tokens', { processing_id, expires_at }],
  ] as const)
    expect((await postJson(path, body)).ok, path).toBe(true);
};

const statusWithKey = async (key: string): Promise<number> =>
  (await fetch(`${web.url()}/account`, { headers: { authorization: `ApiKey ${key}` } })).status;

describe('API keys', () => {
  it('are shown once, and refused from the moment when they are revoked', async () => {
    const page = await openSection('keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a key' });
    await dialog.getByLabel('Name').fill('Scanner');
    await dialog.getByRole('button', { name: 'Make a key' }).click();
    const field = dialog.getByLabel('Key', { exact: true });
    await field.waitFor();
    const key = await field.inputValue();
    expect(await statusWithKey(key)).toBe(200);
    await dialog.getByRole('button', { name: 'It is stored' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /^Scanner/ });
    await row.getByText('Valid').waitFor();
    expect(await page.content()).not.toContain(key);

    await row.getByRole('button', { name: 'Revoke the key Scanner' }).click();
    const ask = page.getByRole('dialog', { name: 'Revoke the key “Scanner”?' });
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'detached' });
    expect(await statusWithKey(key)).toBe(200);
    await row.getByRole('button', { name: 'Revoke the key Scanner' }).click();
    await ask.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row.getByText('Revoked').waitFor();
    expect(await statusWithKey(key)).toBe(401);
  });
});

describe('An API key whose answer is lost', () => {
  it('is made once, with the lifetime that is chosen last', async () => {
    const page = await openSection('keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a key' });
    const make = dialog.getByRole('button', { name: 'Make a key' });
    await dialog.getByLabel('Name').fill('Lost');
    // The first attempt does not reach the service, the answer to the second one does not reach the page.
    let attempts = 0;
    await page.route('**/account/api-keys', async (route) => {
      if (route.request().method() === 'POST' && (attempts += 1) > 1) await route.fetch();
      await route.abort();
    });
    await make.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await untilFocused(make);
    await dialog.getByRole('combobox', { name: 'Valid for' }).click();
    await page.getByRole('option', { name: '7 days' }).click();
    await make.click();
    await expect.poll(() => attempts).toBe(2);
    await dialog.getByRole('alert').waitFor();
    await page.unroute('**/account/api-keys');
    await make.press('Enter');
    await dialog.getByRole('button', { name: 'It is stored' }).waitFor();
    // The button that made the key is gone.
    await untilFocused(dialog);
    await dialog.getByRole('button', { name: 'It is stored' }).click();
    // The schema of the 200.
    const { items } = (await (await web.request('/account/api-keys')).json()) as {
      items: { name: string; expires_at: string }[];
    };
    const made = items.filter(({ name }) => name === 'Lost').map(({ expires_at: end }) => Date.parse(end) - Date.now());
    expect(made.map((left) => Math.round(left / DAY_MS))).toEqual([7]);
  });
});

describe('People', () => {
  it('are added, get another role, and are removed', async () => {
    const page = await openSection('people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a person' });
    await dialog.getByLabel('Email address').fill('reviewer@example.com');
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    // The message stays as long as the pointer is on it.
    await page.getByRole('region', { name: 'Messages' }).getByText('reviewer@example.com is added.').hover();
    await dialog.waitFor({ state: 'detached' });
    await expectAccessibleNow(page);
    await page.getByRole('combobox', { name: 'Role of reviewer@example.com' }).click();
    await page.getByRole('option', { name: /^Reviewer/ }).click();
    await expect
      .poll(async () => (await (await web.request('/account/members')).text()).replaceAll(/\s/g, ''))
      .toContain('"role":"reviewer"');
    await page.getByRole('button', { name: 'Remove reviewer@example.com' }).click();
    const ask = page.getByRole('dialog', { name: 'Remove reviewer@example.com?' });
    // The first attempt succeeds, and its answer does not reach the page.
    await page.route('**/account/members/*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const remove = ask.getByRole('button', { name: 'Remove', exact: true });
    await remove.press('Enter');
    await page.getByRole('alert').getByText('The service does not answer').waitFor();
    await page.unroute('**/account/members/*');
    await untilFocused(remove);
    await remove.press('Enter');
    await page.getByText('There are no people yet').waitFor();
    await untilFocused(page.getByRole('region', { name: 'People' }));
  });
});

describe('Webhooks', () => {
  it('show their secret once, and what their receiver answered as text', async () => {
    const page = await openSection('webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByLabel('Address').fill(`${receiver.url}/hook`);
    await dialog.getByLabel('Description').fill(PLANTED);
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    const field = dialog.getByLabel('Secret', { exact: true });
    await field.waitFor();
    const secret = await field.inputValue();
    await dialog.getByRole('button', { name: 'It is stored' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: `Send a test: ${receiver.url}/hook` }).click();
    const log = page.getByRole('table', { name: 'Deliveries' });
    await log.getByText(/^Answered 500 after [\d.]+ (ms|sec)/).waitFor();
    await page.getByRole('button', { name: `Deliveries: ${receiver.url}/hook` }).waitFor();
    await page.route('**/deliveries?*', async (route) => {
      const answer = await route.fetch();
      // The schema of the 200.
      const { items, ...rest } = (await answer.json()) as { items: object[] };
      const ended = items.map((item) => ({ ...item, state: 'failed' }));
      await route.fulfill({ response: answer, json: { ...rest, items: ended } });
    });
    await log.getByRole('button', { name: /^Send again: .+, .+\b20\d\d\b/ }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText('<img src=x onerror=').first().waitFor();
    expect(await hasPlanted(page)).toBe(false);
    await expectAccessible(page);

    await page.getByRole('button', { name: /^Delete the webhook/ }).click();
    const ask = page.getByRole('dialog', { name: `Delete the webhook ${receiver.url}/hook?` });
    await ask.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is no webhook yet').waitFor();
  });
});

describe('Share links', () => {
  it('are refused from the moment when they are revoked', async () => {
    const processing_id = await web.process(join(SAMPLES, 'mixed-mail.pdf'));
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { url } = (await (await postJson('/share-tokens', { processing_id, expires_at })).json()) as { url: string };
    const page = await openSection('share-links');
    const links = page.getByRole('table', { name: 'Share links' });
    const toResult = links.getByRole('link', { name: 'mixed-mail.pdf' });
    await toResult.waitFor();
    expect(await toResult.getAttribute('href')).toBe(`/verify/${processing_id}`);
    await page.getByRole('button', { name: 'Revoke the share link of mixed-mail.pdf' }).click();
    const ask = page.getByRole('dialog', { name: 'Revoke the share link of “mixed-mail.pdf”?' });
    await ask.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('There are no share links').waitFor();
    const shared = await web.open(url, { signedOut: true });
    await shared.getByRole('alert').first().waitFor();
    expect(await shared.getByRole('switch').count()).toBe(0);
  });
});

describe('The settings', () => {
  it('show what is chosen where people have chosen the colours of the system too', async () => {
    const page = await openSection('settings');
    await page.emulateMedia({ forcedColors: 'active' });
    const backgroundOf = (control: Locator): Promise<string> =>
      control.evaluate((element) => getComputedStyle(element).backgroundColor);
    const expectDifferent = (one: Locator, other: Locator): Promise<void> =>
      expect.poll(async () => (await backgroundOf(one)) === (await backgroundOf(other))).toBe(false);
    const [chosen, other] = [page.getByRole('radio', { checked: true }), page.getByRole('radio', { checked: false })];
    await expectDifferent(chosen, other);
    const [here, there] = [page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false })];
    await expectDifferent(here, there.first());
    const link = page.getByRole('navigation').getByRole('link', { name: 'Account' });
    await expectDifferent(link, page.getByRole('link', { name: 'Workflows' }));
  });

  it('keep the name and for how many days documents are kept', async () => {
    const page = await openSection('settings');
    await page.getByLabel('Name').fill(`Post room ${PLANTED}`);
    await page.getByRole('radio', { name: 'After a number of days' }).click();
    await page.getByLabel('Days', { exact: true }).fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Days', { exact: true }).inputValue()).toBe('12');
    expect(await hasPlanted(page)).toBe(false);
    expect(await (await web.request('/account')).json()).toMatchObject({ retain_days: 12 });
  });
});

describe('The settings, while they are typed', () => {
  it('keep the number as it is typed, and change nothing that was not typed in', async () => {
    const page = await openSection('settings');
    await page.getByRole('radio', { name: 'After a number of days' }).click();
    const days = page.getByLabel('Days', { exact: true });
    await days.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await days.inputValue()).toBe('');
    expect(await days.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
    await days.pressSequentially('45');
    expect(await days.inputValue()).toBe('45');
    const changed = await web.request('/account', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ops@example.com' }),
    });
    expect(changed.status).toBe(200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect(await (await web.request('/account')).json()).toMatchObject({ retain_days: 45, email: 'ops@example.com' });
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ops@example.com');
  });
});

describe('The account', () => {
  it('is saved as one file, and deleted only once its name is typed', async () => {
    const page = await openSection('data');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Records as JSON' }).click();
    expect((await download).suggestedFilename()).toMatch(/^tearline-\d{4}-\d\d-\d\d\.json$/);
    await page.getByRole('button', { name: 'Delete the account' }).click();
    const ask = page.getByRole('dialog', { name: 'Delete the account' });
    await ask.getByRole('textbox').fill('another name');
    expect(await ask.getByRole('button', { name: 'Delete the account' }).isDisabled()).toBe(true);
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'detached' });
    expect((await web.request('/account')).status).toBe(200);
  });

  it('is saved with all its files as one archive, which is found again on the page and can be cancelled', async () => {
    await web.process(join(SAMPLES, 'mixed-mail.pdf'));
    const page = await openSection('data');
    // The archive is not done before the test has seen it.
    const released = Promise.withResolvers<undefined>();
    await page.route('**/processing/results/*/upload', async (route) => {
      await released.promise;
      await route.continue().catch(() => undefined);
    });
    const pack = page.getByRole('button', { name: 'Everything as ZIP' });
    const cancel = page.getByRole('button', { name: 'Cancel the archive' });
    await pack.click();
    await page.getByText(/^0 of \d+ files collected$/).waitFor();
    await expectAccessibleNow(page);
    await cancel.click();
    await cancel.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);

    const download = page.waitForEvent('download');
    await pack.click();
    await cancel.waitFor();
    await page.getByRole('tab', { name: 'Plan' }).click();
    await cancel.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Export and deletion' }).click();
    await cancel.waitFor();
    released.resolve(undefined);
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^tearline-\d{4}-\d\d-\d\d\.zip$/);
    const names = Object.keys(unzipSync(await readFile(await file.path())));
    expect(names).toContain('account.json');
    for (const name of [/\/upload\/mixed-mail\.pdf$/, /\/ocr.*\.json$/, /\/split-pdfs\/0\/.+\.pdf$/])
      expect(
        names.filter((one) => name.test(one)),
        String(name),
      ).not.toEqual([]);
    await cancel.waitFor({ state: 'detached' });
    expect(web.faults()).toEqual([]);
  });

  it('has no second factor on one machine, where nobody has a password', async () => {
    const page = await openSection('sign-in');
    await page.getByText('This month').waitFor();
    expect(await page.getByRole('tab', { name: 'Sign-in' }).count()).toBe(0);
  });

  it('shows a reviewer the plan, and says of the rest that it is for owners', async () => {
    const page = await openSection('keys', await web.makeKey('reviewer'));
    await page.getByText('It needs the role “Owner”.').waitFor();
    await page.getByRole('tab', { name: 'Plan' }).click();
    await page.getByText('This month').waitFor();
  });

  it(
    'is accessible in each of its parts, and with its dialogs open',
    async () => {
      const album = startAlbum('account', [360, 1280, 2560]);
      const page = await openSection('plan');
      await makeOneOfEach();
      const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
      const openers = new Map<string, readonly Locator[]>([
        ['settings', [button(/^Signed in/)]],
        ['keys', [button('Make a key'), button(/^Revoke the key/)]],
        ['people', [button('Add a person'), button(/^Remove /), page.getByRole('combobox').first()]],
        ['webhooks', [button('Add a webhook'), button(/^Delete the webhook/)]],
        ['share-links', [button(/^Revoke the share link/)]],
        ['data', [button('Delete the account')]],
      ]);
      for (const section of SECTIONS) {
        await page.goto(`${web.url()}/account?section=${section}`);
        await page.getByRole('tabpanel').waitFor();
        await album.take(page, section);
        await expectAccessible(page);
        const opened = openers.get(section) ?? [];
        if (opened.length > 0) await expectAccessible(page, ...opened);
      }
      expect(web.faults()).toEqual([]);
    },
    AXE_LIMIT_MS,
  );
});
