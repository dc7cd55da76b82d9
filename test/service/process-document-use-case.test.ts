import { afterEach, describe, expect, it } from 'vitest';
import {
  DocumentEmptyError,
  DocumentTooLargeError,
  ParametersDoNotFitError,
  ProcessingNotAccessibleError,
  StorageFullError,
  UnsupportedFormatError,
  ValidationError,
  WorkflowNotFoundError,
} from '../../core/errors.ts';
import { processDocument } from '../../core/processing/process-document.ts';
import type { DocumentToProcess } from '../../core/processing/process-document.ts';
import { createUpload } from '../../core/processing/create-upload.ts';
import { deleteExpired } from '../../core/processing/deletion/delete-expired.ts';
import { findProcessingRequest, waitForProcessingRequest } from '../../core/requests/find-processing-request.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../core/requests/processing-request.ts';
import type { ProcessingRequest } from '../../core/requests/processing-request.ts';
import { openRequests } from '../../core/requests/processing-requests.ts';
import type { Service } from '../../core/service.ts';
import { writeFakeDocument } from '../fakes/documents/fake-document.ts';
import { ACCOUNT, OTHER_ACCOUNT, openHarness, pdfOf, waitForEnd } from './harness/pipeline-harness.ts';
import type { Harness, HarnessOptions } from './harness/pipeline-harness.ts';

const open: Harness[] = [];
const harnessOf = async (options: HarnessOptions = { stateMachinesDown: true }): Promise<Harness> => {
  const harness = await openHarness(options);
  open.push(harness);
  return harness;
};
afterEach(async () => {
  for (const harness of open.splice(0)) await harness.close();
});

const accept = (
  service: Service,
  { parameters, ...other }: Partial<Omit<DocumentToProcess, 'parameters'>> & { parameters?: unknown } = {},
): Promise<ProcessingRequest> =>
  processDocument(service, ACCOUNT, {
    workflowKey: GENERIC_WORKFLOW_ID,
    file: { name: 'mail.pdf', bytes: pdfOf(1) },
    parameters: processingParametersSchema.parse(parameters ?? {}),
    ...other,
  });

const blobsOf = (service: Service) => service.blobs.list('accounts/');
const bytes = (text: string) => new TextEncoder().encode(text);
const sendTo = async (service: Service, uploadId: string, body: Uint8Array) => {
  await service.blobs.put(`accounts/${ACCOUNT.account_id}/uploads/${uploadId}`, body, 'application/pdf');
};
const laterBy = (service: Service, ms: number): Service => ({
  ...service,
  clock: { now: () => new Date(Date.now() + ms), sleep: (pause) => service.clock.sleep(pause) },
});
const DAY = 24 * 3_600_000;
/** Returns the port with some of its methods replaced. */
const withMethods = <Port extends object>(port: Port, methods: Partial<Port>): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in methods ? methods : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
/** Returns a table on which the transaction that creates a request fails. */
const tableThatFailsRequests = ({ table }: Service, error: Error): Service['table'] =>
  withMethods(table, {
    write: (operations) => (operations.length > 1 ? Promise.reject(error) : table.write(operations)),
  });

const openOf = async (service: Parameters<typeof openRequests>[0]) => {
  const open: ProcessingRequest[] = [];
  for await (const request of openRequests(service)) open.push(request);
  return open;
};

describe('processDocument', () => {
  it('stores the file and a queued row before it returns', async () => {
    const { service } = await harnessOf();
    const request = await accept(service);
    expect(request).toMatchObject({
      state: 'queued',
      account_id: ACCOUNT.account_id,
      workflow_id: GENERIC_WORKFLOW_ID,
      file_name: 'mail.pdf',
    });
    expect(await service.blobs.get(request.upload_key)).toEqual(Buffer.from(pdfOf(1)));
    expect(await openOf(service)).toEqual([request]);
  });

  it.each([
    ['an unknown workflow', { workflowKey: '11111111-0000-4000-8000-000000000001' }, WorkflowNotFoundError],
    ['a file without bytes', { file: { name: 'x', bytes: bytes('') } }, DocumentEmptyError],
    ['a file over the limit', { file: { name: 'x', bytes: Buffer.alloc(10_001, '%PDF-1.7 ') } }, DocumentTooLargeError],
    [
      'a file of an unsupported format',
      { file: { name: 'x.pdf', bytes: bytes('Dear Sirs, this is a text.') } },
      UnsupportedFormatError,
    ],
    [
      'parameters that contradict each other',
      { parameters: { split_before: [2], keep_together: [[1, 3]] } },
      ParametersDoNotFitError,
    ],
    ['an unknown upload', { file: { uploadId: '11111111-0000-4000-8000-000000000001' } }, ValidationError],
  ])('refuses %s and stores nothing', async (_, input, error) => {
    const { service } = await harnessOf();
    await expect(accept(service, input)).rejects.toThrow(error);
    expect([await blobsOf(service), await openOf(service)]).toEqual([[], []]);
  });

  it('stores nothing where the disk is full when it writes the file', async () => {
    const { service } = await harnessOf();
    const full = {
      ...service,
      blobs: withMethods(service.blobs, { put: () => Promise.reject(new StorageFullError()) }),
    };
    await expect(accept(full)).rejects.toThrow(StorageFullError);
    expect([await blobsOf(service), await openOf(service)]).toEqual([[], []]);
  });

  it('stores nothing where the disk is full when it writes the row', async () => {
    const { service } = await harnessOf();
    await expect(
      accept({ ...service, table: tableThatFailsRequests(service, new StorageFullError()) }),
    ).rejects.toThrow(StorageFullError);
    expect([await blobsOf(service), await openOf(service)]).toEqual([[], []]);
  });

  it('leaves a file that is deleted later where the process crashes between file and row', async () => {
    const { service } = await harnessOf();
    const killed = new Error('killed');
    const write: Service['table']['write'] = (operations) =>
      operations.some((operation) => 'delete' in operation) ? Promise.reject(killed) : service.table.write(operations);
    await expect(accept({ ...service, table: withMethods(service.table, { write }) })).rejects.toThrow('killed');
    expect(await blobsOf(service)).toHaveLength(1);
    expect(await deleteExpired(service)).toEqual({ requests: 0, uploads: 0 });
    expect(await deleteExpired(laterBy(service, DAY))).toEqual({ requests: 0, uploads: 1 });
    expect(await blobsOf(service)).toEqual([]);
  });
});

describe('a file sent to an upload address', () => {
  it('is processed once, under its own name', async () => {
    const { service } = await harnessOf();
    const upload = await createUpload(service, ACCOUNT, {
      file_name: 'big.pdf',
      content_type: 'application/pdf',
      size: 20,
    });
    expect(upload).toMatchObject({ method: 'PUT', url: expect.stringContaining(upload.upload_id) as string });
    await sendTo(service, upload.upload_id, pdfOf(3));
    const request = await accept(service, { file: { uploadId: upload.upload_id } });
    expect([request.file_name, request.size]).toEqual(['big.pdf', pdfOf(3).length]);
    await expect(accept(service, { file: { uploadId: upload.upload_id } })).rejects.toThrow(
      'belongs to a request already',
    );
  });

  it('is refused where it was not sent', async () => {
    const { service } = await harnessOf();
    const { upload_id: uploadId } = await createUpload(service, ACCOUNT, {
      file_name: 'x',
      content_type: 'application/pdf',
      size: 20,
    });
    await expect(accept(service, { file: { uploadId } })).rejects.toThrow('has not been sent');
  });

  it('is unknown to other accounts', async () => {
    const { service } = await harnessOf();
    const { upload_id: uploadId } = await createUpload(service, OTHER_ACCOUNT, {
      file_name: 'x',
      content_type: 'application/pdf',
      size: 20,
    });
    await expect(accept(service, { file: { uploadId } })).rejects.toThrow('There is no upload');
  });

  it('is deleted where no request claims it within a day, and kept where one does', async () => {
    const { service } = await harnessOf();
    const unused = await createUpload(service, ACCOUNT, { file_name: 'a', content_type: 'application/pdf', size: 20 });
    const used = await createUpload(service, ACCOUNT, { file_name: 'b', content_type: 'application/pdf', size: 20 });
    for (const { upload_id: id } of [unused, used]) await sendTo(service, id, pdfOf(1));
    const request = await accept(service, { file: { uploadId: used.upload_id } });
    expect(await deleteExpired(laterBy(service, 2 * DAY))).toEqual({ requests: 0, uploads: 1 });
    expect(await blobsOf(service)).toEqual([request.upload_key]);
  });

  it('is refused before it is sent where its size is over the limit', async () => {
    const { service } = await harnessOf();
    await expect(
      createUpload(service, ACCOUNT, { file_name: 'x', content_type: 'application/pdf', size: 10_001 }),
    ).rejects.toThrow(DocumentTooLargeError);
    await expect(
      createUpload(service, ACCOUNT, { file_name: 'x', content_type: 'application/pdf', size: 0 }),
    ).rejects.toThrow(DocumentEmptyError);
  });
});

describe('an upload of a request that failed', () => {
  /** Sends a file to an upload address, processes it, and returns its upload with the failed request. */
  const failWith = async (
    { service }: Harness,
    file: Uint8Array,
    parameters: unknown = {},
  ): Promise<{ uploadId: string; failed: ProcessingRequest }> => {
    const { upload_id: uploadId } = await createUpload(service, ACCOUNT, {
      file_name: 'big.pdf',
      content_type: 'application/pdf',
      size: 20,
    });
    await sendTo(service, uploadId, file);
    const { processing_id: id } = await accept(service, { file: { uploadId }, parameters });
    const failed = await waitForEnd(service, id);
    expect(failed.state).toBe('failed');
    return { uploadId, failed };
  };

  it.each([
    ['for its parameters', pdfOf(3), { split_before: [9] }, 'parameters_do_not_fit'],
    [
      'by a fault of the service',
      writeFakeDocument({ pages: 1, fails: { job: 'inspect', error: 'Error' } }),
      {},
      'processing_failed',
    ],
  ])('%s can be processed again, until it expires as before', async (_, file, parameters, code) => {
    const harness = await harnessOf({});
    const { service } = harness;
    const { uploadId, failed } = await failWith(harness, file, parameters);
    expect(failed.failure?.code).toBe(code);
    const queues = { ...service, stateMachines: { start: () => Promise.resolve(), resume: () => Promise.resolve() } };
    const again = await accept(queues, { file: { uploadId } });
    expect([again.file_name, again.upload_key]).toEqual([failed.file_name, failed.upload_key]);
    await expect(accept(service, { file: { uploadId } })).rejects.toThrow('belongs to a request already');
    const { uploadId: unused } = await failWith(harness, file, parameters);
    expect(await deleteExpired(laterBy(service, DAY - 60_000))).toMatchObject({ uploads: 0 });
    expect(await deleteExpired(laterBy(service, DAY + 1000))).toMatchObject({ uploads: 1 });
    await expect(accept(service, { file: { uploadId: unused } })).rejects.toThrow('There is no upload');
  });

  it('for its document is used up', async () => {
    const harness = await harnessOf({});
    const { uploadId, failed } = await failWith(
      harness,
      writeFakeDocument({ pages: 1, fails: { job: 'inspect', error: 'DocumentEncryptedError' } }),
    );
    expect(failed.failure?.code).toBe('document_encrypted');
    await expect(accept(harness.service, { file: { uploadId } })).rejects.toThrow('There is no upload');
  });

  it('is not deleted with that request at the end of its retention', async () => {
    const harness = await harnessOf({});
    const { service } = harness;
    const { uploadId, failed } = await failWith(harness, pdfOf(3), { split_before: [9], retain_days: 1 });
    await expect.poll(() => openOf(service)).toEqual([]);
    const { processing_id: id } = await accept(service, { file: { uploadId } });
    expect((await waitForEnd(service, id)).state).toBe('succeeded');
    expect(await deleteExpired(laterBy(service, DAY + 1000))).toMatchObject({ requests: 1 });
    await expect(findProcessingRequest(service, ACCOUNT, failed.processing_id)).rejects.toThrow(
      ProcessingNotAccessibleError,
    );
    expect(await service.blobs.head(failed.upload_key)).toBeDefined();
  });

  it('sent with the request itself is deleted with it', async () => {
    const { service } = await harnessOf({});
    const { processing_id: id, upload_key: key } = await accept(service, {
      file: { name: 'mail.pdf', bytes: pdfOf(3) },
      parameters: { split_before: [9], retain_days: 1 },
    });
    expect((await waitForEnd(service, id)).state).toBe('failed');
    await expect.poll(() => openOf(service)).toEqual([]);
    expect(await deleteExpired(laterBy(service, DAY + 1000))).toEqual({ requests: 1, uploads: 0 });
    expect(await service.blobs.head(key)).toBeUndefined();
  });
});

describe('findProcessingRequest', () => {
  it('throws the same error for an unknown id and for a request of another account', async () => {
    const { service } = await harnessOf();
    const request = await accept(service);
    await expect(findProcessingRequest(service, OTHER_ACCOUNT, request.processing_id)).rejects.toThrow(
      ProcessingNotAccessibleError,
    );
    await expect(findProcessingRequest(service, ACCOUNT, '11111111-0000-4000-8000-000000000001')).rejects.toThrow(
      ProcessingNotAccessibleError,
    );
  });

  it('waits no longer than requested where the request does not end', async () => {
    const { service } = await harnessOf();
    const request = await accept(service);
    expect((await waitForProcessingRequest(service, ACCOUNT, request.processing_id, 0.1)).state).toBe('queued');
  });

  it('waits no longer than the host can hold open', async () => {
    const { service } = await harnessOf();
    const request = await accept(service);
    const shortWait = { ...service, settings: { ...service.settings, maxWaitSeconds: 0.1 } };
    expect((await waitForProcessingRequest(shortWait, ACCOUNT, request.processing_id, 60)).state).toBe('queued');
  });
});

describe('retention', () => {
  it('makes a request inaccessible at its end; then the request and its blobs are deleted', async () => {
    const { service } = await harnessOf({});
    const { processing_id: id } = await accept(service, { parameters: { retain_days: 2 } });
    const kept = await accept(service);
    for (const each of [id, kept.processing_id]) expect((await waitForEnd(service, each)).state).toBe('succeeded');
    await expect.poll(() => openOf(service)).toEqual([]);
    expect(await deleteExpired(laterBy(service, DAY))).toMatchObject({ requests: 0 });
    const later = laterBy(service, 2 * DAY + 1000);
    await expect(findProcessingRequest(later, ACCOUNT, id)).rejects.toThrow(ProcessingNotAccessibleError);
    expect(await deleteExpired(later)).toMatchObject({ requests: 1 });
    expect((await blobsOf(service)).filter((key) => key.includes(id))).toEqual([]);
    await expect(findProcessingRequest(service, ACCOUNT, id)).rejects.toThrow(ProcessingNotAccessibleError);
    expect((await findProcessingRequest(later, ACCOUNT, kept.processing_id)).state).toBe('succeeded');
  });

  it.each([
    ['as long as requested', undefined, 30, 30],
    ['without limit by default', undefined, undefined, undefined],
    ["for the host's maximum by default", 7, undefined, 7],
    ["for the host's maximum where more is requested", 7, 30, 7],
    ['for a shorter time where requested', 7, 2, 2],
  ])('keeps a document %s', async (_, maxRetainDays, requested, days) => {
    const { service } = await harnessOf({});
    const host =
      maxRetainDays === undefined ? service : { ...service, settings: { ...service.settings, maxRetainDays } };
    const { created_at, retain_until } = await accept(host, {
      parameters: requested === undefined ? {} : { retain_days: requested },
    });
    expect(retain_until === undefined ? undefined : (Date.parse(retain_until) - Date.parse(created_at)) / DAY).toBe(
      days,
    );
  });
});
