import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWeights } from '../../../../model-container/classifiers/weights-file.ts';
import { RECORDED_BASE_MODEL } from '../fine-tuning/training-fixtures.ts';

const PROGRAM = fileURLToPath(new URL('../../../../bench/split-model/combine-members.ts', import.meta.url));
const runFile = promisify(execFile);

let folder: string;
const weightsIn = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-combine-'));
  const recorded = await promisify(gunzip)(await readFile(join(RECORDED_BASE_MODEL, 'base.json.gz')));
  const weights = JSON.parse(recorded.toString()) as { calibration: { prior: number }; training: { seed: number } };
  await writeFile(weightsIn('one.json'), JSON.stringify(weights));
  weights.calibration.prior = 0.5;
  weights.training.seed = 7;
  await writeFile(weightsIn('other.json'), JSON.stringify(weights));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the program that combines the members of several trainings', () => {
  it(
    'takes the first member of each, the mean of their priors, and the summaries of all trainings',
    { tags: 'slow' },
    async () => {
      await runFile(process.execPath, [
        PROGRAM,
        weightsIn('one.json'),
        weightsIn('other.json'),
        '--out',
        weightsIn('both.json'),
      ]);
      const [one, other, both] = await Promise.all(
        ['one.json', 'other.json', 'both.json'].map((name) => readWeights(weightsIn(name))),
      );
      const members = [one, other].map((weights) => weights?.ensemble[0]?.stages.map(({ trees }) => trees));
      expect(both?.ensemble.map(({ stages }) => stages.map(({ trees }) => trees))).toEqual(members);
      expect(both?.calibration.prior).toBeCloseTo(((one?.calibration.prior ?? 0) + 0.5) / 2, 6);
      expect(both?.training).toEqual(one?.training);
      const written = JSON.parse(await readFile(weightsIn('both.json'), 'utf8')) as { further_trainings: unknown };
      expect(written.further_trainings).toEqual([other?.training]);
    },
  );

  it('writes nothing without two weights and a place for the new ones', async () => {
    await expect(
      runFile(process.execPath, [PROGRAM, weightsIn('one.json'), '--out', weightsIn('none.json')]),
    ).rejects.toThrow('combine-members.ts WEIGHTS WEIGHTS');
    await expect(readFile(weightsIn('none.json'))).rejects.toThrow('ENOENT');
  }, 30_000);
});
