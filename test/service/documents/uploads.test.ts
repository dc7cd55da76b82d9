/** POST /uploads on one machine, over HTTP. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';

interface CreatedUpload {
  readonly upload_id: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

const FILE = writeFakeDocument({ pages: 2 });

let http: HttpService;
beforeAll(async () => {
  http = await startHttpService();
});
afterAll(() => http.close());

/** @param headers  as a client, or a proxy before the service, sends them */
const announce = async (headers: Readonly<Record<string, string>> = {}): Promise<CreatedUpload> => {
  const sent = request(`${http.url}/uploads`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${http.key}`, 'Content-Type': 'application/json', ...headers },
  });
  sent.end(JSON.stringify({ file_name: 'a.pdf', content_type: 'application/pdf', size: FILE.length }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return (await json(response)) as CreatedUpload;
};

describe('The address to which a file is sent', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['by another name than it listens on', { Host: 'tearline.example.com:8443' }, 'http://tearline.example.com:8443'],
    [
      'by the name of a container, which may have an underscore',
      { Host: 'mail_tearline_1:80' },
      'http://mail_tearline_1:80',
    ],
    [
      'through a proxy that ends TLS',
      { Host: 'tearline.example.com', 'X-Forwarded-Proto': 'https' },
      'https://tearline.example.com',
    ],
    [
      'through two proxies, of which the first ends TLS',
      { Host: 'tearline.example.com', 'X-Forwarded-Proto': 'HTTPS, http' },
      'https://tearline.example.com',
    ],
    [
      'without TLS through two proxies, between which there is TLS',
      { Host: 'tearline.example.com', 'X-Forwarded-Proto': 'http, https' },
      'http://tearline.example.com',
    ],
  ])('is one of the service as the client called it: %s', async (_, headers, baseUrl) => {
    const { url } = await announce(headers);
    expect(url.slice(0, url.indexOf('/blob-uploads/'))).toBe(baseUrl);
  });

  it('takes the file, which can be processed then', async () => {
    const { upload_id: id, url, method, headers } = await announce();
    expect(url.startsWith(`${http.url}/`)).toBe(true);
    expect((await fetch(url, { method, headers, body: Buffer.from(FILE) })).status).toBe(200);
    const [workflow] = (
      (await (await http.call('/processing/workflows')).json()) as { items: { workflow_id: string }[] }
    ).items;
    const answer = await http.call(`/processing/${workflow?.workflow_id ?? ''}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ upload_id: id }),
    });
    expect(answer.status).toBe(201);
  });
});
