import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageRecordSchema } from '../../../../core/documents/page-record.ts';
import { fitDensity } from '../../../../core/splitting/fit-density.ts';
import { WINDOW_OVERLAP } from '../../../../core/splitting/page-windows.ts';
import { scoreGaps } from '../../../../core/splitting/score-gaps.ts';
import { CONTEXT_PAGES, gapFeatures } from '../../../../model-container/features/gap-features.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { logOddsOfGaps, scorePages } from '../../../../model-container/classifiers/split-model.ts';
import { trainBaseModel } from '../../../../model-container/training/base/train-base.ts';
import { readTrainingDocuments, TrainingDataError } from '../../../../model-container/training/training-documents.ts';
import { scoreRows } from '../../../../model-container/classifiers/workflow/base-scores.ts';
import { parseWeights, readWeights, WeightsError } from '../../../../model-container/classifiers/weights-file.ts';
import { blank, drawDocuments, drawPage } from '../features/draw-pages.ts';
import { SMALL_STAGES } from './small-stages.ts';

/** Enough streams for trees with splits. */
const TINY = { seed: 1, streams: 4, members: 1, folds: 3, heldOut: 1, stage3Streams: 3, stages: SMALL_STAGES };
const quiet = () => undefined;
const documents = drawDocuments(1, 4, 5);

let trained: string;
let folder: string;
beforeAll(async () => {
  trained = (await trainBaseModel(documents, TINY, quiet)).text;
  folder = await mkdtemp(join(tmpdir(), 'tearline-records-test-'));
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const damaged = (change: (weights: Record<string, unknown>) => void): string => {
  const weights = JSON.parse(trained) as Record<string, unknown>;
  change(weights);
  return JSON.stringify(weights);
};

const stageIn = (weights: Record<string, unknown>, number: 1 | 2) => {
  const [member] = weights['ensemble'] as {
    stages: { features: string[]; networks: object[][]; trees: { left_child: string }[] }[];
  }[];
  const stage = member?.stages[number - 1];
  if (stage === undefined) throw new Error(`There is no stage ${number}.`);
  return stage;
};

describe('training the base model', () => {
  it('gives the same weights for the same documents and seed', { tags: 'slow' }, async () => {
    expect((await trainBaseModel(documents, TINY, quiet)).text).toBe(trained);
  });

  it('holds out the given number of groups of sources, with the same stages 1 and 2', { tags: 'slow' }, async () => {
    const [one, two] = [trained, (await trainBaseModel(documents, { ...TINY, heldOut: 2 }, quiet)).text].map((text) =>
      parseWeights(text, 'test'),
    );
    expect(two?.ensemble[0]?.stages.slice(0, 2)).toEqual(one?.ensemble[0]?.stages.slice(0, 2));
    expect(two?.ensemble[0]?.stages[2]).not.toEqual(one?.ensemble[0]?.stages[2]);
    expect(two?.calibration).not.toEqual(one?.calibration);
  });

  it(
    'trains each ensemble member on its own streams, with the next seed, and holds out another group first',
    { tags: 'slow' },
    async () => {
      const [one, two, next] = [
        trained,
        ...(await Promise.all(
          [{ members: 2 }, { seed: 2 }].map(
            async (other) => (await trainBaseModel(documents, { ...TINY, ...other }, quiet)).text,
          ),
        )),
      ].map((text) => parseWeights(text, 'test'));
      expect(two?.ensemble).toHaveLength(2);
      expect(two?.ensemble[0]).toEqual(one?.ensemble[0]);
      expect(two?.ensemble[1]?.stages[1]).toEqual(next?.ensemble[0]?.stages[1]);
      expect(two?.ensemble[1]?.stages[2]).not.toEqual(next?.ensemble[0]?.stages[2]);
      expect(two?.training).toMatchObject({
        seed: 1,
        streams: 2 * (one?.training.streams ?? Number.NaN),
        stage_3_training: [{ seed: 1 }, { seed: 2 }],
      });
      const pages = drawDocuments(9, 2, 4).flatMap((document) => document.pages);
      const views = gapFeatures(pages.map(viewPage));
      const each = (two?.ensemble ?? []).map((member) => logOddsOfGaps([member], views));
      expect(logOddsOfGaps(two?.ensemble ?? [], views)).toEqual(
        views.map((_, gap) => ((each[0]?.[gap] ?? Number.NaN) + (each[1]?.[gap] ?? Number.NaN)) / 2),
      );
    },
  );

  it.each([0, Number.NaN])('refuses to train %d members', async (members) => {
    await expect(trainBaseModel(documents, { ...TINY, members }, quiet)).rejects.toThrow(RangeError);
  });

  it.each([0, Number.NaN])('refuses to hold out %d groups', async (heldOut) => {
    await expect(trainBaseModel(documents, { ...TINY, heldOut }, quiet)).rejects.toThrow(RangeError);
  });

  it('gives a model that scores each gap of unseen documents deterministically', () => {
    const model = parseWeights(trained, 'test');
    const pages = drawDocuments(9, 2, 4).flatMap((document) => document.pages);
    const probabilities = scorePages(model, pages);
    expect(probabilities).toHaveLength(pages.length - 1);
    expect(probabilities.every((p) => p > 0 && p < 1)).toBe(true);
    expect(scorePages(model, pages)).toEqual(probabilities);
  });

  it('gives trees with splits in stages 1 and 2', () => {
    const { ensemble } = parseWeights(trained, 'test');
    for (const forest of ensemble.flatMap(({ stages }) => stages.slice(0, 2).flatMap(({ trees }) => trees)))
      expect(forest.trees.some(({ splitFeature }) => splitFeature.some((feature) => feature >= 0))).toBe(true);
  });

  it('gives a model that scores no gap of one page or none', () => {
    const model = parseWeights(trained, 'test');
    expect(scorePages(model, [])).toEqual([]);
    expect(scorePages(model, [drawPage({ body: ['alone'] })])).toEqual([]);
  });

  it('gives a model whose scores do not depend on pages beyond the context', { tags: 'slow' }, () => {
    const model = parseWeights(trained, 'test');
    const views = drawDocuments(4, 6, 10)
      .flatMap((document) => document.pages)
      .map(viewPage);
    const middle = Math.floor(views.length / 2);
    const around = views.slice(middle - CONTEXT_PAGES, middle + 1 + CONTEXT_PAGES);
    expect(logOddsOfGaps(model.ensemble, gapFeatures(around))[CONTEXT_PAGES]).toBe(
      logOddsOfGaps(model.ensemble, gapFeatures(views))[middle],
    );
  });

  it(
    'gives a model that scores a long document in windows as it scores the whole document',
    { tags: 'slow' },
    async () => {
      const model = parseWeights(trained, 'test');
      const { prior = Number.NaN } = model.calibration;
      const pages = drawDocuments(4, 6, 14).flatMap((document) => document.pages);
      expect(pages.length).toBeGreaterThan(150);
      const records = pages.map((page) => Buffer.from(JSON.stringify(page)));
      let windows = 0;
      const inWindows = await scoreGaps(
        {
          // Three quarters of a window hold the pages that neighbouring windows share.
          maxWindowBytes: Math.ceil((WINDOW_OVERLAP / 0.75) * Math.max(...records.map((json) => json.length + 1))),
          score: (window) => {
            windows += 1;
            return Promise.resolve({
              probabilities: scorePages(
                model,
                window.map((json) => pageRecordSchema.parse(JSON.parse(json.toString()))),
              ),
              prior,
              modelVersion: 'test',
            });
          },
        },
        Readable.from(records),
      );
      expect(windows).toBeGreaterThan(1);
      expect(inWindows.probabilities).toEqual(fitDensity(scorePages(model, pages), prior));
    },
  );

  it('gives probability 0 to the gap before a blank verso', () => {
    const pages = [drawPage({ body: ['some text'] }), blank(), drawPage({ body: ['other text'] })];
    expect(scorePages(parseWeights(trained, 'test'), pages)).toEqual([0, expect.any(Number)]);
  });

  it('writes no word of the documents to the weights', () => {
    for (const word of ['harvest', 'customer', 'bridge', 'AB-', 'document-', 'source-'])
      expect(trained).not.toContain(word);
  });

  it.each([
    ['no documents', [], 'no training documents'],
    ['one document', documents.slice(0, 1), 'One document alone'],
    [
      'documents of one page each',
      documents.map((document) => ({ ...document, pages: document.pages.slice(0, 1) })),
      'one page',
    ],
    ['documents of one source', documents.map((document) => ({ ...document, source: 'only' })), 'one source'],
    [
      'documents of two sources',
      documents.filter((document) => ['source-0', 'source-1'].includes(document.source)),
      'two sources',
    ],
  ])('refuses %s', async (_what, given, reason) => {
    const training = trainBaseModel(given, TINY, quiet);
    await expect(training).rejects.toThrow(TrainingDataError);
    await expect(training).rejects.toThrow(reason);
  });
});

describe('a weights file', () => {
  it('names the columns that its stages read, so that it is read by code that computes more of them', () => {
    const model = parseWeights(trained, 'test');
    // The first tree reads it, so that the scores change.
    const column = model.ensemble[0]?.stages[0]?.trees[0]?.trees[0]?.splitFeature[0] ?? 0;
    const otherColumn = column === 0 ? 1 : 0;
    const exchanged = (at: number): number => (at === column ? otherColumn : at === otherColumn ? column : at);
    const other = parseWeights(
      damaged((weights) => {
        const stage = stageIn(weights, 1);
        stage.features = stage.features.map((name, at) => stage.features[exchanged(at)] ?? name);
      }),
      'test',
    );
    const rows = gapFeatures(documents.flatMap(({ pages }) => pages.map(viewPage)));
    const exchangedRows = rows.map((row) => row.map((value, at) => row[exchanged(at)] ?? value));
    const stage1Of = ({ ensemble }: typeof model) =>
      ensemble.map(({ stages: [stage1] }) => ({ stages: stage1 === undefined ? [] : [stage1] }));
    const scores = logOddsOfGaps(stage1Of(other), rows);
    expect(scores).toEqual(logOddsOfGaps(stage1Of(model), exchangedRows));
    expect(scores).not.toEqual(logOddsOfGaps(stage1Of(model), rows));
    expect(scoreRows(other, rows).map(({ features }) => features)).toEqual(
      scoreRows(model, exchangedRows).map(({ features }) => features),
    );
  });

  it.each([
    ['cut in half', () => trained.slice(0, trained.length / 2), 'not JSON'],
    [
      'of another schema version',
      () =>
        damaged((weights) => {
          weights['schema_version'] = 7;
        }),
      'have schema version 7; this version reads 8',
    ],
    [
      'of other features',
      () =>
        damaged((weights) => {
          stageIn(weights, 1).features = ['moon'];
        }),
      'other features',
    ],
    [
      'of other features of stage 2',
      () =>
        damaged((weights) => {
          stageIn(weights, 2).features[0] = 'moon';
        }),
      'other features',
    ],
    [
      'with an incomplete tree of stage 2',
      () =>
        damaged((weights) => {
          Object.assign(stageIn(weights, 2).trees[0] ?? {}, { left_child: 'AAAA' });
        }),
      'a tree is incomplete',
    ],
    [
      'with a layer missing',
      () =>
        damaged((weights) => {
          stageIn(weights, 2).networks[0]?.splice(0, 1);
        }),
      'do not fit together',
    ],
    [
      'without calibration',
      () =>
        damaged((weights) => {
          delete weights['calibration'];
        }),
      'damaged',
    ],
    [
      'with a calibration that decreases',
      () =>
        damaged((weights) => {
          weights['calibration'] = { slope: -1, intercept: 0 };
        }),
      'damaged',
    ],
    [
      'with numbers missing',
      () =>
        damaged((weights) => {
          Object.assign(stageIn(weights, 2).networks[0]?.[0] ?? {}, { bias: 'AAAA' });
        }),
      'incomplete',
    ],
    [
      'with a residual layer of fewer outputs than inputs',
      () =>
        damaged((weights) => {
          Object.assign(stageIn(weights, 2).networks[0]?.[0] ?? {}, { residual: true });
        }),
      'a residual layer has as many inputs as outputs',
    ],
    [
      'with an incomplete tree',
      () =>
        damaged((weights) => {
          Object.assign(stageIn(weights, 1).trees[0] ?? {}, { left_child: 'AAAA' });
        }),
      'a tree is incomplete',
    ],
    [
      'with a tree that has a cycle',
      () =>
        damaged((weights) => {
          const [forest] = stageIn(weights, 1).trees;
          if (forest)
            forest.left_child = Buffer.alloc(Buffer.byteLength(forest.left_child, 'base64')).toString('base64');
        }),
      'do not form a tree',
    ],
    [
      'whose networks reach beyond the context',
      () =>
        damaged((weights) => {
          for (const layer of (stageIn(weights, 2).networks[0] ?? []) as { dilation: number }[])
            if (layer.dilation > 0) layer.dilation += 1;
        }),
      'reach beyond',
    ],
    [
      'with a stage that has no learner',
      () =>
        damaged((weights) => {
          Object.assign(stageIn(weights, 1), { networks: [], trees: [] });
        }),
      'neither networks nor trees',
    ],
    [
      'without an ensemble member',
      () =>
        damaged((weights) => {
          weights['ensemble'] = [];
        }),
      'damaged',
    ],
    [
      'with so many ensemble members that a page takes hours',
      () =>
        damaged((weights) => {
          const [member] = weights['ensemble'] as object[];
          // One more than is allowed.
          weights['ensemble'] = Array(9).fill(member);
        }),
      'ensemble Too big',
    ],
    [
      'with so many networks that a page takes minutes',
      () =>
        damaged((weights) => {
          const stage = stageIn(weights, 2);
          stage.networks = Array<object[]>(50).fill(stage.networks[0] ?? []);
        }),
      'stages.1.networks Too big',
    ],
    [
      'with a network of so many layers that a page takes minutes',
      () =>
        damaged((weights) => {
          const [network = []] = stageIn(weights, 2).networks;
          network.splice(1, 0, ...Array<object>(50).fill(network[1] ?? {}));
        }),
      'stages.1.networks.0 Too big',
    ],
    [
      'with a layer so wide that its outputs for some pages fill the memory',
      () =>
        damaged((weights) => {
          Object.assign(stageIn(weights, 2).networks[0]?.[0] ?? {}, { outputs: 1_000_000 });
        }),
      'outputs Too big',
    ],
    [
      'with so many forests that a page takes minutes',
      () =>
        damaged((weights) => {
          const stage = stageIn(weights, 1);
          stage.trees = Array.from({ length: 50 }, () => stage.trees[0] ?? { left_child: '' });
        }),
      'stages.0.trees Too big',
    ],
    [
      'that names a column so often that the columns of some pages fill the memory',
      () =>
        damaged((weights) => {
          const stage = stageIn(weights, 1);
          stage.features = [...stage.features, ...Array<string>(1000).fill(stage.features[0] ?? '')];
          Object.assign(stage, { networks: [], quantiles: [] });
        }),
      'twice',
    ],
    ['that is a list', () => '[]', 'damaged'],
  ])('%s is refused with the reason', (_what, text, reason) => {
    expect(() => parseWeights(text(), 'test')).toThrow(
      expect.objectContaining({ name: WeightsError.name, message: expect.stringContaining(reason) as string }),
    );
  });

  it.each([
    ['nodes', (weights: Record<string, unknown>) => stageIn(weights, 1).trees[0] ?? {}, 'node_counts'],
    ['trainings', (weights: Record<string, unknown>) => weights, 'further_trainings'],
  ])('with a million %s that do not fit is refused at the first of them', (_, of, name) => {
    const text = damaged((weights) => {
      Object.assign(of(weights), { [name]: Array<string>(1e6).fill('') });
    });
    expect(() => parseWeights(text, 'test')).toThrow('does not fit');
  });

  it('that is absent is refused with its path', async () => {
    await expect(readWeights(join(folder, 'none.json'))).rejects.toThrow('none.json');
  });
});

describe('records of training documents', () => {
  it('are read by source folder, with their scans, in the order of their names', async () => {
    const page = JSON.stringify(drawPage({ body: ['text'] }));
    await mkdir(join(folder, 'good', 'b-source'), { recursive: true });
    await mkdir(join(folder, 'good', 'a-source'), { recursive: true });
    await writeFile(join(folder, 'good', 'b-source', 'one.jsonl'), `${page}\n`);
    await writeFile(join(folder, 'good', 'a-source', 'two.jsonl'), `${page}\n${page}\n`);
    await writeFile(join(folder, 'good', 'a-source', 'two.scan.jsonl'), `${page}\n${page}\n`);
    const read = await readTrainingDocuments(join(folder, 'good'));
    expect(
      read.map(({ source, name, pages, scannedPages }) => [source, name, pages.length, scannedPages?.length]),
    ).toEqual([
      ['a-source', 'two.jsonl', 2, 2],
      ['b-source', 'one.jsonl', 1, undefined],
    ]);
  });

  it('that are damaged are named with their line', async () => {
    await mkdir(join(folder, 'bad', 'source'), { recursive: true });
    await writeFile(join(folder, 'bad', 'source', 'odd.jsonl'), `${JSON.stringify(drawPage({}))}\n{"page":\n`);
    await expect(readTrainingDocuments(join(folder, 'bad'))).rejects.toThrow(/odd\.jsonl, line 2/u);
  });

  it('whose folder is absent are refused', async () => {
    await expect(readTrainingDocuments(join(folder, 'nowhere'))).rejects.toThrow(TrainingDataError);
  });
});
