import { randomUUID } from 'node:crypto';
import { access, mkdir, mkdtemp, open as openFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TrainingProcesses } from '../../../adapters/local/model/training-processes.ts';
import { SystemClock } from '../../../core/system-clock.ts';
import { WorkflowWeights } from '../../../adapters/local/model/workflow-weights.ts';
import { BlobNotFoundError, NotFoundError, StorageFullError } from '../../../core/errors.ts';
import { TRAINING_PROGRAM } from '../../contract/model-trainer.contract.ts';
import { CountingBlobs, RequestCount } from '../../fakes/table/counting-stores.ts';
import { MemoryBlobStore } from '../../fakes/memory-blob-store.ts';

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

describe('trainings on one machine', () => {
  let folder: string;
  let program: string;
  const blobs = new MemoryBlobStore(new SystemClock());
  const faults: string[] = [];
  const open = () =>
    TrainingProcesses.open({
      blobs,
      folder: join(folder, 'trainings'),
      program,
      onFault: (name) => faults.push(name),
    });
  /** A folder in the place of the file that is written first: as on a full disk, no state can be recorded. */
  const blockerOf = (name: string) => join(folder, 'trainings', name, 'job.json.new');
  const start = async (trainer: TrainingProcesses, name: string, data: string) => {
    await blobs.put(`in/${name}/training/sender/a.jsonl`, data, 'application/x-ndjson');
    await trainer.start({ name, inputPrefix: `in/${name}/`, outputPrefix: `out/${name}/`, hyperparameters: {} });
  };
  const startUnrecorded = async (trainer: TrainingProcesses, name: string) => {
    await start(trainer, name, 'bad');
    await mkdir(blockerOf(name));
    await expect.poll(() => faults).toEqual([name]);
  };
  beforeEach(async () => {
    faults.length = 0;
    folder = await mkdtemp(join(tmpdir(), 'tearline-trainings-test-'));
    program = join(folder, 'training.mjs');
    await writeFile(program, TRAINING_PROGRAM);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are resumed when their host ends and another one starts', async () => {
    const first = await open();
    await start(first, 'j', 'wait');
    await first.close();
    await blobs.put('in/j/training/sender/a.jsonl', 'go on', 'application/x-ndjson');
    const second = await open();
    await expect.poll(async () => (await second.state('j')).state).toBe('succeeded');
    expect(Buffer.from(await blobs.get('out/j/weights.json')).toString()).toContain('go on');
    await second.close();
  });

  it('say how long they have run, whatever the clock of the machine says', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const trainer = await open();
    await start(trainer, 'j', 'wait');
    vi.setSystemTime(Date.now() + 4 * 24 * 3_600_000);
    const { state, ranMs } = await trainer.state('j');
    vi.useRealTimers();
    expect(state).toBe('running');
    expect(ranMs).toBeLessThan(3_600_000);
    await trainer.stop('j');
    expect(await trainer.state('j')).not.toHaveProperty('ranMs');
    await trainer.close();
  });

  it('do not start where the disk is full, and say so', async () => {
    const file = await openFile(join(folder, 'any'), 'w');
    // Its type does not say that the prototype has the methods of every open file.
    const files = Object.getPrototypeOf(file) as Pick<FileHandle, 'writeFile'>;
    await file.close();
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const writing = vi.spyOn(files, 'writeFile').mockRejectedValueOnce(full);
    const trainer = await open();
    await expect(start(trainer, 'j', 'x')).rejects.toThrow(StorageFullError);
    writing.mockRestore();
    await start(trainer, 'j', 'x');
    await expect.poll(async () => (await trainer.state('j')).state).toBe('succeeded');
    await trainer.close();
  });

  it('keep no document of the customer', async () => {
    const trainer = await open();
    await start(trainer, 'bad', 'bad');
    await expect.poll(async () => (await trainer.state('bad')).state).toBe('failed');
    await expect.poll(() => isThere(join(folder, 'trainings/bad/input'))).toBe(false);
    await trainer.close();
  });

  it('that exit without a failure message fail with their exit status', async () => {
    await writeFile(program, 'process.exit(5);');
    const trainer = await open();
    await start(trainer, 'silent', 'x');
    await expect.poll(async () => (await trainer.state('silent')).state).toBe('failed');
    expect((await trainer.state('silent')).failure).toBe('internal_error: The training ended with status 5.');
    await trainer.close();
  });

  it('leave no folder once they are forgotten, unless they are running', async () => {
    const trainer = await open();
    await start(trainer, 'ended', 'bad');
    await start(trainer, 'kept', 'bad');
    await start(trainer, 'running', 'wait');
    for (const name of ['ended', 'kept'])
      await expect.poll(async () => (await trainer.state(name)).state).toBe('failed');
    await trainer.deleteForgotten((inputPrefix) => Promise.resolve(inputPrefix === 'in/kept/'));
    expect((await readdir(join(folder, 'trainings'))).sort()).toEqual(['kept', 'running']);
    await trainer.close();
  });

  it('whose end could not be recorded keep no document, and run again when their state is asked', async () => {
    const trainer = await open();
    await startUnrecorded(trainer, 'j');
    expect(await isThere(join(folder, 'trainings/j/input'))).toBe(false);
    await rm(blockerOf('j'), { recursive: true });
    expect((await trainer.state('j')).state).toBe('running');
    await expect.poll(async () => (await trainer.state('j')).state).toBe('failed');
    expect((await trainer.state('j')).failure).toContain('bad data');
    await trainer.close();
  });

  it('whose end could not be recorded can be stopped', async () => {
    const trainer = await open();
    await startUnrecorded(trainer, 'j');
    await rm(blockerOf('j'), { recursive: true });
    await trainer.stop('j');
    expect((await trainer.state('j')).state).toBe('stopped');
    expect(faults).toEqual(['j']);
    await trainer.close();
  });

  it('whose end could not be recorded leave no folder once they are forgotten', async () => {
    const trainer = await open();
    await startUnrecorded(trainer, 'j');
    await trainer.deleteForgotten(() => Promise.resolve(false));
    expect(await readdir(join(folder, 'trainings'))).toEqual([]);
    await trainer.close();
  });

  it('that were stopped do not start again with the next host where their state could not be recorded', async () => {
    const first = await open();
    await start(first, 'j', 'wait');
    await expect.poll(async () => (await first.state('j')).metrics).toHaveProperty('job:progress');
    await mkdir(blockerOf('j'));
    await first.stop('j');
    await first.close();
    expect(faults).toEqual(['j']);
    const second = await open();
    await expect(second.state('j')).rejects.toThrow(NotFoundError);
    expect(await readdir(join(folder, 'trainings'))).toEqual([]);
    await second.close();
  });

  it('are refused for names that are paths out of their folder', async () => {
    const trainer = await open();
    await expect(start(trainer, 'x', 'x').then(() => trainer.state('../x'))).rejects.toThrow(RangeError);
    await trainer.close();
  });
});

describe('the weights of workflows on one machine', () => {
  it('are copied once to the path that is their key, and are refused where there are none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tearline-weights-test-'));
    const stored = new MemoryBlobStore(new SystemClock());
    await stored.put('w/1/weights.json', '{}', 'application/json');
    const count = new RequestCount();
    const weights = new WorkflowWeights(new CountingBlobs(stored, count), folder);
    await weights.fetch('w/1/weights.json');
    expect(count.take().blobReads).toBeGreaterThan(0);
    await weights.fetch('w/1/weights.json');
    expect(count.take().blobReads, 'the file exists').toBe(0);
    expect(await isThere(join(folder, 'w/1/weights.json'))).toBe(true);
    await expect(weights.fetch('w/2/weights.json')).rejects.toThrow(BlobNotFoundError);
    await expect(weights.fetch('../outside')).rejects.toThrow(RangeError);
    await rm(folder, { recursive: true, force: true });
  });

  it('are deleted with their blobs, and so is what a crash left of a copy', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tearline-weights-test-'));
    const stored = new MemoryBlobStore(new SystemClock());
    const weights = new WorkflowWeights(stored, folder);
    await weights.deleteForgotten();
    for (const key of ['a/1/weights.json', 'a/2/weights.json', 'b/1/weights.json']) {
      await stored.put(key, '{}', 'application/json');
      await weights.fetch(key);
    }
    await writeFile(join(folder, `a/1/weights.json.${randomUUID()}`), '{}');
    await weights.deleteForgotten();
    expect((await readdir(folder, { recursive: true })).filter((path) => path.includes('weights'))).toHaveLength(4);
    await stored.deleteAll('a/1/');
    await stored.deleteAll('b/');
    await weights.deleteForgotten();
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(['a', 'a/2', 'a/2/weights.json']);
    await rm(folder, { recursive: true, force: true });
  });
});
