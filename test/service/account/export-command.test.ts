/** `tearline export` writes everything of an account into one ZIP, over HTTP. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportRefusedError } from '../../../bin/export/export-client.ts';
import { exportAccount } from '../../../bin/export/export-account.ts';
import { UsageError } from '../../../bin/exit-codes.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { JSON_TYPE } from '../harness/process-sample.ts';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';

const END = 0x06054b50;
const CENTRAL_HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;

/** The entries of a ZIP by name, from its central directory. */
const entriesOf = (zip: Buffer): ReadonlyMap<string, Buffer> => {
  const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(END).buffer));
  let at = zip.readUInt32LE(end + 16);
  const entries = new Map<string, Buffer>();
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const [name = 0, extra = 0, comment = 0] = [nameSize, extraSize, commentSize];
    const local = zip.readUInt32LE(at + 42);
    const from = local + LOCAL_HEADER_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + size);
    const path = zip.toString('utf8', at + CENTRAL_HEADER_BYTES, at + CENTRAL_HEADER_BYTES + name);
    entries.set(path, method === 0 ? bytes : inflateRawSync(bytes));
    at += CENTRAL_HEADER_BYTES + name + extra + comment;
  }
  return entries;
};

let http: HttpService;
let folder: string;
let output: string;
let id: string;
let printed: string[];
beforeAll(async () => {
  http = await startHttpService();
  ({ processing_id: id } = await http.process());
});
afterAll(() => http.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'export-command-'));
  output = join(folder, 'account.zip');
  vi.stubEnv('TEARLINE_API_KEY', http.key);
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((text) => {
    printed.push(String(text));
  });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A server in front of the service that answers some requests itself. */
const startInFront = async (
  answer: (path: string) => { readonly status: number; readonly retryAfter?: string } | undefined,
): Promise<Server & { readonly url: string }> => {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const own = answer(path);
    if (own !== undefined) {
      response.writeHead(own.status, own.retryAfter === undefined ? {} : { 'Retry-After': own.retryAfter }).end('{}');
      return;
    }
    void http.call(path, { method: request.method ?? 'GET' }).then(async (found) => {
      const headers = ['content-type', 'content-disposition'].flatMap((name) => {
        const value = found.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      response.writeHead(found.status, Object.fromEntries(headers)).end(Buffer.from(await found.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(server, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
};

describe('tearline export', () => {
  it('writes all records, and each file of the account with the bytes that the API serves', async () => {
    await exportAccount({ data: folder, output, url: http.url });
    const entries = entriesOf(await readFile(output));
    const { records } = JSON.parse(entries.get('account.json')?.toString() ?? '') as {
      records: { kind: string; files?: string[] }[];
    };
    const files = records.flatMap(({ files: own = [] }) => own);
    expect(records.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['documents', 'api_key', 'usage']));
    expect(entries.size).toBe(files.length + 1);
    const result = `processing/results/${id}`;
    expect([...entries.keys()]).toEqual(
      expect.arrayContaining([
        `${result}/upload/inbox.pdf`,
        `${result}/ocr.json`,
        `${result}/hocr.html`,
        `${result}/split-pdfs/0/Rechnung.pdf`,
        `${result}/split-pdfs/1/Rechnung.pdf`,
      ]),
    );
    for (const path of files) {
      const [entry] = [...entries].filter(([name]) => name.startsWith(path.slice(1))).map(([, bytes]) => bytes);
      const served = Buffer.from(await (await http.call(path)).arrayBuffer());
      expect(entry?.equals(served), path).toBe(true);
    }
  });

  it('has each document that was cropped out of a page: its PDF, its crop, and its text', async () => {
    const post = async <Body>(path: string, init: RequestInit): Promise<Body> =>
      (await (await http.call(path, { method: 'POST', ...init })).json()) as Body;
    const { workflow_id: workflow } = await post<{ workflow_id: string }>('/workflows', {
      headers: JSON_TYPE,
      body: JSON.stringify({ workflow_name: 'Receipts', document_specification: { cropping: true } }),
    });
    const { processing_id: receipts } = await post<{ processing_id: string }>(`/processing/${workflow}`, {
      headers: MULTIPART,
      body: Buffer.from(uploadBody(writeFakeDocument({ pages: 1, crops: [2] }))),
    });
    await exportAccount({ data: folder, output, url: http.url });
    const entries = entriesOf(await readFile(output));
    await http.call(`/processing/results/${receipts}`, { method: 'DELETE' });
    const textOf = (name: string) => entries.get(`processing/results/${receipts}/${name}`)?.toString() ?? '';
    expect(JSON.parse(textOf('document-splitting.json'))).toMatchObject({
      sub_documents: [
        { pages: [1], crops: [1] },
        { pages: [1], crops: [2] },
      ],
    });
    expect(JSON.parse(textOf('ocr.json'))).toMatchObject({ pages: [{}, {}] });
    for (const index of [0, 1]) expect(textOf(`split-pdfs/${index}/Rechnung.pdf`)).not.toBe('');
  });

  it('writes records whose text holds line separators', async () => {
    const created = await http.call('/workflows', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ workflow_name: 'Mail', description: 'first line\u2028second line' }),
    });
    const { workflow_id: workflow } = (await created.json()) as { workflow_id: string };
    await exportAccount({ data: folder, output, url: http.url });
    const { records } = JSON.parse(
      entriesOf(await readFile(output))
        .get('account.json')
        ?.toString() ?? '',
    ) as {
      records: { workflow_id?: string; description?: string }[];
    };
    expect(records.find((record) => record.workflow_id === workflow)?.description).toBe('first line\u2028second line');
  });

  it('asks again after Retry-After, and leaves out what has been deleted meanwhile', async () => {
    let refusals = 2;
    const front = await startInFront((path) => {
      if (path.endsWith('/hocr')) return { status: 403 };
      if (!path.endsWith('/ocr') || refusals === 0) return undefined;
      refusals -= 1;
      return { status: refusals === 1 ? 429 : 503, retryAfter: '0' };
    });
    try {
      await exportAccount({ data: folder, output, url: front.url, json: true });
    } finally {
      front.close();
    }
    const names = [...entriesOf(readFileSync(output)).keys()];
    expect(names).toContain(`processing/results/${id}/ocr.json`);
    expect(names.filter((name) => name.includes('hocr'))).toEqual([]);
    expect(printed.map((text) => JSON.parse(text) as object)).toMatchObject([
      { output, deleted: [`/processing/results/${id}/hocr`] },
    ]);
  });

  it('asks again at the time of a Retry-After that is a date, as a proxy may send it', async () => {
    const date = new Date(Date.now() + 2000).toUTCString();
    const asked: number[] = [];
    const front = await startInFront((path) => {
      if (!path.endsWith('/ocr')) return undefined;
      asked.push(Date.now());
      return asked.length === 1 ? { status: 503, retryAfter: date } : undefined;
    });
    try {
      await exportAccount({ data: folder, output, url: front.url });
    } finally {
      front.close();
    }
    expect(asked[1]).toBeGreaterThanOrEqual(Date.parse(date) - 5); // A timer may be early by a millisecond.
  });

  it.each([
    ['the records', '/account/export'],
    ['a file', '/thumbnail'],
  ])('leaves no file where %s cannot be had', async (_, ending) => {
    const front = await startInFront((path) => (path.endsWith(ending) ? { status: 500 } : undefined));
    try {
      await expect(exportAccount({ data: folder, output, url: front.url })).rejects.toThrow(ExportRefusedError);
    } finally {
      front.close();
    }
    expect([output, `${output}.part`].filter((path) => existsSync(path))).toEqual([]);
  });

  it.each([
    ['the records', '/account/export'],
    ['a file', '/hocr'],
    ['a refusal', '/thumbnail'],
  ])('says where the connection breaks within %s, and leaves no file', async (_, ending) => {
    const front = createServer((request, response) => {
      const path = request.url ?? '';
      if (path.endsWith(ending)) {
        response.writeHead(ending === '/thumbnail' ? 500 : 200, { 'Content-Length': 1000 }).write('{"schema_version"');
        setTimeout(() => response.destroy(), 50);
        return;
      }
      void http.call(path, { method: request.method ?? 'GET' }).then(async (found) => {
        response.writeHead(found.status).end(Buffer.from(await found.arrayBuffer()));
      });
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    try {
      const exporting = exportAccount({ data: folder, output, url });
      await expect(exporting).rejects.toThrow(ExportRefusedError);
      await expect(exporting).rejects.toThrow(ending);
    } finally {
      front.close();
    }
    expect([output, `${output}.part`].filter((path) => existsSync(path))).toEqual([]);
  });

  it('says where the service cannot be reached', async () => {
    const front = await startInFront(() => undefined);
    front.close();
    await expect(exportAccount({ data: folder, output, url: front.url })).rejects.toThrow('cannot be reached');
  });

  it('takes the address and the key of the service that runs on the data folder', async () => {
    vi.stubEnv('TEARLINE_API_KEY', undefined);
    await expect(exportAccount({ data: folder, output })).rejects.toThrow(UsageError);
    writeFileSync(join(folder, 'service-url'), `${http.url}\n`);
    writeFileSync(join(folder, 'api-key'), `${http.key}\n`);
    await exportAccount({ data: folder, output });
    expect(entriesOf(readFileSync(output)).has('account.json')).toBe(true);
  });

  it('overwrites no file, and sends the key of the data folder to no other service', async () => {
    writeFileSync(output, 'a letter');
    await expect(exportAccount({ data: folder, output, url: http.url })).rejects.toThrow(UsageError);
    expect(readFileSync(output, 'utf8')).toBe('a letter');
    writeFileSync(join(folder, 'api-key'), `${http.key}\n`);
    vi.stubEnv('TEARLINE_API_KEY', undefined);
    const elsewhere = { data: folder, output: join(folder, 'b.zip'), url: http.url };
    await expect(exportAccount(elsewhere)).rejects.toThrow('TEARLINE_API_KEY');
  });
});
