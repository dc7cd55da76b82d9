import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseWeights } from '../../../../model-container/classifiers/weights-file.ts';
import { drawPdf, LETTER_LINES, withText } from '../../drawing/draw-upload.ts';
import { runTrainBase } from './run-train-base.ts';

const LIMIT_MS = 120_000;
const TINY = ['--streams', '6', '--members', '2', '--folds', '3', '--stage-3-streams', '6'];

describe('the program that trains the base weights', () => {
  const refuses = async (options: readonly string[], reason: string): Promise<void> => {
    const { status, errors } = await runTrainBase(options, tmpdir());
    expect(status).not.toBe(0);
    expect(errors).toContain(reason);
    expect(errors).not.toContain('ENOENT');
  };
  const title = 'refuses %j before it reads anything';

  it.each([[['--documents', 'x', '--members', '0'], '--members is 0']] as const)(title, refuses, LIMIT_MS);

  it.each([
    [[], '--document'],
    [['--document', 'x'], '--document'],
    [['--documents', 'x', '--workers', '0'], '--workers is 0'],
    [['--documents', 'x', '--streams', 'many'], '--streams is many'],
    [['--documents', 'x', '--folds', '4', '--held-out', '5'], '--held-out is 5: it must be a whole number from 1 to 4'],
  ])(title, { tags: 'slow' }, refuses);
});

describe('the program that trains the base weights, run to its end', { tags: 'slow' }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tearline-train-base-test-'));
    for (const source of ['a', 'b', 'c']) {
      await mkdir(join(folder, 'documents', source), { recursive: true });
      for (const number of [1, 2])
        await writeFile(join(folder, 'documents', source, `${number}.pdf`), await drawLetter(`${source}${number}`));
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const drawLetter = (name: string): Promise<Uint8Array> =>
    drawPdf(
      ...[1, 2].map((page) =>
        withText({ lines: [`Letter ${name}, page ${page} of 2`, ...LETTER_LINES.map((line) => `${line} ${name}`)] }),
      ),
    );

  const train = (options: readonly string[]) => runTrainBase(options, folder);
  const weightsIn = async (name: string) => parseWeights(await readFile(join(folder, name), 'utf8'), name);

  it(
    'trains them from a folder of documents, some of them scanned, and leaves no text behind',
    async () => {
      const { status, errors } = await train([
        '--documents',
        join(folder, 'documents'),
        '--scans',
        '1',
        '--out',
        join(folder, 'from-documents.json'),
        ...TINY,
      ]);
      expect([status, errors]).toEqual([0, expect.stringContaining('training streams')]);
      expect((await weightsIn('from-documents.json')).training).toMatchObject({
        documents: 6,
        pages: 12,
        sources: 3,
        scanned_documents: 1,
        stage_3_training: Array(2).fill({ documents: 4, pages: 8, sources: 2 }),
      });
      expect((await readdir(folder)).filter((name) => name.startsWith('tearline-records-'))).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'keeps the records in the given folder, and trains the same weights from them',
    async () => {
      const records = join(folder, 'records');
      expect(
        (
          await train([
            '--documents',
            join(folder, 'documents'),
            '--scans',
            '0',
            '--records',
            records,
            '--out',
            join(folder, 'first.json'),
            ...TINY,
          ])
        ).status,
      ).toBe(0);
      expect((await train(['--records', records, '--out', join(folder, 'second.json'), ...TINY])).status).toBe(0);
      expect((await weightsIn('second.json')).version).toBe((await weightsIn('first.json')).version);
    },
    LIMIT_MS,
  );
});
