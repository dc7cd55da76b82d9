/** Webhooks on real HTTP: from the registration to a signed delivery, its log, and a replay. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';
import { startReceiver } from '../harness/receiver.ts';
import type { Receiver } from '../harness/receiver.ts';

interface WebhookBody {
  readonly webhook_id: string;
  readonly secret: string;
}
interface DeliveryBody {
  readonly delivery_id: string;
  readonly message_id: string;
  readonly event_type: string;
  readonly state: string;
  readonly attempts: readonly { readonly status: number | null; readonly failure: string | null }[];
}

let http: HttpService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  http = await startHttpService({ webhookHosts: [receiver.host] });
});
afterAll(async () => {
  await http.close();
  await receiver.close();
});

const json = async <Body>(response: Promise<Response>): Promise<Body> => (await (await response).json()) as Body;
const register = (body: object): Promise<WebhookBody> =>
  json(
    http.call('/account/webhooks', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
const deliveriesOf = ({ webhook_id }: WebhookBody): Promise<{ items: DeliveryBody[] }> =>
  json(http.call(`/account/webhooks/${webhook_id}/deliveries`));

/** Polls, since the log is written after the receiver has answered. */
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('A webhook', () => {
  it('gets one signed event for a document that was processed, and its log says so', async () => {
    const webhook = await register({ url: receiver.url, events: ['processing.succeeded'] });
    const { processing_id } = await http.process();
    await receiver.until(1);
    const [request] = receiver.received;
    const event = new Webhook(webhook.secret).verify(request?.body ?? '', request?.headers ?? {});
    expect(event).toMatchObject({
      type: 'processing.succeeded',
      data: { processing_id, page_count: 3, sub_document_count: 2 },
    });
    await until(async () => (await deliveriesOf(webhook)).items[0]?.state === 'delivered');
    const { items } = await deliveriesOf(webhook);
    expect(items).toMatchObject([{ event_type: 'processing.succeeded', attempts: [{ status: 204, failure: null }] }]);
    expect(request?.headers['webhook-id']).toBe(items[0]?.message_id);
    expect(http.failures).toEqual([]);
  });

  it('can be tested, and a delivery replayed with the same id', async () => {
    const webhook = await register({ url: `${receiver.url}/other`, events: ['training.failed'] });
    const before = receiver.received.length;
    const tested = await json<DeliveryBody>(
      http.call(`/account/webhooks/${webhook.webhook_id}/test`, { method: 'POST' }),
    );
    expect(tested).toMatchObject({ event_type: 'webhook.test', state: 'delivered', attempts: [{ status: 204 }] });
    const path = `/account/webhooks/${webhook.webhook_id}/deliveries/${tested.delivery_id}/replay`;
    const replayed = await json<DeliveryBody>(http.call(path, { method: 'POST' }));
    expect([replayed.state, replayed.attempts.length]).toEqual(['delivered', 2]);
    const ids = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([tested.message_id, tested.message_id]);
  });

  it('shows its secret once, and is not listed after it was deleted', async () => {
    const { webhook_id, secret } = await register({ url: receiver.url, events: ['migration.announced'] });
    const listed = await (await http.call('/account/webhooks')).text();
    expect([listed.includes(webhook_id), listed.includes(secret), listed.includes('whsec_')]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await http.call(`/account/webhooks/${webhook_id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await (await http.call('/account/webhooks')).text()).not.toContain(webhook_id);
    expect((await http.call(`/account/webhooks/${webhook_id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('gets a new secret, and deliveries that both secrets verify during the grace time', async () => {
    const webhook = await register({ url: receiver.url, events: ['processing.succeeded'] });
    const call = (body?: object) =>
      http.call(`/account/webhooks/${webhook.webhook_id}/rotate-secret`, {
        method: 'POST',
        ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
    const rotated = await json<{ secret: string; previous_secret_valid_until: string }>(call());
    expect(Date.parse(rotated.previous_secret_valid_until)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const before = receiver.received.length;
    await http.call(`/account/webhooks/${webhook.webhook_id}/test`, { method: 'POST' });
    await receiver.until(before + 1);
    const { body = '', headers = {} } = receiver.received.at(-1) ?? {};
    for (const secret of [webhook.secret, rotated.secret])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
    expect((await call({ grace_hours: 169 })).status).toBe(422);
    await http.call(`/account/webhooks/${webhook.webhook_id}`, { method: 'DELETE' });
  });

  it('is refused for a private address that the operator does not name, and for plain HTTP', async () => {
    for (const url of ['https://127.0.0.1/', 'https://[::1]:8443/', 'https://169.254.169.254/', 'http://example.com/'])
      expect(await register({ url })).toMatchObject({ status: 422, errors: [{ loc: ['body', 'url'] }] });
  });

  it('is refused for an address that is too long, with the number of characters', async () => {
    const errors = [{ loc: ['body', 'url'], msg: 'must have at most 2000 characters' }];
    expect(await register({ url: `https://example.com/${'a'.repeat(2000)}` })).toMatchObject({ status: 422, errors });
  });
});
