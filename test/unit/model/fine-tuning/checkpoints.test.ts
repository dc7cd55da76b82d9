import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { drawStreams } from '../../../../model-container/training/base/fit-model.ts';
import { TRAINING_STREAMS } from '../../../../model-container/synthetic/streams.ts';
import { writeBaseFeatures } from '../../../../model-container/training/fine-tuning/base-features.ts';
import { openCheckpoints } from '../../../../model-container/training/fine-tuning/checkpoints.ts';
import { runTraining } from '../../../../model-container/training/job/run-training.ts';
import { foldersBelow } from '../../../../model-container/training/job/training-folders.ts';
import { drawDocuments } from '../features/draw-pages.ts';
import { customerFiles, drawCustomer, makeBaseFolder, makeFolder, makeRoot } from './training-fixtures.ts';

const LIMIT_MS = 120_000;
const folders: string[] = [];
const newFolder = async (): Promise<string> => {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
};
let baseFolder: string;
let root: string;
/** Number of computed steps, and of steps that were in the checkpoint. */
async function train(base = baseFolder): Promise<{ computed: number; resumed: number }> {
  const lines: string[] = [];
  await runTraining({
    folders: foldersBelow(root),
    baseFolder: base,
    log: (line) => {
      lines.push(line);
    },
    // Its accuracy is not tested.
    streamCounts: { documentDraws: 8, evaluationDocuments: 5 },
  });
  const steps = lines.filter((line) => line.startsWith('step='));
  const resumed = steps.filter((line) => line.includes('resumed=1')).length;
  return { computed: steps.length - resumed, resumed };
}
beforeAll(async () => {
  baseFolder = await makeBaseFolder();
  root = await makeRoot(customerFiles(drawCustomer(4, 5)));
  folders.push(baseFolder, root);
  await train();
}, LIMIT_MS);
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe('a checkpoint', () => {
  it(
    'of the same training provides every step',
    async () => {
      expect(await train()).toEqual({ computed: 0, resumed: 4 });
    },
    LIMIT_MS,
  );

  it('is not used with other base features', { timeout: LIMIT_MS, tags: 'slow' }, async () => {
    const other = await newFolder();
    await cp(baseFolder, other, { recursive: true });
    await writeBaseFeatures(
      join(other, 'base-features.gz'),
      drawStreams(drawDocuments(1, 4, 5), TRAINING_STREAMS, 4, 4).filter(({ rows }) => rows.length > 0),
    );
    expect(await train(other)).toEqual({ computed: 4, resumed: 0 });
  });

  it('is not used where another version of the code wrote it', async () => {
    const folder = await newFolder();
    const step = async () =>
      (await openCheckpoints(folder, 'a training', () => Promise.resolve())).step('one', z.number(), () => 2);
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'checkpoint.json'),
      JSON.stringify({ schema_version: 1, training: 'a training', steps: { one: 1 } }),
    );
    expect(await step()).toBe(2);
    const now = JSON.parse(await readFile(join(folder, 'checkpoint.json'), 'utf8')) as object;
    await writeFile(join(folder, 'checkpoint.json'), JSON.stringify({ ...now, steps: { one: 1 } }));
    expect(await step()).toBe(1);
  });
});
