import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileBlobStore } from '../../../adapters/local/blobs/file-blob-store.ts';
import { isStorageFull } from '../../../adapters/local/storage-full.ts';
import { UploadSigner } from '../../../adapters/local/http/upload-signer.ts';
import { BlobNotFoundError, StorageFullError } from '../../../core/errors.ts';

describe('the blob store of files', () => {
  let folder: string;
  const open = (reserveBytes?: number): Promise<FileBlobStore> =>
    FileBlobStore.open({
      folder,
      signer: new UploadSigner('secret'),
      ...(reserveBytes === undefined ? {} : { reserveBytes }),
    });
  const filesIn = async (name: string): Promise<string[]> =>
    (await readdir(join(folder, name), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tearline-store-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('does not list incomplete files of a crash, and deletes them at the next start', async () => {
    const before = await open();
    await before.put('a/b', 'whole', 'text/plain');
    await writeFile(join(folder, 'incoming', 'left-behind'), 'hal');
    expect(await before.list('')).toEqual(['a/b']);
    const after = await open();
    expect(await filesIn('incoming')).toEqual([]);
    expect(await after.list('')).toEqual(['a/b']);
    expect(Buffer.from(await after.get('a/b')).toString()).toBe('whole');
  });

  it('opens a range of a blob as a stream that a replacement does not change', async () => {
    const store = await open();
    const blob = await store.put('a', '0123456789', 'text/plain');
    const stream = await store.openRange({ blob, offset: 3, length: 4 });
    await store.put('a', 'x'.repeat(10), 'text/plain');
    expect(await text(stream)).toBe('3456');
  });

  it('does not open a blob that has been replaced or deleted since it was described', async () => {
    const store = await open();
    const blob = await store.put('a', '0123456789', 'text/plain');
    await store.put('a', '9876543210', 'text/plain');
    const range = { blob, offset: 0, length: 10 };
    await expect(store.openRange(range)).rejects.toThrow(BlobNotFoundError);
    await store.deleteAll('a');
    await expect(store.openRange(range)).rejects.toThrow(BlobNotFoundError);
  });

  it('uses the later file where a crash prevented the deletion of the earlier one with another content type', async () => {
    const store = await open();
    await store.put('a', 'old', 'text/plain');
    await writeFile(join(folder, 'stored', 'a', '=application%2Fjson'), '{}');
    expect(await store.head('a')).toMatchObject({ contentType: 'application/json' });
    expect(await store.list('')).toEqual(['a']);
    await store.put('a', 'newest', 'text/plain');
    expect(await filesIn('stored')).toEqual(['=text%2Fplain']);
  });

  it('ignores the empty folders that a crash may leave', async () => {
    const store = await open();
    await mkdir(join(folder, 'stored', 'x', 'y'), { recursive: true });
    expect(await store.list('')).toEqual([]);
    expect(await store.head('x/y')).toBeUndefined();
    await store.put('x', 'now', 'text/plain');
    expect(await store.list('x')).toEqual(['x']);
  });

  it('leaves no file and no folder of a deleted blob', async () => {
    const store = await open();
    await store.put('a/b/c', '1', 'text/plain');
    await store.put('a/d', '1', 'text/plain');
    await store.deleteAll('a/');
    expect(await readdir(join(folder, 'stored'))).toEqual([]);
  });

  it('stores a blob while all blobs around it are deleted', async () => {
    const store = await open();
    await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        await store.put(`busy/folder/${n}`, 'x', 'text/plain');
        await store.deleteAll(`busy/folder/${n}`);
      }),
    );
    expect(await store.list('')).toEqual([]);
  });

  it('reserves disk space for the table, and stores nothing of a rejected blob', async () => {
    const store = await open(Number.MAX_SAFE_INTEGER);
    await expect(store.put('a', 'x', 'text/plain')).rejects.toThrow(StorageFullError);
    expect([...(await filesIn('stored')), ...(await filesIn('incoming'))]).toEqual([]);
  });

  it('leaves no partial blob where the disk becomes full', async () => {
    const store = await open();
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const write = store.receive('a', 'text/plain', 10, async (file) => {
      await file.writeFile('half');
      throw full;
    });
    await expect(write).rejects.toThrow(StorageFullError);
    expect([...(await filesIn('stored')), ...(await filesIn('incoming'))]).toEqual([]);
  });

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('throws StorageFullError for %s', (code) => {
    expect(isStorageFull(Object.assign(new Error('x'), { code }))).toBe(true);
    expect(isStorageFull(Object.assign(new Error('x'), { code: 'EIO' }))).toBe(false);
  });
});
