/** Answers that the local host gives without the handler: to a presigned upload, and to requests that it refuses. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileBlobStore } from '../../../adapters/local/blobs/file-blob-store.ts';
import { refuseConnection } from '../../../adapters/local/http/connection-errors.ts';
import { startHttpHost } from '../../../adapters/local/http/http-host.ts';
import type { HttpHost } from '../../../adapters/local/http/http-host.ts';
import { PresignedUploads } from '../../../adapters/local/http/presigned-uploads.ts';
import { UploadSigner } from '../../../adapters/local/http/upload-signer.ts';
import type { SeenAnswer } from '../../../bench/contract/check-answer.ts';
import type { PresignedUpload } from '../../../core/ports.ts';
import { SystemClock } from '../../../core/system-clock.ts';
import { expectProblem, expectValidAnswer } from '../harness/openapi-answers.ts';

const HOUR = 3_600_000;
const MAX_BODY_BYTES = 100;
/** Bytes of the disk that the store leaves free: all of them. */
const FULL_DISK = Number.MAX_SAFE_INTEGER;

let folder: string;
let host: HttpHost;
let store: FileBlobStore;
let key = 0;
/** What the host logged. */
const logged: string[] = [];

const signer = new UploadSigner('secret');

async function startHost(reserveBytes = 0, headersLimitMs?: number): Promise<HttpHost> {
  store = await FileBlobStore.open({ folder, signer, reserveBytes });
  return startHttpHost({
    handler: () => Promise.resolve({ statusCode: 404, body: '' }),
    blobs: store,
    uploads: new PresignedUploads({ store, signer, clock: new SystemClock() }),
    host: '127.0.0.1',
    port: 0,
    maxBodyBytes: MAX_BODY_BYTES,
    spoolFolder: folder,
    log: (message) => logged.push(message),
    ...(headersLimitMs === undefined ? {} : { headersLimitMs }),
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-host-answers-'));
  host = await startHost();
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

/** The address of an upload of five bytes. */
const presign = async (expiresAt = new Date(Date.now() + HOUR)): Promise<PresignedUpload> => {
  const announced = { contentType: 'application/pdf', size: 5, expiresAt };
  const upload = await store.presignUpload(`accounts/1/uploads/${(key += 1)}`, announced);
  return { ...upload, url: `${host.url}${upload.url}` };
};

async function seen(response: Response): Promise<SeenAnswer> {
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** Sends a body to the address. @returns the answer, of which the OpenAPI document has the status and every header */
async function send({ url, headers }: PresignedUpload, body: string, more: object = {}): Promise<SeenAnswer> {
  const answer = await seen(await fetch(url, { method: 'PUT', headers: { ...headers, ...more }, body }));
  expectValidAnswer({ operationId: 'sendFile' }, answer);
  return answer;
}

describe('A client that goes away while it sends a file', () => {
  it('can send it again, and is not logged as a fault of the service', async () => {
    const upload = await presign();
    const { pathname, search, port } = new URL(upload.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: a\r\nContent-Type: application/pdf\r\n`);
    socket.write('Content-Length: 5\r\n\r\n123');
    const incoming = async () => (await readdir(join(folder, 'incoming'))).length;
    await expect.poll(incoming).toBe(1);
    socket.destroy();
    await expect.poll(incoming).toBe(0);
    await expect.poll(async () => (await send(upload, '12345')).status).toBe(200);
    expect(logged).toEqual([]);
  });
});

describe('The answer to a presigned upload is documented', () => {
  it('where the file is stored', async () => {
    expect((await send(await presign(), '12345')).status).toBe(200);
  });

  it('where the file has another Content-Type, or fewer bytes, than were announced', async () => {
    expect((await send(await presign(), '12345', { 'Content-Type': 'text/html' })).status).toBe(400);
    expect((await send(await presign(), '1234')).status).toBe(400);
  });

  it('where the address was changed or has expired', async () => {
    const upload = await presign();
    expect((await send({ ...upload, url: upload.url.replace('size=5', 'size=6') }, '123456')).status).toBe(403);
    expect((await send(await presign(new Date(Date.now() - HOUR)), '12345')).status).toBe(403);
  });

  it('where a file was sent before', async () => {
    const upload = await presign();
    await send(upload, '12345');
    expect((await send(upload, '12345')).status).toBe(409);
  });

  it('where the file has more bytes than were announced', async () => {
    expect((await send(await presign(), '123456')).status).toBe(413);
  });

  it('where the disk is full', async () => {
    await host.close();
    host = await startHost(FULL_DISK);
    const answer = await send(await presign(), '12345');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '30']);
  });
});

/** Sends these bytes. @returns everything that comes back until the connection ends */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

/** A response as it was sent. */
function parse(response: string): SeenAnswer {
  const [head = '', body = ''] = response.split(/\r\n\r\n(.*)/s);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines
    .map((line) => line.split(': ', 2))
    .map(([name = '', value = '']) => [name.toLowerCase(), value]);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.from(body),
  };
}

describe('A request that the host refuses', () => {
  it('is answered as documented where its body is too large', async () => {
    const body = 'x'.repeat(MAX_BODY_BYTES + 1);
    const answer = await seen(await fetch(`${host.url}/uploads`, { method: 'POST', body }));
    expect(answer.status).toBe(413);
    expectProblem(answer);
  });

  it.each([
    ['it is not HTTP', 400, 'hello\r\n\r\n'],
    ['its path cannot be decoded', 400, 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['it has no Host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['its headers are too large', 431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['HTTP does not define its method', 501, 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['it asks for a tunnel', 501, 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('is answered as documented where %s', async (_, status, request) => {
    const answer = parse(await sendRaw(request));
    expect(answer.status).toBe(status);
    expectProblem(answer);
  });

  it.each(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'TRACE', 'QUERY'])(
    'is answered with the allowed method where the address of an upload is sent %s',
    async (method) => {
      const { pathname, search } = new URL((await presign()).url);
      const answer = parse(
        await sendRaw(`${method} ${pathname}${search} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
      );
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'PUT']);
      expectProblem(answer, method);
    },
  );

  it('is answered soon after the limit where its headers do not arrive', async () => {
    const own = await startHost(0, 100);
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
    const answer = parse(await text(socket));
    expect(answer.status).toBe(408);
    expectProblem(answer);
    await own.close();
  });

  it('is answered as documented where it does not arrive in time', async () => {
    const socket = new PassThrough();
    refuseConnection(() => ({}))(Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    const answer = parse(await text(socket));
    expect(answer.status).toBe(408);
    expectProblem(answer);
  });
});
