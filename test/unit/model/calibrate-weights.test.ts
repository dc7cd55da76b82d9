import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calibrateWeights } from '../../../model-container/model/calibrate-weights.ts';
import { drawJudging, scoreHeldOut } from '../../../model-container/model/fit-model.ts';
import { probabilitiesOf } from '../../../model-container/model/gap-probabilities.ts';
import { judgeStreams } from '../../../model-container/model/metrics.ts';
import { trainBaseModel } from '../../../model-container/model/train-base.ts';
import { formatWeights, parseWeights } from '../../../model-container/model/weights-file.ts';
import type { BaseWeights } from '../../../model-container/model/weights-file.ts';
import { drawDocuments } from './draw-pages.ts';

const PROGRAM = fileURLToPath(new URL('../../../model-container/calibrate-base-model.ts', import.meta.url));
const PLAN = { streams: 20, seed: 1 };

let weights: BaseWeights;
let folder: string;
const later = drawDocuments(7, 3, 8);
beforeAll(async () => {
  const { text: trained } = await trainBaseModel(drawDocuments(1, 4, 5), { seed: 1, streams: 30, members: 1, folds: 3, calibrated: 1 }, () => undefined);
  // So sure that it cannot come true.
  weights = { ...parseWeights(trained, 'test'), calibration: { slope: 20, offset: 3, prior: 0.2 } };
  folder = await mkdtemp(join(tmpdir(), 'tearline-calibrate-test-'));
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function calibrate(options: readonly string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [status]] = (await Promise.all([text(child.stderr), once(child, 'exit')])) as [string, [number | null]]; // Node's own event.
  return { status, said };
}

describe('calibrating weights again', () => {
  it('makes the weights less sure where they were wrong too often, changes no decision and nothing that was learnt, and says by how many documents', () => {
    const { text: again, training } = calibrateWeights(weights, later, PLAN);
    const { first, second, calibration } = parseWeights(again, 'test');
    expect([first, second]).toEqual([weights.first, weights.second]);
    expect(calibration.slope).toBeLessThan(weights.calibration.slope);
    expect(calibration.offset / calibration.slope).toBeCloseTo(weights.calibration.offset / weights.calibration.slope, 5);
    expect(calibration.prior).toBe(weights.calibration.prior);
    expect(training).toEqual({ ...weights.training, calibrated_again: { documents: 24, sources: 3, streams: 80, gaps: expect.any(Number) as number, seed: 1 } });
    expect(parseWeights(again, 'test').training).toEqual(training);
    expect(calibrateWeights(weights, later, PLAN).text).toBe(again);
  });

  it('gives probabilities that come true more often on other documents', () => {
    const others = scoreHeldOut(weights, drawJudging(drawDocuments(8, 3, 8), 0, { clean: 20, scanned: 20 }, 2).clean);
    const logLossWith = (calibration: BaseWeights['calibration']) => {
      const judged = others.map(({ logOdds, labels }) => ({ probabilities: probabilitiesOf(logOdds, calibration), labels }));
      expect(judgeStreams(judged).gaps).toBeGreaterThan(100);
      return judged.flatMap(({ probabilities, labels }) => probabilities.map((p, gap) => -Math.log(Math.max(1e-9, labels[gap] === 1 ? p : 1 - p)))).reduce((sum, loss) => sum + loss, 0);
    };
    expect(logLossWith(parseWeights(calibrateWeights(weights, later, PLAN).text, 'test').calibration)).toBeLessThan(logLossWith(weights.calibration));
  });

  it('refuses documents between which there is no boundary', () => {
    expect(() => calibrateWeights(weights, later.slice(0, 1), PLAN)).toThrow('One document alone');
  });

  it('refuses to go by no stream at all', () => {
    for (const streams of [0, Number.NaN]) expect(() => calibrateWeights(weights, later, { streams, seed: 1 })).toThrow(RangeError);
  });

  it('is done by a program, from page records, and leaves the weights that it was given as they are', async () => {
    const [given, written, records] = [join(folder, 'given.json'), join(folder, 'written.json'), join(folder, 'records')];
    await writeFile(given, formatWeights(weights, weights.training));
    for (const { source, name, pages } of later) {
      await mkdir(join(records, source), { recursive: true });
      await writeFile(join(records, source, `${name}.jsonl`), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
    }
    const before = await readFile(given, 'utf8');
    expect(await calibrate(['--records', records, '--weights', given, '--out', written, '--streams', '5'])).toMatchObject({ status: 0 });
    expect(parseWeights(await readFile(written, 'utf8'), written)).toMatchObject({ second: weights.second, training: { calibrated_again: { documents: 24, streams: 20 } } });
    expect(await readFile(given, 'utf8')).toBe(before);
    const { status, said } = await calibrate([]);
    expect([status === 0, said]).toEqual([false, expect.stringContaining('--records')]);
  }, 60_000);
});
