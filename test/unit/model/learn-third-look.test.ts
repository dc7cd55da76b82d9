import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawJudging, scoreHeldOut } from '../../../model-container/model/fit-model.ts';
import type { HeldOutStream } from '../../../model-container/model/fit-model.ts';
import { CONTEXT_PAGES, gapFeatures } from '../../../model-container/model/gap-features.ts';
import { probabilitiesOf } from '../../../model-container/model/gap-probabilities.ts';
import { addThirdLook, DEFAULT_THIRD_LOOK } from '../../../model-container/model/learn-third-look.ts';
import type { ThirdLookPlan } from '../../../model-container/model/learn-third-look.ts';
import { judgeStreams } from '../../../model-container/model/metrics.ts';
import { viewPage } from '../../../model-container/model/page-view.ts';
import { logOddsOfGaps, scorePages } from '../../../model-container/model/split-model.ts';
import { trainBaseModel } from '../../../model-container/model/train-base.ts';
import { formatWeights, parseWeights, WeightsError } from '../../../model-container/model/weights-file.ts';
import type { BaseWeights } from '../../../model-container/model/weights-file.ts';
import { drawDocuments } from './draw-pages.ts';

const PROGRAM = fileURLToPath(new URL('../../../model-container/add-third-look.ts', import.meta.url));
const PLAN: ThirdLookPlan = { streams: 96, groups: 3, seed: 1, boosting: { ...DEFAULT_THIRD_LOOK.boosting, rounds: 60, learningRate: 0.1, leafWeight: 1, ridge: 1 } };
const quiet = () => undefined;

let twoLooks: BaseWeights;
let threeLooks: BaseWeights;
let learnt: string;
let folder: string;
const later = drawDocuments(7, 4, 8);
beforeAll(async () => {
  const { text: trained } = await trainBaseModel(drawDocuments(1, 4, 5), { seed: 1, streams: 30, members: 1, folds: 3, calibrated: 1 }, quiet);
  // So sure that it cannot come true, and of one mind about most gaps.
  twoLooks = { ...parseWeights(trained, 'test'), calibration: { slope: 20, offset: 3, prior: 0.2 } };
  learnt = addThirdLook(twoLooks, later, PLAN, quiet).text;
  threeLooks = parseWeights(learnt, 'test');
  folder = await mkdtemp(join(tmpdir(), 'tearline-third-look-test-'));
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(options: readonly string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [status]] = (await Promise.all([text(child.stderr), once(child, 'exit')])) as [string, [number | null]]; // Node's own event.
  return { status, said };
}

const judgedBy = (weights: BaseWeights, streams: readonly HeldOutStream[]) => streams.map(({ logOdds, labels }) => ({ probabilities: probabilitiesOf(logOdds, weights.calibration), labels }));

const spoilt = (change: (third: { names: string[]; sureness: number; trees: { left: string } }) => void): string => {
  const weights = JSON.parse(learnt) as { third_look: { names: string[]; sureness: number; trees: { left: string } } };
  change(weights.third_look);
  return JSON.stringify(weights);
};

describe('learning a third look', () => {
  it('leaves the first two looks as they are, says from how many documents it learnt, and gives the same for the same', () => {
    expect([threeLooks.first, threeLooks.second]).toEqual([twoLooks.first, twoLooks.second]);
    const pages = later.reduce((sum, document) => sum + document.pages.length, 0);
    expect(threeLooks.training).toEqual({ ...twoLooks.training, third_look: { documents: 32, pages, sources: 4, streams: 96, gaps: expect.any(Number) as number, seed: 1 } });
    expect(addThirdLook(twoLooks, later, PLAN, quiet).text).toBe(learnt);
  });

  it('mends what the first two get wrong, and is as sure as comes true, on documents of other sources', () => {
    const { clean } = drawJudging(drawDocuments(8, 3, 8), 0, { clean: 40, scanned: 1 }, 2);
    const [before, after] = [twoLooks, threeLooks].map((weights) => judgedBy(weights, scoreHeldOut(weights, clean)));
    const logLoss = (judged: ReturnType<typeof judgedBy> = []) =>
      judged.flatMap(({ probabilities, labels }) => probabilities.map((p, gap) => -Math.log(Math.max(1e-9, labels[gap] === 1 ? p : 1 - p)))).reduce((sum, loss) => sum + loss, 0);
    expect(judgeStreams(after ?? []).gaps).toBeGreaterThan(100);
    expect(judgeStreams(after ?? []).errorRate).toBeLessThanOrEqual(judgeStreams(before ?? []).errorRate);
    expect(logLoss(after)).toBeLessThan(logLoss(before) / 2);
  });

  it('says the same of a gap whatever lies further away than the context', () => {
    const views = drawDocuments(4, 6, 14).flatMap((document) => document.pages).map(viewPage);
    const middle = Math.floor(views.length / 2);
    expect(middle).toBeGreaterThan(CONTEXT_PAGES + 10);
    const around = views.slice(middle - CONTEXT_PAGES, middle + 1 + CONTEXT_PAGES);
    expect(logOddsOfGaps(threeLooks, gapFeatures(around))[CONTEXT_PAGES]).toBe(logOddsOfGaps(threeLooks, gapFeatures(views))[middle]);
  });

  it('says nothing of the gap before an empty back, nor of one page or none', () => {
    const [page = [], empty = []] = [drawDocuments(4, 1, 1)[0]?.pages.slice(0, 1), drawDocuments(4, 1, 1)[0]?.pages.slice(0, 0)];
    expect([scorePages(threeLooks, page), scorePages(threeLooks, empty)]).toEqual([[], []]);
  });

  it('puts it in the place of one that the weights had, from which nothing is left', () => {
    expect(addThirdLook(threeLooks, later, PLAN, quiet).text).toBe(learnt);
  });

  it('refuses documents that it cannot learn from', () => {
    expect(() => addThirdLook(twoLooks, later.slice(0, 1), PLAN, quiet)).toThrow('One document alone');
    expect(() => addThirdLook(twoLooks, later.filter(({ source }) => source === 'source-0'), PLAN, quiet)).toThrow('no other to learn from');
  });

  it.each([['one group', { groups: 1 }], ['groups without a number', { groups: Number.NaN }], ['streams without a number', { streams: Number.NaN }]])('refuses to go by %s', (_what, change) => {
    expect(() => addThirdLook(twoLooks, later, { ...PLAN, ...change }, quiet)).toThrow(RangeError);
  });

  it('is done by a program, from page records, and leaves the weights that it was given as they are', async () => {
    const [given, written, records] = [join(folder, 'given.json'), join(folder, 'written.json'), join(folder, 'records')];
    await writeFile(given, formatWeights(twoLooks, twoLooks.training));
    for (const { source, name, pages } of later) {
      await mkdir(join(records, source), { recursive: true });
      await writeFile(join(records, source, `${name}.jsonl`), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
    }
    const before = await readFile(given, 'utf8');
    expect(await run(['--records', records, '--weights', given, '--out', written, '--streams', '16', '--groups', '2'])).toMatchObject({ status: 0 });
    expect(parseWeights(await readFile(written, 'utf8'), written)).toMatchObject({ second: twoLooks.second, training: { third_look: { documents: 32, streams: 16 } } });
    expect(await readFile(given, 'utf8')).toBe(before);
    const { status, said } = await run([]);
    expect([status === 0, said]).toEqual([false, expect.stringContaining('--records')]);
  }, 60_000);
});

describe('a weights file with a third look', () => {
  it.each([
    ['that asks for other names', () => spoilt((third) => { third.names.pop(); }), 'other features'],
    ['with half a tree', () => spoilt((third) => { third.trees.left = 'AAAA'; }), 'a tree is incomplete'],
    ['that turns what was said round', () => spoilt((third) => { third.sureness = -1; }), 'damaged'],
  ])('%s is refused with the reason', (_what, file, said) => {
    expect(() => parseWeights(file(), 'test')).toThrow(WeightsError);
    expect(() => parseWeights(file(), 'test')).toThrow(said);
  });
});
