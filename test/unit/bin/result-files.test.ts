/** The JSON that `tearline split` writes. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { outcomesAsJson, writeResultFile } from '../../../bin/split/result-files.ts';
import { processingBlobs } from '../../../core/requests/processing-blobs.ts';
import { getProcessingRequest } from '../../../core/requests/processing-requests.ts';
import { startWithSample } from '../../service/harness/process-sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'tearline-result-files-'));
const DOCUMENTS = [{ name: 'Rechnung', pages: [1, 2], pdf: '/out/1-rechnung.pdf' }];

describe('The result file of a split', () => {
  const start = async () => {
    const sample = await startWithSample();
    const { service, accountId } = sample.api;
    const request = await getProcessingRequest(service, { account_id: accountId, processing_id: sample.id });
    return { service, request, sample };
  };

  it('has the whole result and the PDFs, indented', async () => {
    const { service, request, sample } = await start();
    const path = join(folder, 'short.result.json');
    await writeResultFile(service, request, DOCUMENTS, path);
    const result = { ...(await sample.get('')).json(), sub_documents: DOCUMENTS };
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(result, undefined, 2)}\n`);
  });

  it('has the same of a very long document, whose text is never in memory as a whole', { tags: 'slow' }, async () => {
    const { service, request, sample } = await start();
    const result = (await sample.get('')).json<{ ocr: { pages: unknown } }>();
    const { ocr: key } = processingBlobs(request.account_id, request.processing_id);
    const ocr = { ...result.ocr, filling: 'ü'.repeat(9 * 1024 * 1024) };
    await service.blobs.put(key, JSON.stringify(ocr), 'application/json');
    service.blobs.get = () => Promise.reject(new Error('read'));
    const path = join(folder, 'long.result.json');
    await writeResultFile(service, request, DOCUMENTS, path);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...result, ocr, sub_documents: DOCUMENTS });
  });
});

describe('The output of a split with --json', () => {
  it('is an array of what became of each file, with the content of its result file', async () => {
    const path = join(folder, 'one.result.json');
    writeFileSync(path, '{"pages":"ä"}\n');
    const split = { file: 'one.pdf', status: 'succeeded', sub_documents: DOCUMENTS, result_file: path } as const;
    const failed = { file: 'two.pdf', status: 'failed', code: 'internal_error', detail: 'No.', exit_code: 1 } as const;
    const print = async (...outcomes: Parameters<typeof outcomesAsJson>[0]): Promise<unknown> =>
      JSON.parse(await text(Readable.from(outcomesAsJson(outcomes))));
    expect(await print(split, failed, split)).toEqual([
      { ...split, result: { pages: 'ä' } },
      failed,
      { ...split, result: { pages: 'ä' } },
    ]);
    expect(await print(failed)).toEqual([failed]);
  });
});
