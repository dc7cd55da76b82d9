/**
 * The deployment packages, run locally: functions with the Lambda runtime protocol, AWS with moto. Detects files that
 * the packages lack (WebAssembly, language data, native libraries) and code that does not work in Lambda's environment.
 */
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { ProcessingResult } from '../../core/results/processing-result.ts';
import { LAMBDA_ANSWER_BYTES } from '../../lambdas/api/representation/large-answers.ts';
import { buildPackages } from '../../lib/packages/build-packages.ts';
import { EmulatedCloud } from '../lambda/emulated-cloud.ts';
import type { GatewayAnswer, GatewayCall } from '../lambda/gateway.ts';
import { MULTIPART, uploadBody } from '../service/harness/multipart-body.ts';

const GENERIC = '00000000-0000-4000-8000-000000000001';
const sample = (name: string): Promise<Buffer> => readFile(new URL(`../../samples/${name}`, import.meta.url));

let folder: string;
let cloud: EmulatedCloud;
let key: string;
let accountId: string;

/** Makes everything readable for the functions' user and read-only for all. */
const makeReadOnly = async (path: string): Promise<void> => {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  await chmod(path, 0o555);
};
const makeWritable = async (path: string): Promise<void> => {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
};

const call = (request: GatewayCall): Promise<GatewayAnswer> =>
  cloud.gateway.call({ ...request, headers: { Authorization: `ApiKey ${key}`, ...request.headers } });
const get = (url: string): Promise<GatewayAnswer> => call({ url });
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- T is the type that the test expects
const json = <T>(answer: GatewayAnswer): T => JSON.parse(answer.body.toString()) as T;

const post = (name: string, bytes: Uint8Array, query = ''): Promise<GatewayAnswer> =>
  call({
    method: 'POST',
    url: `/processing/${GENERIC}${query}`,
    headers: MULTIPART,
    body: uploadBody(bytes, undefined, name),
  });

/** Waits for the state machine, then requests the result again. */
const resultOf = async (accepted: GatewayAnswer): Promise<ProcessingResult> => {
  const { processing_id } = json<{ processing_id: string }>(accepted);
  await cloud.documents.end(processing_id);
  const answer = await get(`/processing/results/${processing_id}`);
  expect(answer.status, answer.body.toString().slice(0, 500)).toBe(200);
  return json<ProcessingResult>(answer);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-packages-'));
  await chmod(folder, 0o755);
  const packages = await buildPackages({ arch: process.arch === 'arm64' ? 'arm64' : 'x64', outDir: folder });
  await makeReadOnly(packages.light);
  await makeReadOnly(packages.parsers);
  cloud = await EmulatedCloud.start({ motoUrl: inject('motoUrl'), packages });
  const created = (await cloud.invoke('CreateKey', {})) as { api_key: string; account_id: string };
  [key, accountId] = [created.api_key, created.account_id];
}, 120_000);

afterAll(async () => {
  await cloud.close();
  await makeWritable(folder);
  await rm(folder, { recursive: true, force: true });
});

/** The result of an upload; where processing fails, an error with the functions' logs. */
const processed = async (name: string, bytes: Uint8Array): Promise<ProcessingResult> => {
  const accepted = await post(name, bytes, '?wait_for=0');
  expect(accepted.status, accepted.body.toString()).toBe(202);
  expect(accepted.headers['location']).toBe(
    `/v1/processing/results/${json<{ processing_id: string }>(accepted).processing_id}`,
  );
  return resultOf(accepted);
};

/** Sends a file to a presigned URL. @returns the processing request */
const uploaded = async (bytes: Uint8Array): Promise<GatewayCall> => {
  const created = await call({
    method: 'POST',
    url: '/uploads',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ file_name: 'inbox.pdf', content_type: 'application/pdf', size: bytes.length }),
  });
  const { upload_id, url, method, headers } = json<{
    upload_id: string;
    url: string;
    method: string;
    headers: Record<string, string>;
  }>(created);
  expect((await fetch(url, { method, headers, body: new Uint8Array(bytes) })).ok).toBe(true);
  return {
    method: 'POST',
    url: `/processing/${GENERIC}?wait_for=0`,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ upload_id }),
  };
};

/** A page of text with an incompressible image. */
const writeLargePdf = async (): Promise<Uint8Array> => {
  const document = await PDFDocument.create();
  const page = document.addPage([595, 842]);
  for (let line = 0; line < 20; line += 1)
    page.drawText('The quarterly statement of the northern branch follows below.', {
      x: 50,
      y: 780 - 16 * line,
      size: 11,
    });
  const noise = await sharp({
    create: {
      width: 2400,
      height: 2400,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 97 })
    .toBuffer();
  page.drawImage(await document.embedJpg(noise), { x: 50, y: 50, width: 300, height: 300 });
  return document.save();
};

const textOf = (result: ProcessingResult, page: number): string => JSON.stringify(result.ocr?.pages[page - 1]);

// Logs of the functions, to find the cause.
beforeEach(({ onTestFailed }) => {
  onTestFailed(() => {
    process.stderr.write(`${cloud.failures.join('\n')}\n`);
  });
});

describe('the deployed packages', () => {
  it('split a PDF of eight documents, from POST to sub-PDF', async () => {
    const result = await processed('mixed-mail.pdf', await sample('mixed-mail.pdf'));
    const expected = JSON.parse(String(await sample('mixed-mail.expected.json'))) as {
      sub_documents: { pages: number[] }[];
    };
    expect(result.document_splitting?.sub_documents.map(({ pages }) => pages)).toEqual(
      expected.sub_documents.map(({ pages }) => pages),
    );

    const third = await get(`/processing/results/${result.processing_id}/split-pdfs/2`);
    expect([third.status, third.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await PDFDocument.load(third.body)).getPageCount()).toBe(expected.sub_documents[2]?.pages.length);
    expect(cloud.front.events.map(({ DetailType }) => DetailType)).toContain('processing.succeeded');
    expect([...cloud.front.tenants], 'steps access only the data of their own tenant').toEqual([accountId]);
  }, 120_000);

  it('read a scan with their own language data and kernel, and return its pages as images and as a PDF with text', async () => {
    const result = await processed('scanned-mail.pdf', await sample('scanned-mail.pdf'));
    const expected = JSON.parse(String(await sample('scanned-mail.expected.json'))) as {
      sub_documents: { pages: number[] }[];
    };
    expect(result.document_splitting?.sub_documents.map(({ pages }) => pages)).toEqual(
      expected.sub_documents.map(({ pages }) => pages),
    );
    expect(textOf(result, 1)).toContain('Haustechnik');

    const image = await get(`/processing/results/${result.processing_id}/page-images/1?width=400`);
    expect((await sharp(image.body).metadata()).width).toBe(400);
    const pdf = await get(
      `/processing/results/${result.processing_id}/split-pdfs/0?return_pages_with_ocr_data=true&pdfa_compliant=true`,
    );
    expect((await PDFDocument.load(pdf.body)).getPageCount()).toBe(expected.sub_documents[0]?.pages.length);
  }, 240_000);

  it('read an image', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="100%" height="100%" ' +
      'fill="white"/><text x="120" y="300" font-family="sans-serif" font-size="72">INVOICE 20417</text></svg>';
    const result = await processed('invoice.png', await sharp(Buffer.from(svg)).png().toBuffer());
    expect(textOf(result, 1)).toContain('INVOICE');
    expect(result.document_splitting?.sub_documents).toEqual([{ name: expect.any(String) as string, pages: [1] }]);
  }, 120_000);

  it('accept a presigned upload and process it once', async () => {
    const request = await uploaded(await sample('mixed-mail.pdf'));
    const result = await resultOf(await call(request));
    expect(result.document_splitting?.sub_documents).toHaveLength(8);
    expect((await call(request)).status).toBe(422);
  }, 120_000);

  it('serve a PDF above the Lambda response limit by a presigned redirect', async () => {
    const bytes = await writeLargePdf();
    expect(bytes.length).toBeGreaterThan((LAMBDA_ANSWER_BYTES * 3) / 4);
    const { processing_id } = await resultOf(await call(await uploaded(bytes)));
    const answer = await get(`/processing/results/${processing_id}/pdf?return_pages_with_ocr_data=false`);
    expect(answer.status).toBe(307);
    const fetched = await fetch(answer.headers['location'] ?? '');
    expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await PDFDocument.load(await fetched.arrayBuffer())).getPageCount()).toBe(1);
  }, 120_000);

  it('complete a request once although a function dies during a step', async () => {
    const accepted = await post('mixed-mail.pdf', await sample('mixed-mail.pdf'), '?wait_for=0');
    const { processing_id } = json<{ processing_id: string }>(accepted);
    const reader = await cloud.function('ReadPages');
    await reader.nextInvocation();
    reader.kill();
    await cloud.documents.end(processing_id);
    const answer = await get(`/processing/results/${processing_id}`);
    expect(answer.status).toBe(200);
    const announced = cloud.front.events
      .filter(({ Detail }) => Detail.includes(processing_id))
      .map(({ DetailType }) => DetailType);
    expect(announced).toEqual(['processing.succeeded']);
  }, 120_000);

  it('reject a file that is not a document, with a failure caused by the document', async () => {
    const accepted = await post('broken.pdf', Buffer.from('%PDF-1.7\nnothing of a PDF follows'), '?wait_for=0');
    const { processing_id } = json<{ processing_id: string }>(accepted);
    await cloud.documents.end(processing_id);
    const answer = await get(`/processing/results/${processing_id}`);
    expect([answer.status, json<{ code: string }>(answer).code]).toEqual([500, 'document_unreadable']);
    expect(cloud.front.events.map(({ DetailType }) => DetailType)).toContain('processing.failed');
  }, 120_000);

  it('answer 401 to an invalid key, and allow the health check without a key', async () => {
    expect((await cloud.gateway.call({ url: `/processing/results/${GENERIC}` })).status).toBe(401);
    expect(
      (
        await cloud.gateway.call({
          url: `/processing/results/${GENERIC}`,
          headers: { Authorization: 'ApiKey tl_test_x' },
        })
      ).status,
    ).toBe(401);
    expect((await cloud.gateway.call({ url: '/health' })).status).toBe(200);
  });

  it('delete expired data, and suppress an address that bounced', async () => {
    expect(await cloud.invoke('ResumeUnfinished', {})).toMatchObject({ deleted_requests: 0, deleted_uploads: 0 });
    const bounce = {
      eventType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'gone@example.com' }] },
    };
    expect(await cloud.invoke('MailFeedback', { Records: [{ Sns: { Message: JSON.stringify(bounce) } }] })).toEqual({
      suppressed: 1,
    });
  });

  it('contain entries that all start', async () => {
    const names = [
      'PrepareTraining',
      'StartTraining',
      'CheckTraining',
      'EvaluateModel',
      'GateModel',
      'DeployModel',
      'CompleteTraining',
      'RecordTrainingFailure',
      'RecordFailure',
    ];
    for (const name of names) await expect(cloud.invoke(name, {}), name).rejects.toThrow('processing_failed');
  }, 60_000);
});
