/** The sections of the account: secrets that are shown once, the own rights, and lists on a telephone. */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleNow } from '../harness/expect-accessible.ts';
import { holdAnswers } from '../harness/hold-answers.ts';
import { listen } from '../harness/listen.ts';
import type { Listening } from '../harness/listen.ts';
import { scrolledSideways } from '../harness/scrolled-sideways.ts';
import { SAMPLES, startWebService } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';

/** Longer than a dialog takes to close. */
const CLOSED_MS = 1000;
const TELEPHONE = 390;

let receiver: Listening;
let web: WebService;
let processingId: string;
beforeAll(async () => {
  receiver = await listen((_request, response) => response.writeHead(500).end());
  web = await startWebService({ arguments: ['--webhook-host', new URL(receiver.url).host] });
  processingId = await web.process(join(SAMPLES, 'mixed-mail.pdf'));
});
afterAll(async () => {
  await web.close();
  await receiver.close();
});

const post = async <Made>(path: string, body: object): Promise<Made> => {
  const answer = await web.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  // The caller names what the schema has.
  return (await answer.json()) as Made;
};

/** Presses the button twice, and then Escape, before the page has drawn that anything is under way. */
const clickTwiceAndEscape = (button: Locator): Promise<void> =>
  button.evaluate((element) => {
    if (!(element instanceof HTMLElement)) throw new Error('not an element of the page');
    element.click();
    element.click();
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
  });

/** Tries what closes other dialogs. */
const expectToStay = async (page: Page, dialog: Locator): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await page.waitForTimeout(CLOSED_MS);
  expect(await dialog.isVisible()).toBe(true);
  expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
};

interface Making {
  readonly open: (page: Page) => Promise<void>;
  readonly at: () => string;
  readonly path: RegExp;
  readonly make: string;
  readonly secret: string;
  readonly done: string;
}

const openDialog =
  (button: string, field: string, text: () => string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByLabel(field).fill(text());
  };

const MAKINGS: readonly Making[] = [
  {
    open: openDialog('Make a key', 'Name', () => 'Scanner'),
    at: () => '/account?section=keys',
    path: /\/account\/api-keys$/,
    make: 'Make a key',
    secret: 'Key',
    done: 'It is stored',
  },
  {
    open: openDialog('Add a webhook', 'Address', () => `${receiver.url}/secret`),
    at: () => '/account?section=webhooks',
    path: /\/account\/webhooks$/,
    make: 'Add a webhook',
    secret: 'Secret',
    done: 'It is stored',
  },
  {
    open: async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Make a share link' }).click();
    },
    at: () => `/verify/${processingId}`,
    path: /\/share-tokens$/,
    make: 'Make the link',
    secret: 'Link',
    done: 'Done',
  },
];

describe('A secret', () => {
  it.each(MAKINGS)(
    'that is shown once ($secret) is not lost by a second click, Escape or a click beside it',
    async ({ open, at, path, make, secret, done }) => {
      const page = await web.open(at());
      const release = await holdAnswers(page, 'POST', path);
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && path.test(request.url())) requests.push(request.url());
      });
      await open(page);
      const dialog = page.getByRole('dialog');
      await clickTwiceAndEscape(dialog.getByRole('button', { name: make }));
      await expectToStay(page, dialog);
      // A second one may be refused while the first is being answered, and its refusal would take the place of the secret.
      expect(requests).toHaveLength(1);
      release();
      const field = dialog.getByLabel(secret, { exact: true });
      await field.waitFor();
      expect(await field.inputValue()).not.toBe('');
      await expectToStay(page, dialog);
      await dialog.getByRole('button', { name: done }).click();
      await dialog.waitFor({ state: 'detached' });
      // The next dialog asks for another one.
      await open(page);
      expect(await dialog.getByLabel(secret, { exact: true }).count()).toBe(0);
    },
  );
});

describe('A dialog', () => {
  it.each([768, 1280])(
    'is in the middle of a window of %i pixels, also where the navigation is shown',
    async (width) => {
      const page = await web.open('/account?section=keys', { width });
      await page.getByRole('button', { name: 'Make a key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const margins = (): Promise<number> =>
        dialog.evaluate((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left - (window.innerWidth - right);
        });
      // A bar to scroll the page takes some pixels.
      await expect.poll(async () => Math.abs(await margins())).toBeLessThan(20);
    },
  );
});

describe('A person who is being added', () => {
  it('is not forgotten by Escape: the dialog says what the service refuses', async () => {
    const page = await web.open('/account?section=people');
    const refused = Promise.withResolvers<undefined>();
    await page.route(/\/account\/members$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await refused.promise;
      return route.fulfill({ status: 409, json: { status: 409, code: 'conflict', title: '', detail: 'Listed.' } });
    });
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill('added@example.com');
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await expectToStay(page, dialog);
    refused.resolve(undefined);
    await dialog.getByRole('alert').waitFor();
  });
});

describe('An owner who takes the role of one from themselves', () => {
  it('sees at once what is left to them', async () => {
    const email = 'owner@example.com';
    const { member_id: id } = await post<{ member_id: string }>('/account/members', { email, role: 'owner' });
    // The last owner of an account stays one.
    await post('/account/members', { email: 'other@example.com', role: 'owner' });
    const page = await web.open('/');
    let role = 'owner';
    // As where people sign in with an address: on one machine they do so with a key.
    await page.route(/\/account$/, async (route) => {
      const answer = await route.fetch();
      // The schema of the 200.
      const account = (await answer.json()) as { caller: object };
      await route.fulfill({ response: answer, json: { ...account, caller: { ...account.caller, id, role } } });
    });
    await page.route(/\/account\/members\//, async (route) => {
      const answer = await route.fetch();
      if (answer.ok()) role = 'reviewer';
      await route.fulfill({ response: answer });
    });
    await page.reload();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('combobox', { name: `Role of ${email}` }).click();
    await page.getByRole('option', { name: /^Reviewer/ }).click();
    await page.getByText('It needs the role “Owner”.').waitFor();
  });
});

describe('The lists of the account', () => {
  it('have room on a telephone, with all that is said of each thing and done with it', async () => {
    const webhook = await post<{ webhook_id: string }>('/account/webhooks', { url: `${receiver.url}/hook` });
    await post(`/account/webhooks/${webhook.webhook_id}/test`, {});
    await post('/account/members', { email: 'a.rather.long.name.of.a.person@example.com', role: 'member' });
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    await post('/share-tokens', { processing_id: processingId, expires_at });
    const page = await web.open('/', { width: TELEPHONE });
    for (const [section, action, facts] of [
      ['keys', /^Revoke the key/, ['Role', 'State', 'Expires', 'Last used']],
      ['people', /^Remove a\.rather\.long/, ['Role', 'Since']],
      ['share-links', /^Revoke the share link/, ['Made by', 'Made', 'Expires']],
      ['webhooks', /^Send again|^Deliveries/, ['State', 'Last attempt', 'Next attempt']],
    ] as const) {
      await page.goto(`${web.url()}/account?section=${section}`);
      const panel = page.getByRole('tabpanel');
      if (section === 'webhooks')
        await panel.getByRole('button', { name: `Deliveries: ${receiver.url}/hook`, exact: true }).click();
      await panel.getByRole('table').first().waitFor();
      await panel.getByRole('button', { name: action }).first().waitFor();
      for (const fact of facts) await panel.getByText(fact, { exact: true }).first().waitFor();
      expect(await scrolledSideways(panel), section).toEqual([]);
      await expectAccessibleNow(page);
    }
  });
});
