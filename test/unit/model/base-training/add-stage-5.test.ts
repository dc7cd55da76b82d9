import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAGE_4 } from '../../../../model-container/classifiers/stage-4.ts';
import { STAGE_5 } from '../../../../model-container/classifiers/stage-5.ts';
import { formatWeights, parseWeights, readWeights } from '../../../../model-container/classifiers/weights-file.ts';
import { drawForm, LABELS } from '../features/draw-forms.ts';
import { RECORDED_BASE_MODEL } from '../fine-tuning/training-fixtures.ts';

const PROGRAM = fileURLToPath(new URL('../../../../bench/split-model/add-stage-5.ts', import.meta.url));
const runFile = promisify(execFile);

let folder: string;
const fileIn = (name: string): string => join(folder, name);
const addStage = (weights: string, out: string) =>
  runFile(process.execPath, [
    PROGRAM,
    fileIn(weights),
    '--records',
    fileIn('records'),
    '--streams',
    '20',
    '--out',
    fileIn(out),
  ]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-stage-5-'));
  const recorded = await promisify(gunzip)(await readFile(join(RECORDED_BASE_MODEL, 'base.json.gz')));
  await writeFile(fileIn('three.json'), recorded);
  const { ensemble, calibration, training } = parseWeights(recorded.toString(), 'the recorded weights');
  const stage4 = {
    definition: STAGE_4,
    quantiles: [],
    networks: [],
    trees: [{ initialScore: 0, trees: [] }],
    previousSlope: 1,
  };
  const members = ensemble.map(({ stages }) => ({ stages: [...stages.slice(0, 3), stage4] }));
  const other = { ...training, seed: 7 };
  await writeFile(
    fileIn('four.json'),
    formatWeights({ ensemble: [...members, ...members], calibration }, training, [other]),
  );
  await mkdir(join(fileIn('records'), 'office'), { recursive: true });
  for (let at = 0; at < 8; at += 1)
    await writeFile(
      join(fileIn('records'), 'office', `${at}.jsonl`),
      JSON.stringify(drawForm([`person${at}`, `${1000 + 7 * at}`], LABELS)),
    );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the program that adds stage 5', () => {
  it(
    'adds it to each member, and keeps the stages before, the calibration and the summaries of all trainings',
    { tags: 'slow' },
    async () => {
      await addStage('four.json', 'five.json');
      const [before, after] = [await readWeights(fileIn('four.json')), await readWeights(fileIn('five.json'))];
      expect(after.ensemble.map(({ stages }) => stages.at(-1)?.definition)).toEqual([STAGE_5, STAGE_5]);
      const treesOf = (weights: typeof before) =>
        weights.ensemble.map(({ stages }) => stages.slice(0, 4).map(({ trees }) => trees));
      expect(treesOf(after)).toEqual(treesOf(before));
      expect(after.calibration).toEqual(before.calibration);
      expect(after.furtherTrainings).toEqual(before.furtherTrainings);
      expect(after.training.stage_5_training).toMatchObject([
        { documents: 8, streams: 20 },
        { documents: 8, streams: 20 },
      ]);
      await addStage('five.json', 'again.json');
      expect(await readFile(fileIn('again.json'), 'utf8')).toBe(await readFile(fileIn('five.json'), 'utf8'));
    },
  );

  it('refuses weights whose members lack stage 4', { tags: 'slow' }, async () => {
    await expect(addStage('three.json', 'none.json')).rejects.toThrow('lacks a stage');
  });
});
