/** Deletion of expired requests and uploads: a backlog of any length is deleted; an error does not stop the others. */
import { describe, expect, it } from 'vitest';
import type { BlobStore } from '../../../core/ports.ts';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import { processingBlobs } from '../../../core/requests/processing-blobs.ts';
import { putUpload } from '../../../core/requests/uploads.ts';
import { CountingBlobs, RequestCount } from '../../fakes/table/counting-stores.ts';
import { fakeService } from '../../fakes/fake-service.ts';

const ACCOUNT_ID = '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c01';
const PAST = '2020-01-01T00:00:00.000Z';
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The row of a finished request whose retention has ended. */
const retainedRow = (id: string) => ({
  pk: `ACCOUNT#${ACCOUNT_ID}#PROCESSING#${id}`,
  sk: 'REQUEST',
  index_pk: 'RETAINED_PROCESSINGS',
  index_sk: `${PAST}#${id}`,
  processing_id: id,
  account_id: ACCOUNT_ID,
  workflow_id: uuid(1),
  workflow_name: 'Generic',
  state: 'succeeded',
  file_name: 'a.pdf',
  size: 1,
  parameters: {},
  upload_key: `accounts/${ACCOUNT_ID}/uploads/${id}`,
  created_at: PAST,
  retain_until: PAST,
  max_pages: null,
});

/** Returns a service with `count` expired requests, each with its upload and a result. */
const withExpired = async (count: number) => {
  const service = fakeService();
  for (let number = 0; number < count; number += 1) {
    const id = uuid(number);
    const { prefix } = processingBlobs(ACCOUNT_ID, id);
    await service.blobs.put(`${prefix}ocr.json`, '{}', 'application/json');
    await service.blobs.put(`accounts/${ACCOUNT_ID}/uploads/${id}`, 'x', 'application/pdf');
    await service.table.write([{ put: retainedRow(id) }]);
  }
  return service;
};

/** Returns a store that calls `act` before each deletion of a prefix. */
const whenDeleting = (inner: BlobStore, act: (prefix: string) => Promise<void>): BlobStore => {
  class Watched extends CountingBlobs {
    override async deleteAll(prefix: string): Promise<void> {
      await act(prefix);
      return super.deleteAll(prefix);
    }
  }
  return new Watched(inner, new RequestCount());
};

describe('deleteExpired', () => {
  it('deletes a backlog of several pages of the index', async () => {
    const service = await withExpired(2100);
    for (let number = 0; number < 1100; number += 1) {
      await service.table.write([
        putUpload({
          upload_id: uuid(number),
          account_id: ACCOUNT_ID,
          file_name: 'a.pdf',
          blob_key: `accounts/${ACCOUNT_ID}/unclaimed/${number}`,
          delete_after: PAST,
        }),
      ]);
    }
    expect(await deleteExpired(service)).toEqual({ requests: 2100, uploads: 1100 });
    expect(await service.blobs.list('')).toEqual([]);
    expect(await deleteExpired(service)).toEqual({ requests: 0, uploads: 0 });
  });

  it('deletes at most sixteen concurrently', async () => {
    const service = await withExpired(40);
    let [running, highest] = [0, 0];
    const blobs = whenDeleting(service.blobs, async (prefix) => {
      if (!prefix.includes('/processings/')) return;
      running += 1;
      highest = Math.max(highest, running);
      // All concurrent deletions begin before one ends.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      running -= 1;
    });
    await deleteExpired({ ...service, blobs });
    expect(highest).toBe(16);
  });

  it('attempts all deletions, then throws the first error; the next call repeats the one that failed', async () => {
    const service = await withExpired(5);
    const blobs = whenDeleting(service.blobs, (prefix) =>
      prefix.includes(uuid(2)) ? Promise.reject(new Error(`${prefix} is locked.`)) : Promise.resolve(),
    );
    await expect(deleteExpired({ ...service, blobs })).rejects.toThrow('is locked');
    expect((await service.blobs.list('')).every((key) => key.includes(uuid(2)))).toBe(true);
    expect(await deleteExpired(service)).toMatchObject({ requests: 1 });
  });

  it('begins no deletion after the signal aborts, and the next call continues', async () => {
    const service = await withExpired(60);
    const stop = new AbortController();
    const blobs = whenDeleting(service.blobs, () => {
      stop.abort();
      return Promise.resolve();
    });
    const { requests } = await deleteExpired({ ...service, blobs }, stop.signal);
    expect(requests).toBeGreaterThan(0);
    expect(requests).toBeLessThanOrEqual(16);
    expect(await deleteExpired(service)).toEqual({ requests: 60 - requests, uploads: 0 });
  });
});
