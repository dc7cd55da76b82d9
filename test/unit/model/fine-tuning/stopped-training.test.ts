// @module-tag slow
import { access, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  customerFiles,
  drawCustomer,
  makeBaseFolder,
  makeRoot,
  runTraining,
  stopTraining,
} from './training-fixtures.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const newRoot = async (hyperparameters: Readonly<Record<string, string>>): Promise<string> => {
  const root = await makeRoot({
    ...customerFiles(drawCustomer(4, 12)),
    'input/config/hyperparameters.json': JSON.stringify(hyperparameters),
  });
  folders.push(root);
  return root;
};
const weightsOf = (root: string) => readFile(join(root, 'model/weights.json'), 'utf8');

describe('a training under SageMaker’s contract', () => {
  it('resumes from its checkpoint after SIGTERM, and gives the same bytes as one that was not stopped', async () => {
    const baseFolder = await makeBaseFolder();
    folders.push(baseFolder);
    const resumed = await newRoot({ seed: '7' });
    expect(await stopTraining(resumed, baseFolder)).toBe(143);
    await expect(access(join(resumed, 'model/weights.json'))).rejects.toThrow('ENOENT');
    expect((await runTraining(resumed, baseFolder)).output).toContain('step=fold_0; resumed=1;');
    const whole = await newRoot({ seed: '7', sagemaker_job_name: 'j' });
    expect((await runTraining(whole, baseFolder)).status).toBe(0);
    expect(await weightsOf(whole)).toBe(await weightsOf(resumed));
  });
});
