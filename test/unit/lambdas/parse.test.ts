/** The function Parse, with a stand-in for S3 behind presigned URLs. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ZodError } from 'zod';
import { DocumentUnreadableError } from '../../../core/errors.ts';
import { unpackError } from '../../../core/parsers/parser-messages.ts';
import type { ParseAnswer, ParseRequest } from '../../../core/processing/parsing/parse-messages.ts';
import { parse } from '../../../lambdas/parsing/parse.ts';
import type { ParseFunction } from '../../../lambdas/parsing/parse.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { FakeParsers } from '../../fakes/documents/fake-parsers.ts';
import { readBytes } from '../../lambda/read-bytes.ts';

const long = { getRemainingTimeInMillis: () => 60_000 };
const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)];

let store: Server;
let folder: string;
let base: string;
/** Blobs by path, and what was asked, in order. */
const blobs = new Map<string, Uint8Array>();
const asked: string[] = [];
/** Statuses of the next responses, before the store works. */
const refusals: number[] = [];
const runners: (FakeParsers & { closed?: boolean })[] = [];
const logged: string[] = [];

beforeEach(async () => {
  for (const list of [asked, refusals, runners, logged]) list.length = 0;
  blobs.clear();
  folder = await mkdtemp(join(tmpdir(), 'parse-test-'));
  vi.stubEnv('TMPDIR', folder);
  store = createServer((request, response) => {
    void readBytes(request).then((body) => {
      const path = request.url ?? '';
      asked.push(`${request.method ?? ''} ${path} ${request.headers['content-type'] ?? ''}`.trim());
      const refused = refusals.shift();
      if (refused !== undefined) response.writeHead(refused).end();
      else if (request.method === 'PUT') {
        blobs.set(path, body);
        response.writeHead(200).end();
      } else {
        const blob = blobs.get(path);
        response.writeHead(blob === undefined ? 404 : 200).end(blob);
      }
    });
  });
  await new Promise<void>((resolve) => {
    store.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(store.address() as AddressInfo).port}`; // It listens on TCP.
  blobs.set('/upload', writeFakeDocument({ pages: 3 }));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  store.closeAllConnections();
  store.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (jobs?: ConstructorParameters<typeof FakeParsers>[0]): ParseFunction =>
  parse({
    temporaryFolder: folder,
    logError: (message) => logged.push(message),
    openRunner: () => {
      const runner: FakeParsers & { closed?: boolean } = new FakeParsers(jobs);
      runner.close = () => {
        runner.closed = true;
        return Promise.resolve();
      };
      runners.push(runner);
      return runner;
    },
  });

const request = (job: Partial<ParseRequest> = {}): unknown => ({
  document: ONE,
  job: 'inspect',
  reads: [`${base}/upload`],
  writes: [],
  input: { maxPages: null },
  ...job,
});

const cutting = (): Partial<ParseRequest> => ({
  job: 'cutPdfs',
  writes: [1, 2].map((at) => ({ url: `${base}/cut-${at}`, contentType: 'application/pdf' })),
  input: { kind: 'pdf', cuts: [[1], [2, 3]] },
});

const errorOf = (answer: ParseAnswer): Error =>
  unpackError('error' in answer ? answer.error : { name: 'none', message: 'There is no error.' });

describe('Parse', () => {
  it('reads a document at its URL, and leaves nothing on the disk', async () => {
    expect(await open()(request(), long)).toEqual({ output: expect.objectContaining({ page_count: 3 }) as unknown });
    expect(asked).toEqual(['GET /upload']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('fetches the files of a long document a few at a time: a function may have 1,024 files and connections open', async () => {
    let [connected, most] = [0, 0];
    store.on('connection', (connection) => {
      connected += 1;
      most = Math.max(most, connected);
      connection.on('close', () => {
        connected -= 1;
      });
    });
    const reads = Array.from({ length: 200 }, (_, at) => `${base}/records-${at}`);
    for (const url of reads) blobs.set(new URL(url).pathname, Buffer.from('{}'));
    expect(await open()(request({ reads: [`${base}/upload`, ...reads] }), long)).toHaveProperty('output');
    expect(new Set(asked).size).toBe(201);
    // One that has ended may be counted for a moment.
    expect(most).toBeLessThan(100);
  });

  it('stores what a job wrote with its content type', async () => {
    expect(await open()(request(cutting()), long)).toEqual({ output: { cut: 2 } });
    expect(asked.slice(1).sort()).toEqual(['PUT /cut-1 application/pdf', 'PUT /cut-2 application/pdf']);
    expect(String(blobs.get('/cut-2'))).toBe('%PDF-1.7 original pages 2,3');
    expect(await readdir(folder)).toEqual([]);
  });

  it('stores the last file after all others', async () => {
    const names = ['ocr', 'hocr', 'geometry', 'extractions', 'records'];
    const page = { width_mm: 210, height_mm: 297, text_layer: 'none' as const };
    const read = request({
      job: 'readPages',
      writes: names.map((name) => ({ url: `${base}/${name}`, contentType: 'text/plain' })),
      input: {
        kind: 'pdf',
        ranges: [
          { from: 2, to: 2 },
          { from: 3, to: 3 },
        ],
        pages: [page, page],
        languages: [],
        mostUnread: 1,
      },
    });
    expect(await open()(read, long)).toEqual({ output: { pages: 2, ocrPages: 2, unreadPages: 0 } });
    expect(asked.at(-1)).toBe('PUT /records text/plain');
    expect(asked).toHaveLength(6);
    const pages = String(blobs.get('/records')).trim().split('\n');
    expect(pages.map((line) => (JSON.parse(line) as { page: number }).page)).toEqual([2, 3]);
  });

  it('stores the records of the crops of a page, where the workflow crops', async () => {
    blobs.set('/upload', writeFakeDocument({ pages: 2, crops: [1, 3] }));
    const names = ['ocr', 'hocr', 'geometry', 'extractions', 'records'];
    const page = { width_mm: 210, height_mm: 297, text_layer: 'none' as const };
    const read = request({
      job: 'readPages',
      writes: names.map((name) => ({ url: `${base}/${name}`, contentType: 'text/plain' })),
      input: {
        kind: 'pdf',
        ranges: [{ from: 1, to: 2 }],
        pages: [page, page],
        languages: [],
        cropping: true,
        mostUnread: 1,
      },
    });
    expect(await open()(read, long)).toEqual({ output: { pages: 2, ocrPages: 2, unreadPages: 0 } });
    const records = String(blobs.get('/records')).trim().split('\n');
    const numbers = records.map((line) => JSON.parse(line) as { page: number; crop?: number });
    expect(numbers.map(({ page: number, crop }) => [number, crop])).toEqual([
      [1, undefined],
      [2, 1],
      [2, 2],
      [2, 3],
    ]);
  });

  it('answers with the named error of a document, stores nothing, and logs nothing', async () => {
    blobs.set('/upload', writeFakeDocument({ pages: 3, fails: { job: 'cutPdfs', error: 'DocumentUnreadableError' } }));
    const answer = await open()(request(cutting()), long);
    expect(errorOf(answer)).toBeInstanceOf(DocumentUnreadableError);
    expect([asked, logged]).toEqual([['GET /upload'], []]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps its processes for one document, and has new ones and an empty disk for the next', async () => {
    const run = open();
    await run(request(), long);
    await writeFile(join(folder, 'left-behind'), 'of the first document');
    await run(request(), long);
    expect([runners.length, existsSync(join(folder, 'left-behind'))]).toEqual([1, true]);
    await run(request({ document: TWO }), long);
    expect(runners.map(({ closed }) => closed)).toEqual([true, undefined]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('reads no document before the disk is empty, also where it could not be emptied at first', async () => {
    const run = open();
    await run(request(), long);
    await rm(folder, { recursive: true });
    expect(await run(request({ document: TWO }), long)).toHaveProperty('error');
    await mkdir(folder);
    await writeFile(join(folder, 'left-behind'), 'of the first document');
    expect(await run(request({ document: TWO }), long)).toHaveProperty('output');
    expect(await readdir(folder)).toEqual([]);
    expect(runners.map(({ closed }) => closed)).toEqual([true, undefined]);
  });

  it('repeats a transfer that fails for a moment', async () => {
    refusals.push(503, 500);
    expect(await open()(request(), long)).toHaveProperty('output');
    expect(asked).toHaveLength(3);
  });

  it.each([
    [403, 'temporarily_unavailable', 'does not repeat one that S3 refuses, as after the URL has expired'],
    [404, 'blob_not_found', 'says that a blob does not exist'],
  ])('%i: %s: %s', async (status, code) => {
    refusals.push(status);
    const answer = await open()(request(), long);
    expect(errorOf(answer)).toMatchObject({ code });
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(answer), 'URLs are secrets').not.toContain(base);
  });

  it('ends before its invocation does', async () => {
    const endless = open({
      inspect: (_, options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => {
            reject(options.signal?.reason as Error);
          });
        }),
    });
    const soon = { getRemainingTimeInMillis: () => 4_200 };
    expect(errorOf(await endless(request(), soon))).toMatchObject({ code: 'temporarily_unavailable' });
  });

  it.each([
    ['a job that is none', { job: 'loadEngines' as never }],
    ['a document with a telling name', { document: 'accounts/1/upload' }],
    ['a path in place of a URL', { reads: ['/etc/passwd'] }],
  ])('refuses %s', async (_, part) => {
    await expect(open()(request(part), long)).rejects.toThrow(ZodError);
    expect(asked).toEqual([]);
  });
});
