/** S3-specific behaviour: large files, truncated bodies, partial deletions, and shared copies. */
import { mkdtemp, readdir, readFile, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { s3Client } from '../../../adapters/aws/s3/s3-client.ts';
import { withinSignal } from '../../../adapters/aws/call-aws.ts';
import { S3BlobStore } from '../../../adapters/aws/s3/s3-blob-store.ts';
import { BlobNotFoundError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { FakeS3, s3Error } from '../../fakes/aws/fake-s3.ts';
import { FaultyWire } from '../../fakes/aws/faulty-wire.ts';
import type { Fault } from '../../fakes/aws/faulty-wire.ts';
import { TEST_CLIENT, through } from '../../fakes/aws/test-clients.ts';

const MEGABYTE = 1024 * 1024;

const openStore = (faults: readonly (Fault | undefined)[], forEver?: Fault) => {
  const s3 = new FakeS3();
  const wire = new FaultyWire(s3, faults, forEver);
  return { s3, wire, blobs: new S3BlobStore({ client: through(s3Client(TEST_CLIENT), wire), bucket: 'bucket' }) };
};

describe('S3BlobStore', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tearline-s3-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const writeLarge = async (): Promise<{ path: string; bytes: Buffer }> => {
    // Three parts, the last one short.
    const bytes = Buffer.alloc(32 * MEGABYTE + 5, 'abcdefg');
    const path = join(folder, 'large');
    await writeFile(path, bytes);
    return { path, bytes };
  };

  it('uploads a large file in parts, and retries each part that fails', async () => {
    const { path, bytes } = await writeLarge();
    const { s3, blobs } = openStore([undefined, 'reset', 'lost', s3Error(503, 'SlowDown')]);
    const info = await blobs.putFile('large', path, 'application/pdf');
    expect(info).toMatchObject({ size: bytes.length, contentType: 'application/pdf' });
    expect(s3.objects.get('large')?.bytes.equals(bytes)).toBe(true);
    expect(await blobs.head('large')).toEqual(info);
    expect(s3.unfinished.size).toBe(0);
  });

  it('deletes the parts of a large file whose upload fails', { tags: 'slow' }, async () => {
    const { path } = await writeLarge();
    // The upload starts, one part succeeds, the others fail permanently; the abort succeeds.
    const refused = s3Error(403, 'AccessDenied');
    const { s3, blobs } = openStore([undefined, undefined, refused, refused]);
    await expect(blobs.putFile('large', path, 'application/pdf')).rejects.toThrow(/AccessDenied/u);
    expect(s3.objects.size).toBe(0);
    expect(s3.unfinished.size).toBe(0);
  });

  /** Whether this process has the file open, as Linux tells. */
  const isOpen = async (path: string): Promise<boolean> => {
    const open = await readdir('/proc/self/fd');
    const targets = await Promise.all(open.map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => '')));
    return targets.includes(path);
  };

  it.runIf(process.platform === 'linux').each([
    {
      how: 'fails',
      faults: [undefined, undefined, s3Error(403, 'AccessDenied'), s3Error(403, 'AccessDenied')],
      forEver: undefined,
      limitMs: 20_000,
      name: 'AccessDenied',
    },
    {
      how: 'is aborted while its parts hang',
      faults: [undefined],
      forEver: 'hang',
      limitMs: 1_000,
      name: 'TemporarilyUnavailableError',
    },
  ] as const)('closes a large file whose upload $how', async ({ faults, forEver, limitMs, name }) => {
    // More parts than are sent at a time: the file is not read to its end.
    const path = join(folder, 'large');
    await writeFile(path, '');
    await truncate(path, 80 * MEGABYTE);
    const { blobs } = openStore(faults, forEver);
    const put = withinSignal(AbortSignal.timeout(limitMs), () => blobs.putFile('large', path, 'application/pdf'));
    await expect(put).rejects.toMatchObject({ name });
    await expect.poll(() => isOpen(path)).toBe(false);
  });

  it('sends nothing of a large file where its call was aborted before', { tags: 'slow' }, async () => {
    const { path } = await writeLarge();
    const { blobs, wire } = openStore([]);
    const put = withinSignal(AbortSignal.abort(), () => blobs.putFile('large', path, 'application/pdf'));
    await expect(put).rejects.toThrow(TemporarilyUnavailableError);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(wire.sent).toBe(0);
  });

  it('reads a blob again whose body was truncated', async () => {
    const { s3, blobs } = openStore(['cut', 'cut']);
    s3.store('a', Buffer.alloc(100_000, 'x'), 'text/plain');
    expect(Buffer.from(await blobs.get('a')).equals(Buffer.alloc(100_000, 'x'))).toBe(true);
  });

  it('provides a complete file after a truncated body', async () => {
    const { s3, blobs } = openStore([undefined, 'cut', 'cut']);
    s3.store('a', Buffer.alloc(100_000, 'x'), 'text/plain');
    const file = await blobs.file('a');
    expect((await readFile(file.path)).equals(Buffer.alloc(100_000, 'x'))).toBe(true);
    await file.release();
  });

  it('retries deletions with a transient error', async () => {
    const { s3, blobs } = openStore([]);
    for (const key of ['p/1', 'p/2', 'p/3', 'q']) s3.store(key, Buffer.from('x'), 'text/plain');
    s3.refuseDeletion.set('p/2', 2);
    await blobs.deleteAll('p/');
    expect([...s3.objects.keys()]).toEqual(['q']);
  });

  it('throws where a deletion fails permanently', async () => {
    const { s3, blobs } = openStore([]);
    s3.store('p/1', Buffer.from('x'), 'text/plain');
    s3.refuseDeletion.set('p/1', Infinity);
    await expect(withinSignal(AbortSignal.timeout(300), () => blobs.deleteAll('p/'))).rejects.toThrow(
      TemporarilyUnavailableError,
    );
  });

  it('lists and deletes more blobs than one response contains', async () => {
    const { s3, blobs } = openStore([]);
    for (let n = 0; n < 2500; n += 1) s3.store(`p/${String(n).padStart(4, '0')}`, Buffer.from('x'), 'text/plain');
    expect(await blobs.list('p/')).toHaveLength(2500);
    await blobs.deleteAll('p/');
    expect(s3.objects.size).toBe(0);
  });

  it('recognises an absent blob where S3 answers 403', async () => {
    const { s3, blobs } = openStore([]);
    s3.hidesAbsence = true;
    s3.store('a/10', Buffer.from('x'), 'text/plain');
    expect(await blobs.head('a/1')).toBeUndefined();
    await expect(blobs.get('a/1')).rejects.toThrow(BlobNotFoundError);
    await expect(blobs.file('a/1')).rejects.toThrow(BlobNotFoundError);
  });

  it('does not treat a forbidden blob as absent', async () => {
    const { s3, blobs } = openStore([s3Error(403, 'AccessDenied')]);
    s3.store('a', Buffer.from('x'), 'text/plain');
    await expect(blobs.get('a')).rejects.toThrow(/AccessDenied/u);
  });

  describe('copies', () => {
    it('are shared by concurrent callers and deleted by the last release', async () => {
      const { s3, blobs, wire } = openStore([]);
      s3.store('a', Buffer.from('bytes'), 'text/plain');
      const files = await Promise.all([blobs.file('a'), blobs.file('a'), blobs.file('a')]);
      expect(new Set(files.map(({ path }) => path)).size).toBe(1);
      expect(wire.sent).toBe(4);
      const [path = ''] = files.map((file) => file.path);
      await files[0].release();
      await files[0].release();
      await files[1].release();
      expect(await readFile(path, 'utf8')).toBe('bytes');
      await files[2].release();
      await expect(readdir(dirname(path))).rejects.toThrow(/ENOENT/u);
    });

    it('are of the current version of a blob', async () => {
      const { s3, blobs } = openStore([]);
      s3.store('a', Buffer.from('first'), 'text/plain');
      const first = await blobs.file('a');
      s3.store('a', Buffer.from('second'), 'text/plain');
      const second = await blobs.file('a');
      expect(await readFile(first.path, 'utf8')).toBe('first');
      expect(await readFile(second.path, 'utf8')).toBe('second');
      await Promise.all([first.release(), second.release()]);
    });

    it('are made again after a failed download', async () => {
      const { s3, blobs } = openStore([undefined, s3Error(403, 'AccessDenied')]);
      s3.store('a', Buffer.from('bytes'), 'text/plain');
      await expect(blobs.file('a')).rejects.toThrow(/AccessDenied/u);
      const file = await blobs.file('a');
      expect(await readFile(file.path, 'utf8')).toBe('bytes');
      await file.release();
    });
  });
});
