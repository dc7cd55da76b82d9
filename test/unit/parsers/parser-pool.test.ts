import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  DocumentEncryptedError,
  DocumentUnreadableError,
  ParserStoppedError,
  StorageFullError,
  TemporarilyUnavailableError,
} from '../../../core/errors.ts';
import type { ParserJobOptions, ParserJobs } from '../../../core/parser-jobs.ts';
import { timeLimitOf } from '../../../core/parsers/parser-limits.ts';
import { ParserPool } from '../../../core/parsers/parser-pool.ts';
import type { ParserPoolOptions } from '../../../core/parsers/parser-pool.ts';
import { forkProgram } from './fork-program.ts';

const MEGABYTE = 1024 * 1024;
const jobTableUrl = new URL('./parser-pool-jobs.ts', import.meta.url).href;

interface Answer {
  readonly path: string;
  readonly pid: number;
  readonly answer: unknown;
}

const pools: ParserPool[] = [];

const openPool = (options: Partial<ParserPoolOptions> = {}): ParserPool => {
  const pool = new ParserPool({ size: 1, jobTableUrl, ...options });
  pools.push(pool);
  return pool;
};

// The test's own job table answers with what it likes.
const run = async (pool: ParserPool, path: string, options?: ParserJobOptions): Promise<Answer> =>
  (await pool.run('inspect', { path, maxPages: null }, options)) as unknown as Answer;

const pages = (count: number, cropping: boolean): ParserJobs['readPageRange']['input'] => ({
  path: '',
  kind: 'pdf',
  range: { from: 1, to: count },
  pages: Array.from({ length: count }, () => ({ width_mm: 210, height_mm: 297, text_layer: 'none' })),
  languages: [],
  cropping,
  folder: '',
});

/** False for a process that is only remembered because nobody has asked how it ended (a zombie, on Linux). */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
};

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
};

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('a parser pool', () => {
  it('keeps its child warm from one job to the next', async () => {
    const pool = openPool();
    const first = await run(pool, 'pages');
    const second = await run(pool, 'pages');
    expect(second.pid).toBe(first.pid);
  });

  it('starts no more children than its size', async () => {
    const pool = openPool({ size: 2 });
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(() => run(pool, 'wait a little')));
    expect(new Set(answers.map((answer) => answer.pid)).size).toBeLessThanOrEqual(2);
  });

  it('tells its children which folder of language data to take first', async () => {
    const languageDataFolder = await mkdtemp(join(tmpdir(), 'tessdata-'));
    try {
      await writeFile(join(languageDataFolder, 'deu.traineddata'), 'own data');
      const { answer } = await run(openPool({ dataFolders: { languageDataFolder } }), 'language data');
      expect(answer).toContainEqual(
        expect.objectContaining({
          language: 'de',
          origin: 'folder',
          file: join(languageDataFolder, 'deu.traineddata'),
        }),
      );
    } finally {
      await rm(languageDataFolder, { recursive: true });
    }
  });

  it('leaves the compiled modules of a child that it ends for the next one', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'compile-cache-'));
    try {
      const pool = openPool({ environment: { ...process.env, NODE_COMPILE_CACHE: cache } });
      await run(pool, 'pages');
      await pool.close();
      const entries = await readdir(cache, { recursive: true, withFileTypes: true });
      expect(entries.filter((entry) => entry.isFile()).length).toBeGreaterThan(0);
    } finally {
      await rm(cache, { recursive: true });
    }
  });

  it('tells of each page that is done', async () => {
    const pages: number[] = [];
    await run(openPool(), 'pages', { onPage: (page) => pages.push(page) });
    expect(pages).toEqual([1, 2, 3]);
  });

  it('gives back a job’s named error as the same class', async () => {
    const failure = run(openPool(), 'encrypted');
    await expect(failure).rejects.toBeInstanceOf(DocumentEncryptedError);
    await expect(failure).rejects.toThrow('The PDF opens only with a password.');
  });

  it('gives back a bug as an error that no document is blamed for', async () => {
    const failure = run(openPool(), 'bug');
    await expect(failure).rejects.not.toBeInstanceOf(DocumentUnreadableError);
    await expect(failure).rejects.toThrow('TypeError in a parser process: undefined is not a function');
  });

  it('names a full disk', async () => {
    await expect(run(openPool(), 'disk full')).rejects.toBeInstanceOf(StorageFullError);
  });

  it('lets the pages of an image take as long to be compressed as each of them may', () => {
    const cut = (kind: 'pdf' | 'tiff') =>
      timeLimitOf('cutPdfs', { path: 'upload', kind, cuts: [{ pages: [1, 2, 3, 4], outPath: 'cut.pdf' }] });
    // A page of A4 in colour, scanned at 600 dpi, takes 7 s.
    expect(cut('tiff').totalMs).toBeGreaterThan(4 * 7000);
    expect(cut('tiff').stallMs).toBeLessThanOrEqual(14_000);
    expect(cut('pdf').totalMs).toBeLessThan(4 * 7000);
  });

  it('kills a job that loops, and reads the next document with a fresh child', async () => {
    const pool = openPool();
    await expect(run(pool, 'loop', { timeLimitMs: 300 })).rejects.toBeInstanceOf(DocumentUnreadableError);
    await expect(run(pool, 'pages')).resolves.toMatchObject({ answer: 'read' });
  });

  it('lets a page with several crops take as long as each of them may', { tags: 'slow' }, async () => {
    const timeLimit = () => ({ totalMs: 10_000, stallMs: 2000 });
    await expect(run(openPool({ timeLimit }), 'crops')).resolves.toMatchObject({ answer: 'read' });
    expect(timeLimitOf('readPageRange', pages(2, true)).totalMs).toBeGreaterThan(2 * 12 * 8000);
    expect(timeLimitOf('readPageRange', pages(2, false)).totalMs).toBeLessThan(2 * 12 * 8000);
  });

  it('kills a job that waits for ever', async () => {
    const stopped = run(openPool(), 'wait', { timeLimitMs: 1000 });
    await expect(stopped).rejects.toBeInstanceOf(DocumentUnreadableError);
    await expect(stopped).rejects.toMatchObject({ cause: expect.any(ParserStoppedError) as ParserStoppedError });
  });

  it('kills a job that fills memory before the child is too large', async () => {
    const pool = openPool({ killAtBytes: 400 * MEGABYTE });
    await expect(run(pool, 'memory')).rejects.toMatchObject({
      message: expect.stringContaining('needs more memory') as string,
      cause: expect.any(ParserStoppedError) as ParserStoppedError,
    });
    expect(pool.peakChildRss).toBeGreaterThan(400 * MEGABYTE);
    expect(pool.peakChildRss).toBeLessThan(1500 * MEGABYTE);
  });

  it('blames the document for a crash of its reader, and only that document', async () => {
    const pool = openPool();
    const [crash, other] = await Promise.allSettled([run(pool, 'crash'), run(pool, 'pages')]);
    expect(crash).toMatchObject({
      status: 'rejected',
      reason: { code: 'document_unreadable', cause: expect.any(ParserStoppedError) as ParserStoppedError },
    });
    expect(other).toMatchObject({ status: 'fulfilled' });
  });

  it('does a job once more whose child was killed from outside', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parser-pool-'));
    try {
      await expect(run(openPool(), `killed once|${join(folder, 'mark')}`)).resolves.toMatchObject({
        answer: 'second time',
      });
      await expect(readFile(join(folder, 'mark'), 'utf8')).resolves.toBe('was here');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('gives up a job whose child was killed twice from outside, without blaming the document', async () => {
    await expect(run(openPool(), 'killed')).rejects.toBeInstanceOf(TemporarilyUnavailableError);
  });

  it('replaces a child after its number of jobs', async () => {
    const pool = openPool({ jobsPerChild: 2 });
    const pids = [await run(pool, 'pages'), await run(pool, 'pages'), await run(pool, 'pages')].map(
      (answer) => answer.pid,
    );
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
  });

  it('replaces a child that holds too much memory after its job', async () => {
    const pool = openPool({ retireAtBytes: 1 });
    const first = await run(pool, 'pages');
    expect((await run(pool, 'pages')).pid).not.toBe(first.pid);
  });

  it('keeps a child that can free the memory which it kept for its next job', { tags: 'slow' }, async () => {
    const pool = openPool({ retireAtBytes: 300 * MEGABYTE });
    const first = await run(pool, 'keep a block');
    expect((await run(pool, 'pages')).pid).toBe(first.pid);
    expect((await run(pool, 'hold a block')).pid).toBe(first.pid);
    expect((await run(pool, 'pages')).pid, 'a child that cannot').not.toBe(first.pid);
  });

  it('gives new objects little memory, which V8 would keep after the job', { tags: 'slow' }, async () => {
    const { answer } = await run(openPool(), 'make objects');
    expect(answer).toBeGreaterThan(MEGABYTE);
    expect(answer).toBeLessThanOrEqual(2 * 8 * MEGABYTE);
  });

  it('lets documents take turns, so that a long one does not hold up the others', async () => {
    const pool = openPool();
    const order: string[] = [];
    const note = async (path: string): Promise<void> => {
      await run(pool, path);
      order.push(path);
    };
    await Promise.all([note('pages|long'), note('pages|long'), note('pages|long'), note('pages|short')]);
    expect(order.indexOf('pages|short')).toBe(2);
  });

  it('replaces a child between two tenants, and keeps it for one', async () => {
    const pool = openPool();
    const pidOf = async (tenant?: string): Promise<number> =>
      (await run(pool, 'pages', tenant === undefined ? {} : { tenant })).pid;
    const nobodys = await pidOf();
    const ofOne = [await pidOf('one'), await pidOf('one')];
    const ofTwo = [await pidOf('two'), await pidOf('two')];
    expect(ofOne, 'a child that has read nobody’s document may take the first').toEqual([nobodys, nobodys]);
    expect(ofTwo[0]).not.toBe(nobodys);
    expect(ofTwo[1]).toBe(ofTwo[0]);
    expect(await pidOf('one')).not.toBe(nobodys);
    await until(() => !isAlive(nobodys));
  });

  it('never lets two tenants meet in one child, however their jobs come', { tags: 'slow' }, async () => {
    const pool = openPool({ size: 2 });
    const tenants = ['one', 'two', 'three'];
    const done = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const tenant = tenants[(at * 7) % 3] ?? '';
        return { tenant, pid: (await run(pool, `pages|${at % 5}`, { tenant })).pid };
      }),
    );
    const tenantsOf = new Map<number, Set<string>>();
    for (const { tenant, pid } of done) tenantsOf.set(pid, (tenantsOf.get(pid) ?? new Set()).add(tenant));
    expect([...tenantsOf.values()].map((seen) => seen.size).filter((count) => count !== 1)).toEqual([]);
  });

  it(
    'has a child ready for the next tenant, and no more children than that beside its size',
    { tags: 'slow' },
    async () => {
      const pool = openPool();
      await run(pool, 'pages', { tenant: 'one' });
      await run(pool, 'pages', { tenant: 'two' });
      const ready = pool.pids.find((pid) => isAlive(pid));
      expect(pool.pids.length).toBeLessThanOrEqual(2);
      expect(ready).toBeDefined();
      const spare = pool.pids.at(-1);
      expect((await run(pool, 'pages', { tenant: 'three' })).pid).toBe(spare);
    },
  );

  it(
    'takes jobs of the tenant whose child is idle first, but lets nobody wait for long',
    { tags: 'slow' },
    async () => {
      const pool = openPool();
      const order: string[] = [];
      const note = async (path: string, tenant: string): Promise<void> => {
        await run(pool, path, { tenant });
        order.push(tenant);
      };
      await run(pool, 'pages', { tenant: 'long' });
      await Promise.all([
        run(pool, 'wait a little', { tenant: 'long' }),
        note('pages|short', 'short'),
        ...Array.from({ length: 9 }, (_, at) => note(`pages|long ${at}`, 'long')),
      ]);
      expect(order.indexOf('short')).toBeGreaterThan(0);
      expect(order.indexOf('short')).toBeLessThanOrEqual(4);
    },
  );

  it('stops a running job when its signal aborts', async () => {
    const pool = openPool();
    const controller = new AbortController();
    const job = run(pool, 'wait', { signal: controller.signal });
    controller.abort(new Error('no longer wanted'));
    await expect(job).rejects.toThrow('no longer wanted');
    await expect(run(pool, 'pages')).resolves.toMatchObject({ answer: 'read' });
  });

  it('takes a waiting job out of the line when its signal aborts', async () => {
    const pool = openPool();
    const controller = new AbortController();
    const running = run(pool, 'wait a little');
    const waiting = run(pool, 'loop', { signal: controller.signal });
    controller.abort(new Error('no longer wanted'));
    await expect(waiting).rejects.toThrow('no longer wanted');
    await expect(running).resolves.toMatchObject({ path: 'wait a little' });
  });

  it('ends its children when it is closed, and takes no more jobs', async () => {
    const pool = openPool();
    const { pid } = await run(pool, 'pages');
    const running = run(pool, 'wait').catch((error: unknown) => error);
    await pool.close();
    expect(await running).toBeInstanceOf(TemporarilyUnavailableError);
    await until(() => !isAlive(pid));
    await expect(run(pool, 'pages')).rejects.toBeInstanceOf(TemporarilyUnavailableError);
  });

  it('leaves no orphan behind when its process is killed while a child is stuck in a loop', async () => {
    const parent = forkProgram(new URL('./parser-pool-parent.ts', import.meta.url), [jobTableUrl]);
    const child = await new Promise<number>((resolve) =>
      parent.once('message', (pid) => {
        resolve(Number(pid));
      }),
    );
    expect(isAlive(child)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !isAlive(child));
  });
});
