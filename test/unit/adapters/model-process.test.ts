import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelProcess } from '../../../adapters/local/model/model-process.ts';
import { WorkflowWeights } from '../../../adapters/local/model/workflow-weights.ts';
import { TemporarilyUnavailableError, WeightsRefusedError } from '../../../core/errors.ts';
import type { PageJson } from '../../../core/documents/page-record.ts';
import { MemoryBlobStore } from '../../fakes/memory-blob-store.ts';
import { MODEL_SERVER } from '../../contract/model-server-program.ts';
import { makePageJson, makePageRecord } from '../../contract/page-record.ts';
import { forkProgram } from '../parsers/fork-program.ts';

const pagesSaying = (language: string): PageJson[] => [
  makePageJson(1),
  Buffer.from(JSON.stringify({ ...makePageRecord(2), language })),
];

/** The version of the model by which pages are scored; `unavailable` where they are not. */
const versionBy = (running: ModelProcess): Promise<string> =>
  running.score(pagesSaying('a')).then(
    ({ modelVersion }) => modelVersion,
    () => 'unavailable',
  );

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // Gone.
  }
};

describe("the split model's process", () => {
  let folder: string;
  let program: string;
  let model: ModelProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tearline-model-'));
    program = join(folder, 'model-server.mjs');
    await writeFile(program, MODEL_SERVER);
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  it('passes the key of the weights to the server', async () => {
    model = new ModelProcess({ program });
    expect((await model.score(pagesSaying('a'), 'workflows/1/weights')).modelVersion).toBe('workflows/1/weights');
    expect((await model.score(pagesSaying('a'))).modelVersion).toBe('base');
  });

  it('is temporarily unavailable when its server exits, and restarts it', async () => {
    model = new ModelProcess({ program });
    const running = model;
    await running.score(pagesSaying('a'));
    const before = running.pid;
    await expect(running.score(pagesSaying('crash'))).rejects.toThrow(TemporarilyUnavailableError);
    await expect
      .poll(() =>
        running.score(pagesSaying('a')).then(
          () => running.pid,
          () => before,
        ),
      )
      .not.toBe(before);
  });

  it('replaces a server that has not scored pages in time, so that later pages are scored', async () => {
    model = new ModelProcess({ program, scoreLimitMs: 1_000 });
    const running = model;
    await expect(running.score(pagesSaying('hang'))).rejects.toThrow(TemporarilyUnavailableError);
    await expect.poll(() => versionBy(running)).toBe('base');
  });

  it('starts its server later where it cannot be started at first, as with too many processes', async () => {
    const { execPath } = process;
    process.execPath = join(folder, 'absent');
    try {
      model = new ModelProcess({ program });
    } finally {
      process.execPath = execPath;
    }
    const running = model;
    await expect(running.score(pagesSaying('a'))).rejects.toThrow(TemporarilyUnavailableError);
    await expect.poll(() => versionBy(running)).toBe('base');
  });

  it('starts its server later where it cannot listen at first, as with too many open files', async () => {
    const cannotListen = `import { existsSync as has, writeFileSync } from 'node:fs';
      if (!has(import.meta.filename + '.begun')) { writeFileSync(import.meta.filename + '.begun', ''); process.exit(1); }`;
    await writeFile(program, `${cannotListen}\n${MODEL_SERVER}`);
    model = new ModelProcess({ program });
    const running = model;
    await expect(running.score(pagesSaying('a'))).rejects.toThrow(TemporarilyUnavailableError);
    await expect.poll(() => versionBy(running)).toBe('base');
  });

  it('ends a server that does not listen in time, and says so', async () => {
    await writeFile(program, 'setInterval(() => undefined, 1000);');
    model = new ModelProcess({ program, startLimitMs: 100 });
    const { pid = 0 } = model;
    await expect(model.score(pagesSaying('a'))).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      cause: { message: "The split model's server did not start in time." },
    });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('is temporarily unavailable where the server is busy, and has the reason where the server refuses the pages', async () => {
    model = new ModelProcess({ program });
    await expect(model.score(pagesSaying('busy'))).rejects.toThrow(TemporarilyUnavailableError);
    await expect(model.score(pagesSaying('refuse'))).rejects.toThrow('refused the pages: 400 bad pages');
  });

  it('says that it has no weights where their file is missing', async () => {
    const clock = { now: () => new Date() };
    model = new ModelProcess({ program, workflowWeights: new WorkflowWeights(new MemoryBlobStore(clock), folder) });
    await expect(model.score(pagesSaying('de'), 'accounts/a/weights.json')).rejects.toThrow(WeightsRefusedError);
  });

  it('copies weights again that its server cannot load', async () => {
    const blobs = new MemoryBlobStore({ now: () => new Date() });
    const key = 'accounts/a/weights.json';
    await blobs.put(key, 'damaged', 'application/json');
    model = new ModelProcess({ program, workflowWeights: new WorkflowWeights(blobs, folder) });
    await expect(model.score(pagesSaying('refuse-weights'), key)).rejects.toThrow(WeightsRefusedError);
    await blobs.put(key, 'whole', 'application/json');
    await model.score(pagesSaying('en'), key);
    expect(await readFile(join(folder, key), 'utf8')).toBe('whole');
  });

  it('is unavailable where its server cannot start', async () => {
    model = new ModelProcess({ program: join(folder, 'absent.mjs') });
    await expect(model.score(pagesSaying('a'))).rejects.toThrow(TemporarilyUnavailableError);
  });

  it('ends its server when it is closed, and refuses further calls', async () => {
    model = new ModelProcess({ program });
    await model.score(pagesSaying('a'));
    const { pid = 0 } = model;
    await model.close();
    expect(isAlive(pid)).toBe(false);
    await expect(model.score(pagesSaying('a'))).rejects.toThrow(TemporarilyUnavailableError);
  });

  it('has its server end when its own process is killed', async () => {
    const parentProgram = join(folder, 'parent.ts');
    const adapter = new URL('../../../adapters/local/model/model-process.ts', import.meta.url).href;
    await writeFile(
      parentProgram,
      `
      import { ModelProcess } from ${JSON.stringify(adapter)};
      const model = new ModelProcess({ program: ${JSON.stringify(program)} });
      const timer = setInterval(() => { if (model.pid !== undefined) { clearInterval(timer); process.send(model.pid); setInterval(() => undefined, 1000); } }, 5);
    `,
    );
    const parent = forkProgram(parentProgram);
    const [pid] = (await once(parent, 'message')) as [number];
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
