/** Requests to addresses that customers chose: what is refused, and what comes of a request. */
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HttpWebhookSender } from '../../../adapters/webhooks/http-webhook-sender.ts';
import { isPublicAddress } from '../../../adapters/webhooks/public-addresses.ts';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import { startReceiver } from '../../service/harness/receiver.ts';
import type { Receiver } from '../../service/harness/receiver.ts';

const REQUEST = { headers: { 'webhook-id': 'msg_1' }, body: '{"type":"webhook.test"}' };

let receiver: Receiver;
/** Accepts connections and answers nothing. */
let silent: Server;
let sender: HttpWebhookSender;
const silentHost = (): string => `127.0.0.1:${(silent.address() as AddressInfo).port}`; // It listens on TCP.
beforeAll(async () => {
  receiver = await startReceiver();
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  sender = new HttpWebhookSender({ namedHosts: [receiver.host] });
});
afterAll(async () => {
  await receiver.close();
  silent.close();
});

describe('An address', () => {
  it.each([
    ['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254'],
    ['100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.0.8'],
    ['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1'],
    ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::'],
    ['', 'localhost', '1.2.3', '127.0.0.1:80'],
  ])('is not public: %s', (...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('is public where it is routed on the internet', () => {
    expect(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '::ffff:8.8.8.8'].every(isPublicAddress)).toBe(true);
  });
});

describe('A webhook address', () => {
  const resolving = (...addresses: string[]) =>
    new HttpWebhookSender({
      resolve: () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
    });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:7f00:1]/',
    'https://[::1]:8443/',
    'https://169.254.169.254/latest/meta-data/',
    'http://example.com/',
    'https://user:password@example.com/',
  ])('is refused: %s', async (url) => {
    expect(await resolving('93.184.216.34').check(url)).toBe('address_refused');
    expect(await resolving('93.184.216.34').post({ ...REQUEST, url })).toEqual({ failure: 'address_refused' });
  });

  const failing = (code: string) =>
    new HttpWebhookSender({ resolve: () => Promise.reject(Object.assign(new Error(`getaddrinfo ${code}`), { code })) });

  it('is refused where one of the addresses of its name is private, or it has none', async () => {
    expect(await resolving('93.184.216.34', '10.0.0.1').check('https://example.com/')).toBe('address_refused');
    for (const code of ['ENOTFOUND', 'ENODATA', 'EINVAL'])
      expect(await failing(code).check('https://nowhere.example/')).toBe('name_not_found');
    expect(await resolving('93.184.216.34').check('https://example.com/')).toBeUndefined();
  });

  it.each(['EAI_AGAIN', 'ETIMEOUT', 'EMFILE'])(
    'is not refused where its name cannot be resolved now: %s',
    async (code) => {
      await expect(failing(code).check('https://example.com/')).rejects.toThrow(TemporarilyUnavailableError);
    },
  );

  it('is refused when it is called, where its name resolves to a private address since (DNS rebinding)', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const rebinding = new HttpWebhookSender({
      resolve: () => Promise.resolve((answers.shift() ?? []).map((address) => ({ address, family: 4 }))),
    });
    const url = `https://rebinding.example:${new URL(receiver.url).port}/`;
    expect(await rebinding.check(url)).toBeUndefined();
    expect(await rebinding.post({ ...REQUEST, url })).toEqual({ failure: 'address_refused' });
    expect(receiver.received).toEqual([]);
  });

  it('of a host that the operator names may be private, on the named port alone', async () => {
    expect(await sender.check(receiver.url)).toBeUndefined();
    expect(await sender.check('http://127.0.0.1:1/')).toBe('address_refused');
  });

  it.each([
    ['127.0.0.1:80', 'http://127.0.0.1/', 'https://127.0.0.1/'],
    ['127.0.0.1:443', 'https://127.0.0.1/', 'http://127.0.0.1/'],
    ['127.0.0.1:80', 'https://127.0.0.1:80/', 'https://127.0.0.1:8080/'],
    ['[::1]:443', 'https://[::1]/', 'https://[::1]:8443/'],
  ])('of the host %s is %s, and not %s: its port may be that of the scheme', async (named, taken, refused) => {
    const naming = new HttpWebhookSender({ namedHosts: [named] });
    expect([await naming.check(taken), await naming.check(refused)]).toEqual([undefined, 'address_refused']);
  });

  it.each(['http://127.0.0.1/', 'https://127.0.0.1/', 'https://127.0.0.1:8443/'])(
    'of a host that the operator names without a port may have any: %s',
    async (url) => {
      expect(await new HttpWebhookSender({ namedHosts: ['127.0.0.1'] }).check(url)).toBeUndefined();
    },
  );
});

describe('A request to a webhook', () => {
  it('has the body and the headers, and its status is returned', async () => {
    expect(await sender.post({ ...REQUEST, url: receiver.url })).toEqual({ status: 204 });
    expect(receiver.received.at(-1)).toMatchObject({ body: REQUEST.body, headers: REQUEST.headers });
  });

  it('follows no redirect', async () => {
    const before = receiver.received.length;
    receiver.answers.push({ status: 307, headers: { Location: receiver.url } });
    expect(await sender.post({ ...REQUEST, url: receiver.url })).toEqual({ status: 307 });
    expect(receiver.received.length).toBe(before + 1);
  });

  it('returns Retry-After in seconds, as a number or a date', async () => {
    receiver.answers.push({ status: 503, headers: { 'Retry-After': '120' } });
    expect(await sender.post({ ...REQUEST, url: receiver.url })).toEqual({ status: 503, retryAfterSeconds: 120 });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    receiver.answers.push({ status: 429, headers: { 'Retry-After': 'Sat, 21 Nov 2026 08:01:00 GMT' } });
    expect(await sender.post({ ...REQUEST, url: receiver.url })).toEqual({ status: 429, retryAfterSeconds: 60 });
  });

  it('ends when its time is over, when it is broken off, and where nobody listens', async () => {
    const url = `http://${silentHost()}/`;
    const impatient = new HttpWebhookSender({ namedHosts: [silentHost()], timeoutMs: 300 });
    expect(await impatient.post({ ...REQUEST, url })).toEqual({ failure: 'timed_out' });
    const patient = new HttpWebhookSender({ namedHosts: [silentHost()] });
    expect(await patient.post({ ...REQUEST, url }, AbortSignal.abort())).toEqual({ failure: 'timed_out' });
    const closed = new HttpWebhookSender({ namedHosts: ['127.0.0.1:1'] });
    expect(await closed.post({ ...REQUEST, url: 'http://127.0.0.1:1/' })).toEqual({ failure: 'connection_failed' });
    expect(await sender.post({ ...REQUEST, url: `https://${receiver.host}/` })).toEqual({ failure: 'tls_failed' });
  });
});
