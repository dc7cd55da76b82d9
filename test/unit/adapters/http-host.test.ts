import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PortInUseError, startHttpHost } from '../../../adapters/local/http/http-host.ts';
import type { HttpHost, HttpHostOptions } from '../../../adapters/local/http/http-host.ts';
import { toProxyEvent } from '../../../adapters/local/http/proxy-event.ts';
import type { HandlerResult } from '../../../adapters/local/http/proxy-event.ts';
import { BlobNotFoundError } from '../../../core/errors.ts';

const MAX_BODY = 2 * 1024 * 1024;

describe('the local HTTP host', () => {
  let folder: string;
  const hosts: HttpHost[] = [];
  let events: APIGatewayProxyEvent[];
  const start = async (
    handler: (event: APIGatewayProxyEvent) => Promise<HandlerResult> | HandlerResult = () => ({
      statusCode: 200,
      body: 'ok',
    }),
    options: Partial<HttpHostOptions> = {},
  ): Promise<HttpHost> => {
    const host = await startHttpHost({
      handler: async (event) => {
        events.push(event);
        return handler(event);
      },
      blobs: { openRange: () => Promise.reject(new Error('No result names a blob.')) },
      host: '127.0.0.1',
      port: 0,
      maxBodyBytes: MAX_BODY,
      spoolFolder: folder,
      ...options,
    });
    hosts.push(host);
    return host;
  };
  const onlyEvent = (): APIGatewayProxyEvent => {
    const [event] = events;
    if (event === undefined || events.length > 1) throw new Error(`${events.length} events`);
    return event;
  };
  /** Sends raw bytes and returns the raw response. */
  const sendRaw = async (host: HttpHost, text: string): Promise<string> => {
    const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
    socket.write(text);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
  const problemOf = async (response: Response): Promise<Record<string, unknown>> => {
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const problem = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(problem).sort()).toEqual(['code', 'detail', 'request_id', 'status', 'title', 'type']);
    expect(problem['status']).toBe(response.status);
    return problem;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tearline-host-'));
    events = [];
  });
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.close()));
    await rm(folder, { recursive: true, force: true });
  });

  describe('a request', () => {
    it('becomes an API Gateway proxy event', async () => {
      const { url } = await start();
      await fetch(`${url}/processing/a%2Fb?include=ocr&include=hocr&wait_for=1%202`, { headers: { 'X-One': '1' } });
      expect(onlyEvent()).toMatchObject({
        resource: '/{proxy+}',
        httpMethod: 'GET',
        path: '/processing/a%2Fb',
        pathParameters: { proxy: 'processing/a%2Fb' },
        queryStringParameters: { include: 'hocr', wait_for: '1 2' },
        multiValueQueryStringParameters: { include: ['ocr', 'hocr'], wait_for: ['1 2'] },
        body: null,
        isBase64Encoded: false,
        requestContext: { identity: { sourceIp: '127.0.0.1' }, httpMethod: 'GET' },
      });
      expect(onlyEvent().requestContext.requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(onlyEvent().headers).toMatchObject({ 'X-One': '1' });
    });

    it('keeps every value of a repeated header', async () => {
      const host = await start();
      await sendRaw(
        host,
        'GET / HTTP/1.1\r\nHost: a\r\nPrefer: wait=1\r\nPrefer: respond-async\r\nConnection: close\r\n\r\n',
      );
      expect(onlyEvent().multiValueHeaders['Prefer']).toEqual(['wait=1', 'respond-async']);
      expect(onlyEvent().headers['Prefer']).toBe('respond-async');
    });

    it('without a query has none', async () => {
      const { url } = await start();
      await fetch(`${url}/`);
      expect(onlyEvent()).toMatchObject({ queryStringParameters: null, multiValueQueryStringParameters: null });
    });

    it.each(['application/json', 'application/pdf', 'multipart/form-data; boundary=x', 'text/plain'])(
      'carries %s as base64, byte for byte, as API Gateway does',
      async (type) => {
        const { url } = await start();
        const bytes = Buffer.from([0, 255, 128, 10, 13]);
        await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body: bytes });
        expect(onlyEvent()).toMatchObject({ body: bytes.toString('base64'), isBase64Encoded: true });
      },
    );

    it('with an expectation that HTTP does not define reaches the handler', async () => {
      const host = await start();
      const answer = await sendRaw(host, 'GET /a HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nConnection: close\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(onlyEvent().path).toBe('/a');
    });

    it('of HTTP/1.0, which may lack a Host, reaches the handler', async () => {
      const host = await start();
      expect(await sendRaw(host, 'GET /a HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
      expect(onlyEvent().path).toBe('/a');
    });

    it('of HTTP/1.0 without a Host has the address at which it arrived in its place', async () => {
      const host = await start();
      await sendRaw(host, 'GET /a HTTP/1.0\r\n\r\n');
      expect(onlyEvent().headers['Host']).toBe(new URL(host.url).host);
    });

    it.each([
      ['::1', '[::1]:8321'],
      ['::ffff:192.168.1.20', '192.168.1.20:8321'],
    ])('that arrived at %s without a Host has %s', (localAddress, host) => {
      const rest = { requestId: '1', method: 'GET', url: '/', rawHeaders: [], sourceIp: '', receivedAt: new Date() };
      const event = toProxyEvent({ ...rest, arrivedAt: { localAddress, localPort: 8321 }, body: Buffer.alloc(0) });
      expect(event.headers).toEqual({ Host: host });
    });

    it.each([
      ['http://a:8321/health?wait=1', '/health'],
      ['HTTPS://a/a%20b?wait=1', '/a%20b'],
      ['http://a?wait=1', '/'],
    ])('to an absolute address, as clients send it to a proxy, has the path of it: %s', async (target, path) => {
      const host = await start();
      await sendRaw(host, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(onlyEvent()).toMatchObject({ path, queryStringParameters: { wait: '1' } });
    });

    it('carries a body of a megabyte, sent without its length, and leaves no file of it', async () => {
      const { url } = await start();
      const bytes = Buffer.alloc(1_000_000, 'abc');
      const body = new ReadableStream({
        start: (controller) => {
          for (let from = 0; from < bytes.length; from += 100_000)
            controller.enqueue(bytes.subarray(from, from + 100_000));
          controller.close();
        },
      });
      // fetch requires `duplex` for a stream as body, but its type lacks it.
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/pdf' },
        body,
        duplex: 'half',
      } as RequestInit;
      await fetch(url, init);
      expect(onlyEvent().body).toBe(bytes.toString('base64'));
      expect(await readdir(folder)).toEqual([]);
    });

    it.each(['DELETE', 'PUT', 'PATCH', 'OPTIONS'])('of the method %s reaches the handler', async (method) => {
      const { url } = await start();
      await fetch(`${url}/a`, { method });
      expect(onlyEvent().httpMethod).toBe(method);
    });

    it.each([
      ['QUERY', ''],
      ['PROPFIND', 'text/xml'],
      ['POST', 'no media type'],
      ['TRACE', ''],
    ])('with the method %s and the content type %j reaches the handler', async (method, type) => {
      const host = await start(() => ({ statusCode: 405, body: '' }));
      const answer = await sendRaw(
        host,
        `${method} /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${type === '' ? '' : `Content-Type: ${type}\r\nContent-Length: 2\r\n`}\r\n${type === '' ? '' : 'ok'}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 405 /);
      expect(onlyEvent()).toMatchObject({
        httpMethod: method,
        body: type === '' ? null : (expect.any(String) as unknown),
      });
    });

    it('with header and parameter names of Object.prototype is handled like any other', async () => {
      const { url } = await start();
      await fetch(`${url}/?__proto__=a&constructor=b`);
      expect(onlyEvent().multiValueQueryStringParameters?.['constructor']).toEqual(['b']);
    });
  });

  describe('an answer', () => {
    it('has the status, the headers and the text of the result', async () => {
      const { url } = await start(() => ({
        statusCode: 202,
        headers: { 'Retry-After': 2, 'Content-Type': 'application/json' },
        multiValueHeaders: { Link: ['<a>', '<b>'] },
        body: '{"ü":1}',
      }));
      const response = await fetch(url);
      expect(response.status).toBe(202);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(response.headers.get('link')).toBe('<a>, <b>');
      expect(await response.json()).toEqual({ ü: 1 });
    });

    it('has the bytes of a base64 result', async () => {
      const bytes = Buffer.from([0, 1, 254, 255]);
      const { url } = await start(() => ({
        statusCode: 200,
        headers: { 'Content-Type': 'image/png' },
        body: bytes.toString('base64'),
        isBase64Encoded: true,
      }));
      expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
    });

    it('to HEAD has the length and no body', async () => {
      const { url } = await start(() => ({
        statusCode: 200,
        headers: { 'Content-Type': 'text/plain' },
        body: '12345',
      }));
      const response = await fetch(url, { method: 'HEAD' });
      expect(response.headers.get('content-length')).toBe('5');
      expect(await response.text()).toBe('');
    });

    it.each([
      ['HEAD', 200, { 'Content-Type': 'application/json', ETag: '"a"' }],
      ['GET', 304, { ETag: '"a"' }],
    ])(
      'to %s with %i has no Content-Length and Content-Type of a missing body',
      async (method, statusCode, headers) => {
        const { url } = await start(() => ({ statusCode, headers, body: '' }));
        const response = await fetch(url, { method });
        expect([response.status, response.headers.get('etag'), response.headers.get('content-length')]).toEqual([
          statusCode,
          '"a"',
          null,
        ]);
        expect(response.headers.get('content-type')).toBe('Content-Type' in headers ? 'application/json' : null);
      },
    );

    it('of a handler that throws is a 500 without details, and is logged', async () => {
      const logged: unknown[] = [];
      const { url } = await start(
        () => {
          throw new Error('secret detail');
        },
        { log: (_, details) => logged.push(details.error) },
      );
      const problem = await problemOf(await fetch(url));
      expect(problem).toMatchObject({ status: 500, code: 'internal_error' });
      expect(JSON.stringify(problem)).not.toContain('secret');
      expect(logged).toHaveLength(1);
    });
  });

  describe('an answer that names bytes of a blob', () => {
    const blob = { key: 'a', size: 10, contentType: 'application/pdf', etag: 'e' };
    const named = (): HandlerResult => ({
      statusCode: 206,
      headers: { 'Content-Type': 'application/pdf' },
      body: '',
      stored: { blob, offset: 2, length: 5 },
    });

    it('has those bytes, with their length', async () => {
      const opened: unknown[] = [];
      const { url } = await start(named, {
        blobs: {
          openRange: (range) => {
            opened.push(range);
            return Promise.resolve(Readable.from([Buffer.from('234'), Buffer.from('56')]));
          },
        },
      });
      const response = await fetch(url);
      expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
        206,
        '5',
        '23456',
      ]);
      expect(opened).toEqual([{ blob, offset: 2, length: 5 }]);
    });

    it('is a 500 where the blob has been deleted, and is logged', async () => {
      const logged: unknown[] = [];
      const { url } = await start(named, {
        blobs: { openRange: () => Promise.reject(new BlobNotFoundError('There is no blob a.')) },
        log: (_, details) => logged.push(details.error),
      });
      const problem = await problemOf(await fetch(url));
      expect(problem).toMatchObject({ status: 500, code: 'internal_error' });
      expect(JSON.stringify(problem)).not.toContain('blob');
      expect(logged).toHaveLength(1);
    });

    it('closes the file if the client disconnects before the end', async () => {
      const file = new Readable({ read: () => undefined });
      const { url } = await start(named, { blobs: { openRange: () => Promise.resolve(file) } });
      const aborted = new AbortController();
      file.push('23');
      await fetch(url, { signal: aborted.signal });
      expect(file.destroyed).toBe(false);
      aborted.abort();
      await expect.poll(() => file.destroyed).toBe(true);
    });

    it('breaks off if the file cannot be read, and the next request is answered', async () => {
      const broken = new Readable({
        read() {
          this.destroy(new Error('EIO'));
        },
      });
      const files = [broken, Readable.from([Buffer.from('23456')])];
      const { url } = await start(named, {
        blobs: { openRange: () => Promise.resolve(files.shift() ?? Readable.from([])) },
      });
      const first = await fetch(url).then(
        (response) => (response.ok ? response.text().catch(() => 'broken off') : String(response.status)),
        () => 'broken off',
      );
      expect(['broken off', '500']).toContain(first);
      expect(await (await fetch(url)).text()).toBe('23456');
    });
  });

  describe('an invalid request', () => {
    it.each([true, false])('that is too large is 413, with a Content-Length: %s', async (declared) => {
      const { url } = await start();
      const bytes = Buffer.alloc(MAX_BODY + 1);
      const body = declared ? bytes : new Blob([bytes]).stream();
      // As above: the type lacks `duplex`.
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/pdf' },
        body,
        duplex: 'half',
      });
      expect(await problemOf(response)).toMatchObject({ status: 413, code: 'document_too_large' });
      expect(events).toEqual([]);
      expect(await readdir(folder)).toEqual([]);
    });

    it('that is too large is rejected before it is sent with `Expect: 100-continue`', async () => {
      const { url } = await start();
      const request = httpRequest(url, {
        method: 'POST',
        headers: { 'Content-Length': MAX_BODY + 1, Expect: '100-continue', 'Content-Type': 'application/pdf' },
      });
      request.flushHeaders();
      const outcome = await new Promise<number | string>((resolve) => {
        request.on('continue', () => {
          resolve('continue');
        });
        request.on('response', (response: IncomingMessage) => {
          resolve(response.statusCode ?? 0);
        });
      });
      request.destroy();
      expect(outcome).toBe(413);
    });

    it('that is not HTTP is a problem 400', async () => {
      const host = await start();
      const answer = await sendRaw(host, 'NONSENSE\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":"malformed_request"');
    });

    it.each(['1.1', '1.0'])('of HTTP/%s with two Host headers is a problem 400', async (version) => {
      const host = await start();
      const answer = await sendRaw(host, `GET / HTTP/${version}\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer.toLowerCase()).toContain('content-type: application/problem+json');
      expect(answer).toContain('"code":"malformed_request"');
      expect(answer).toContain('more than one Host header');
      expect(events).toEqual([]);
    });

    it.each(['/%zz', '/a%'])('with the path %s is told what may follow a percent sign', async (path) => {
      const { url } = await start();
      const problem = await problemOf(await fetch(`${url}${path}`));
      expect(problem).toMatchObject({ status: 400, detail: expect.stringMatching(/hexadecimal/) as unknown });
    });

    it('with headers of more than 16 KB is a problem 431', async () => {
      const { url } = await start();
      const response = await fetch(url, { headers: { 'X-Large': 'x'.repeat(20_000) } });
      expect(await problemOf(response)).toMatchObject({ status: 431, code: 'headers_too_large' });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(events).toEqual([]);
    });

    it.each(['BREW /pot HTTP/1.1', 'CONNECT example.com:443 HTTP/1.1', 'get / HTTP/1.1'])(
      'with a method that HTTP does not define, or that no server here implements, is a problem 501: %s',
      async (line) => {
        const answer = await sendRaw(await start(), `${line}\r\nHost: a\r\nConnection: close\r\n\r\n`);
        expect(answer).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/);
        expect(answer).toContain('Content-Type: application/problem+json');
        expect(answer).toContain('"code":"method_not_implemented"');
        expect(events).toEqual([]);
      },
    );

    it.each(['/%zz', '/%c3%28', '/a%', '//', '/..%2f..%2fetc'])('with the path %s never causes a 500', async (path) => {
      const host = await start();
      const answer = await sendRaw(host, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (200|400) /);
    });

    it('of a client that disconnects while sending leaves no file', async () => {
      const host = await start();
      const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
      socket.write(
        `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/pdf\r\nContent-Length: ${MAX_BODY}\r\n\r\n`,
      );
      socket.write(Buffer.alloc(600_000));
      const spooled = async (): Promise<number> => (await readdir(folder)).length;
      await expect.poll(spooled).toBe(1);
      socket.destroy();
      await expect.poll(spooled).toBe(0);
      expect(events).toEqual([]);
    });
  });

  describe('the CORS headers of an answer that does not come from the handler', () => {
    const ORIGIN = 'https://app.example.com';
    const startAllowing = () =>
      start(undefined, {
        crossOriginHeaders: (origin) => ({ Vary: 'Origin', ...(origin === ORIGIN ? { 'X-Allowed': origin } : {}) }),
      });

    it.each([
      ['a body that is too large', 413, '/', { method: 'POST', body: Buffer.alloc(MAX_BODY + 1) }],
      ['headers that are too large', 431, '/', { headers: { 'X-Large': 'x'.repeat(20_000) } }],
      ['a path that cannot be decoded', 400, '/%zz', {}],
    ])('are those of its origin: %s', async (_, status, path, init) => {
      const { url } = await startAllowing();
      const headers = { Origin: ORIGIN, ...('headers' in init ? init.headers : {}) };
      const response = await fetch(`${url}${path}`, { ...init, headers });
      expect([response.status, response.headers.get('vary'), response.headers.get('x-allowed')]).toEqual([
        status,
        'Origin',
        ORIGIN,
      ]);
    });

    it('are those of its origin: a method that HTTP does not define', async () => {
      const host = await startAllowing();
      const send = (origin: string) =>
        sendRaw(host, `BREW / HTTP/1.1\r\nHost: a\r\nORIGIN: ${origin}\r\nConnection: close\r\n\r\n`);
      expect(await send(ORIGIN)).toContain(`\r\nX-Allowed: ${ORIGIN}\r\n`);
      expect(await send('https://other.example.com')).not.toContain('X-Allowed');
    });
  });

  describe('large bodies', () => {
    const large = Buffer.alloc(1_500_000, 'a');
    const post = (url: string): Promise<Response> =>
      fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/pdf' }, body: large });

    it('wait for each other where memory is short, but small ones do not', async () => {
      const gates: (() => void)[] = [];
      const { url } = await start(
        async (event) => {
          if (event.httpMethod === 'POST') await new Promise<void>((resolve) => gates.push(resolve));
          return { statusCode: 200, body: '' };
        },
        { memoryBytes: large.length * 4 },
      );
      const posts = [post(url), post(url)];
      await expect.poll(() => gates.length).toBe(1);
      expect((await fetch(url)).status).toBe(200);
      expect(gates).toHaveLength(1);
      gates[0]?.();
      await expect.poll(() => gates.length).toBe(2);
      gates[1]?.();
      expect((await Promise.all(posts)).map((response) => response.status)).toEqual([200, 200]);
    });

    it('release their memory as soon as the handler releases the body, before it answers', async () => {
      const gates: (() => void)[] = [];
      const { url } = await start(
        async (event) => {
          event.body = null;
          await new Promise<void>((resolve) => gates.push(resolve));
          return { statusCode: 200, body: '' };
        },
        { memoryBytes: large.length * 4 },
      );
      const posts = [post(url), post(url)];
      await expect.poll(() => gates.length).toBe(2);
      for (const open of gates) open();
      await Promise.all(posts);
    });

    it('release their memory with the end of the handler where the client has left', async () => {
      const gates: (() => void)[] = [];
      const { url } = await start(
        async () => {
          await new Promise<void>((resolve) => gates.push(resolve));
          return { statusCode: 200, body: '' };
        },
        { memoryBytes: large.length * 4 },
      );
      const leaving = new AbortController();
      const left = fetch(url, { method: 'POST', body: large, signal: leaving.signal }).catch(() => 'left');
      await expect.poll(() => gates.length).toBe(1);
      leaving.abort();
      expect(await left).toBe('left');
      const next = post(url);
      gates[0]?.();
      await expect.poll(() => gates.length).toBe(2);
      gates[1]?.();
      expect((await next).status).toBe(200);
    });
  });

  describe('the server', () => {
    it('throws PortInUseError where the port is in use', async () => {
      const first = await start();
      const port = Number(new URL(first.url).port);
      await expect(start(undefined, { port })).rejects.toThrow(PortInUseError);
      await expect(start(undefined, { port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
    });

    it('closes after requests in progress', async () => {
      const gate = Promise.withResolvers<undefined>();
      const host = await start(async () => {
        await gate.promise;
        return { statusCode: 200, body: 'late' };
      });
      const answer = fetch(host.url).then((response) => response.text());
      await expect.poll(() => events.length).toBe(1);
      const closed = host.close();
      gate.resolve(undefined);
      expect(await answer).toBe('late');
      await closed;
      await expect(fetch(host.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    });

    it('closes as soon as the rest of a body that it refused has arrived', async () => {
      const host = await start(undefined, { closeLimitMs: 60_000 });
      const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
      socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${MAX_BODY + 1}\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer]; // Node's own event.
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
      const closed = host.close();
      socket.write(Buffer.alloc(MAX_BODY + 1));
      await closed;
      hosts.splice(0);
    });

    it('closes at its time limit where a request does not end', async () => {
      const host = await start(() => new Promise(() => undefined), { closeLimitMs: 50 });
      const answer = fetch(host.url).then(
        () => 'answered',
        () => 'cut off',
      );
      await expect.poll(() => events.length).toBe(1);
      await host.close();
      expect(await answer).toBe('cut off');
    });
  });
});
