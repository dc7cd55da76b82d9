/** Contract of BlobStore: S3's semantics. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlobNotFoundError } from '../../core/errors.ts';
import type { BlobRange, BlobStore, PresignedUpload } from '../../core/ports.ts';

export interface BlobStoreUnderTest {
  readonly blobs: BlobStore;
  /** Sends a body to a presigned URL with the required headers, as a client does. @returns the HTTP status */
  send(upload: PresignedUpload, body: Uint8Array, headers?: Readonly<Record<string, string>>): Promise<number>;
  /** Opens the bytes of a blob that an answer of the API names, where the host sends them itself. Default: `get`. */
  openRange?(range: BlobRange): Promise<Readable>;
  close(): Promise<void>;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (body: Uint8Array): string => new TextDecoder().decode(body);

/** Not a fault of the store, which a client would send again. */
const expectRefusal = (status: number): void => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
};

export const describeBlobStoreContract = (name: string, makeStore: () => Promise<BlobStoreUnderTest>): void => {
  describe(`BlobStore contract: ${name}`, () => {
    let made: BlobStoreUnderTest;
    let blobs: BlobStore;
    let folder: string;

    beforeEach(async () => {
      made = await makeStore();
      blobs = made.blobs;
      folder = await mkdtemp(join(tmpdir(), 'tearline-blobs-'));
    });
    afterEach(async () => {
      await made.close();
      await rm(folder, { recursive: true, force: true });
    });

    describe('putting and getting', () => {
      it('returns the bytes, the size and the content type', async () => {
        const body = Uint8Array.from({ length: 100_000 }, (_, n) => n % 256);
        const info = await blobs.put('a/b/c.bin', body, 'application/octet-stream');
        expect(info).toMatchObject({ key: 'a/b/c.bin', size: 100_000, contentType: 'application/octet-stream' });
        expect(info.etag).toMatch(/^[^"]+$/);
        expect(await blobs.head('a/b/c.bin')).toEqual(info);
        expect(Buffer.compare(await blobs.get('a/b/c.bin'), body)).toBe(0);
      });

      it('returns a range of the bytes', async () => {
        await blobs.put('a', '0123456789', 'text/plain');
        expect(text(await blobs.get('a', { offset: 0, length: 1 }))).toBe('0');
        expect(text(await blobs.get('a', { offset: 3, length: 4 }))).toBe('3456');
        expect(text(await blobs.get('a', { offset: 3, length: 7 }))).toBe('3456789');
        await expect(blobs.get('b', { offset: 0, length: 1 })).rejects.toThrow(BlobNotFoundError);
      });

      it('finds the blob that an answer names, also where the answer gives it another type', async () => {
        const blob = await blobs.put('a', '0123456789', 'application/pdf');
        const range = { blob: { ...blob, contentType: 'application/octet-stream' }, offset: 3, length: 4 };
        const read =
          made.openRange === undefined
            ? text(await blobs.get(range.blob.key, range))
            : await textOf(await made.openRange(range));
        expect(read).toBe('3456');
      });

      it('keeps text as UTF-8, types with parameters, and empty blobs', async () => {
        await blobs.put('t', 'Größe 日本', 'text/plain; charset=utf-8');
        expect(text(await blobs.get('t'))).toBe('Größe 日本');
        expect(await blobs.head('t')).toMatchObject({ size: 14, contentType: 'text/plain; charset=utf-8' });
        await blobs.put('empty', '', 'application/json');
        expect(await blobs.get('empty')).toHaveLength(0);
      });

      it('throws an error that names an absent blob', async () => {
        expect(await blobs.head('a')).toBeUndefined();
        await expect(blobs.get('a')).rejects.toThrow(BlobNotFoundError);
        await expect(blobs.file('a')).rejects.toThrow(BlobNotFoundError);
      });

      it('replaces bytes, type and etag', async () => {
        const first = await blobs.put('a', 'first', 'text/plain');
        const second = await blobs.put('a', 'other', 'text/plain');
        const third = await blobs.put('a', '{}', 'application/json');
        expect(new Set([first.etag, second.etag, third.etag]).size).toBe(3);
        expect(await blobs.head('a')).toEqual(third);
        expect(await blobs.list('')).toEqual(['a']);
      });

      it('keeps one complete blob of several concurrent puts', async () => {
        const bodies = Array.from({ length: 20 }, (_, n) => String(n).repeat(10_000 + n));
        await Promise.all(
          bodies.map((body, n) => blobs.put('same', body, n % 2 === 0 ? 'text/plain' : 'application/json')),
        );
        expect(bodies).toContain(text(await blobs.get('same')));
      });

      it('never shows a reader an incomplete blob while it is replaced', async () => {
        await blobs.put('a', 'x'.repeat(200_000), 'text/plain');
        const writes = (async () => {
          for (const letter of ['y', 'z', 'w', 'v', 'u']) await blobs.put('a', letter.repeat(200_000), 'text/plain');
        })();
        for (let n = 0; n < 20; n += 1) {
          const seen = text(await blobs.get('a'));
          expect([seen.length, seen]).toEqual([200_000, seen.charAt(0).repeat(200_000)]);
        }
        await writes;
      });
    });

    describe('files', () => {
      it('stores a file', async () => {
        const path = join(folder, 'done.pdf');
        await writeFile(path, 'whole');
        const info = await blobs.putFile('out/done', path, 'application/pdf');
        expect(info).toMatchObject({ key: 'out/done', size: 5, contentType: 'application/pdf' });
        expect(text(await blobs.get('out/done'))).toBe('whole');
      });

      it('provides a blob as a local file', async () => {
        await blobs.put('a', 'bytes', 'text/plain');
        const file = await blobs.file('a');
        expect(await readFile(file.path, 'utf8')).toBe('bytes');
        await file.release();
        expect(text(await blobs.get('a'))).toBe('bytes');
      });

      it('fails for a missing file and stores nothing', async () => {
        await expect(blobs.putFile('a', join(folder, 'absent'), 'text/plain')).rejects.toMatchObject({
          code: 'ENOENT',
        });
        expect(await blobs.list('')).toEqual([]);
      });
    });

    describe('listing and deleting', () => {
      const keys = ['a', 'a/1', 'a/10', 'a/2', 'ab/1', 'b/x/y', 'b.c'];
      beforeEach(async () => {
        for (const key of keys) await blobs.put(key, key, 'text/plain');
      });

      it('lists every key that begins with a prefix, in order', async () => {
        expect(await blobs.list('')).toEqual([...keys].sort());
        expect(await blobs.list('a/')).toEqual(['a/1', 'a/10', 'a/2']);
        expect(await blobs.list('a/1')).toEqual(['a/1', 'a/10']);
        expect(await blobs.list('a')).toEqual(['a', 'a/1', 'a/10', 'a/2', 'ab/1']);
        expect(await blobs.list('b/x/y')).toEqual(['b/x/y']);
        expect(await blobs.list('c')).toEqual([]);
      });

      it('deletes every key below a folder, and no other', async () => {
        await blobs.deleteAll('a/');
        expect(await blobs.list('')).toEqual(['a', 'ab/1', 'b.c', 'b/x/y']);
        await blobs.deleteAll('a/');
        await blobs.deleteAll('b/x/y');
        expect(await blobs.list('')).toEqual(['a', 'ab/1', 'b.c']);
      });

      it('deletes the blob of a key with those below it, and none whose key only begins the same', async () => {
        await blobs.deleteAll('a/1');
        expect(await blobs.list('')).toEqual(['a', 'a/10', 'a/2', 'ab/1', 'b.c', 'b/x/y']);
        await blobs.deleteAll('a');
        await blobs.deleteAll('b');
        expect(await blobs.list('')).toEqual(['ab/1', 'b.c']);
      });

      it('stores a blob together with blobs below its key', async () => {
        expect(text(await blobs.get('a'))).toBe('a');
        expect(text(await blobs.get('a/1'))).toBe('a/1');
      });
    });

    describe('keys', () => {
      it.each([
        '',
        '/a',
        'a/',
        'a//b',
        '..',
        '.',
        'a/../b',
        '../a',
        './a',
        'a/..',
        'a b',
        'a\\b',
        'ä',
        'a\0b',
        'a%2fb',
        'a=b',
        `${'a/'.repeat(600)}a`,
      ])('rejects the key %.40j', async (key) => {
        await expect(blobs.put(key, 'x', 'text/plain')).rejects.toThrow(RangeError);
        await expect(blobs.get(key)).rejects.toThrow(RangeError);
        await expect(blobs.head(key)).rejects.toThrow(RangeError);
        await expect(blobs.file(key)).rejects.toThrow(RangeError);
        await expect(
          blobs.presignUpload(key, { contentType: 'text/plain', size: 1, expiresAt: new Date(Date.now() + 1000) }),
        ).rejects.toThrow(RangeError);
      });

      it.each(['../', '/', 'a//', 'a/../'])('rejects the prefix %j', async (prefix) => {
        await expect(blobs.list(prefix)).rejects.toThrow(RangeError);
        await expect(blobs.deleteAll(prefix)).rejects.toThrow(RangeError);
      });

      it.each(['', '.', 'a/.', 'a/..'])('deletes nothing for %j, which is no key', async (key) => {
        await blobs.put('a/b', 'x', 'text/plain');
        await expect(blobs.deleteAll(key)).rejects.toThrow(RangeError);
        expect(await blobs.list('')).toEqual(['a/b']);
      });

      it.each(['a.b', '...', 'A-Z_0.9', '.hidden', 'accounts/0-1/processings/2/records/000001-000025.jsonl'])(
        'accepts the key %j',
        async (key) => {
          await blobs.put(key, key, 'text/plain');
          expect(await blobs.list('')).toEqual([key]);
          await blobs.deleteAll(key);
          expect(await blobs.list('')).toEqual([]);
        },
      );
    });

    describe('presigned uploads', () => {
      const presign = (
        key: string,
        size: number,
        expiresAt = new Date(Date.now() + 60_000),
      ): Promise<PresignedUpload> => blobs.presignUpload(key, { contentType: 'application/pdf', size, expiresAt });

      it('accept a body of exactly the signed size and content type', async () => {
        const upload = await presign('uploads/1', 5);
        expect(await made.send(upload, bytes('12345'))).toBe(200);
        expect(await blobs.head('uploads/1')).toMatchObject({ size: 5, contentType: 'application/pdf' });
        expect(text(await blobs.get('uploads/1'))).toBe('12345');
      });

      it.each([
        ['shorter', '1234'],
        ['longer', '123456'],
      ])('reject a %s body and store nothing', async (_, body) => {
        expectRefusal(await made.send(await presign('uploads/1', 5), bytes(body)));
        expect(await blobs.head('uploads/1')).toBeUndefined();
      });

      it('reject another content type', async () => {
        expectRefusal(await made.send(await presign('uploads/1', 5), bytes('12345'), { 'Content-Type': 'text/html' }));
        expect(await blobs.head('uploads/1')).toBeUndefined();
      });

      it('reject a modified URL', async () => {
        const upload = await presign('uploads/1', 5);
        const other = { ...upload, url: upload.url.replace('uploads/1', 'uploads/2') };
        expect(await made.send(other, bytes('12345'))).toBe(403);
        expect(await blobs.list('')).toEqual([]);
      });

      it('reject an expired URL', async () => {
        expect(await made.send(await presign('uploads/1', 5, new Date(Date.now() - 1000)), bytes('12345'))).toBe(403);
        expect(await blobs.list('')).toEqual([]);
      });

      it('reject a second body', async () => {
        const upload = await presign('uploads/1', 5);
        expect(await made.send(upload, bytes('12345'))).toBe(200);
        expectRefusal(await made.send(upload, bytes('54321')));
        expect(text(await blobs.get('uploads/1'))).toBe('12345');
      });
    });
  });
};
