import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageRecordSchema } from '../../../core/documents/page-record.ts';
import { fitDensity } from '../../../core/splitting/fit-density.ts';
import { scoreGaps } from '../../../core/splitting/score-gaps.ts';
import { CONTEXT_PAGES, gapFeatures } from '../../../model-container/features/gap-features.ts';
import { viewPage } from '../../../model-container/features/pages/page-view.ts';
import { logOddsOfGaps, scorePages } from '../../../model-container/classifiers/split-model.ts';
import { trainBaseModel } from '../../../model-container/training/base/train-base.ts';
import { readTrainingDocuments, TrainingDataError } from '../../../model-container/training/training-documents.ts';
import { parseWeights, readWeights, WeightsError } from '../../../model-container/classifiers/weights-file.ts';
import { blank, drawDocuments, drawPage } from './draw-pages.ts';
import { SMALL_STAGES } from './small-stages.ts';

/** Streams enough for trees that ask something. */
const TINY = { seed: 1, streams: 18, members: 1, folds: 3, heldOut: 1, thirdLookStreams: 16, stages: SMALL_STAGES };
const quiet = () => undefined;
const documents = drawDocuments(1, 4, 5);

let trained: string;
let folder: string;
beforeAll(async () => {
  trained = (await trainBaseModel(documents, TINY, quiet)).text;
  folder = await mkdtemp(join(tmpdir(), 'tearline-records-test-'));
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const spoilt = (change: (weights: Record<string, unknown>) => void): string => {
  const weights = JSON.parse(trained) as Record<string, unknown>;
  change(weights);
  return JSON.stringify(weights);
};

type LookName = 'first_look' | 'second_look';
const lookIn = (weights: Record<string, unknown>, name: LookName) => {
  const [member] = weights['members'] as Record<
    LookName,
    { names: string[]; networks: object[][]; trees: { left: string }[] }
  >[];
  if (member === undefined) throw new Error('There is a member.');
  return member[name];
};

describe('training the base model', () => {
  it('gives the same weights for the same documents and seed', async () => {
    expect((await trainBaseModel(documents, TINY, quiet)).text).toBe(trained);
  }, 60_000);

  it('holds as many groups of sources out as it is told, and learns the same first two looks', async () => {
    const [one, two] = [trained, (await trainBaseModel(documents, { ...TINY, heldOut: 2 }, quiet)).text].map((text) =>
      parseWeights(text, 'test'),
    );
    expect(two?.members[0]?.second).toEqual(one?.members[0]?.second);
    expect(two?.members[0]?.third).not.toEqual(one?.members[0]?.third);
    expect(two?.calibration).not.toEqual(one?.calibration);
  }, 60_000);

  it('trains each member on streams of its own, with the next seed, and another group held out first', async () => {
    const [one, two, next] = [
      trained,
      ...(await Promise.all(
        [{ members: 2 }, { seed: 2 }].map(
          async (other) => (await trainBaseModel(documents, { ...TINY, ...other }, quiet)).text,
        ),
      )),
    ].map((text) => parseWeights(text, 'test'));
    expect(two?.members).toHaveLength(2);
    expect(two?.members[0]).toEqual(one?.members[0]);
    expect(two?.members[1]?.second).toEqual(next?.members[0]?.second);
    expect(two?.members[1]?.third).not.toEqual(next?.members[0]?.third);
    expect(two?.training).toMatchObject({
      seed: 1,
      streams: 2 * (one?.training.streams ?? Number.NaN),
      third_looks: [{ seed: 1 }, { seed: 2 }],
    });
    const pages = drawDocuments(9, 2, 4).flatMap((document) => document.pages);
    const views = gapFeatures(pages.map(viewPage));
    const said = (two?.members ?? []).map((member) => logOddsOfGaps([member], views));
    expect(logOddsOfGaps(two?.members ?? [], views)).toEqual(
      views.map((_, gap) => ((said[0]?.[gap] ?? Number.NaN) + (said[1]?.[gap] ?? Number.NaN)) / 2),
    );
  }, 60_000);

  it.each([0, Number.NaN])('refuses to train %d members', async (members) => {
    await expect(trainBaseModel(documents, { ...TINY, members }, quiet)).rejects.toThrow(RangeError);
  });

  it.each([0, Number.NaN])('refuses to hold out %d groups', async (heldOut) => {
    await expect(trainBaseModel(documents, { ...TINY, heldOut }, quiet)).rejects.toThrow(RangeError);
  });

  it('yields a model that scores every gap of documents that it has not seen, the same each time', () => {
    const model = parseWeights(trained, 'test');
    const pages = drawDocuments(9, 2, 4).flatMap((document) => document.pages);
    const probabilities = scorePages(model, pages);
    expect(probabilities).toHaveLength(pages.length - 1);
    expect(probabilities.every((p) => p > 0 && p < 1)).toBe(true);
    expect(scorePages(model, pages)).toEqual(probabilities);
  });

  it('yields trees of both looks that ask something', () => {
    const { members } = parseWeights(trained, 'test');
    for (const forest of members.flatMap(({ first, second }) => [...first.trees, ...second.trees]))
      expect(forest.trees.some(({ column }) => column.some((asked) => asked >= 0))).toBe(true);
  });

  it('yields a model that has nothing to say of one page or none', () => {
    const model = parseWeights(trained, 'test');
    expect(scorePages(model, [])).toEqual([]);
    expect(scorePages(model, [drawPage({ body: ['alone'] })])).toEqual([]);
  });

  it('yields a model that says the same of a gap whatever lies further away than the context', () => {
    const model = parseWeights(trained, 'test');
    const views = drawDocuments(4, 6, 10)
      .flatMap((document) => document.pages)
      .map(viewPage);
    const middle = Math.floor(views.length / 2);
    const around = views.slice(middle - CONTEXT_PAGES, middle + 1 + CONTEXT_PAGES);
    expect(logOddsOfGaps(model.members, gapFeatures(around))[CONTEXT_PAGES]).toBe(
      logOddsOfGaps(model.members, gapFeatures(views))[middle],
    );
  });

  it('yields a model that says the same of a long document whether it sees it in windows or whole', async () => {
    const model = parseWeights(trained, 'test');
    const { prior = Number.NaN } = model.calibration;
    const pages = drawDocuments(4, 6, 14).flatMap((document) => document.pages);
    expect(pages.length).toBeGreaterThan(150);
    const inWindows = await scoreGaps(
      {
        score: (window) =>
          Promise.resolve({
            probabilities: scorePages(
              model,
              window.map((json) => pageRecordSchema.parse(JSON.parse(json.toString()))),
            ),
            prior,
            modelVersion: 'test',
          }),
      },
      Readable.from(pages.map((page) => Buffer.from(JSON.stringify(page)))),
    );
    expect(inWindows.probabilities).toEqual(fitDensity(scorePages(model, pages), prior));
  });

  it('says nothing of the gap before an empty back', () => {
    const pages = [drawPage({ body: ['some text'] }), blank(), drawPage({ body: ['other text'] })];
    expect(scorePages(parseWeights(trained, 'test'), pages)).toEqual([0, expect.any(Number)]);
  });

  it('keeps no word of the documents in the weights', () => {
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
  ])('refuses %s', async (_what, given, said) => {
    const training = trainBaseModel(given, TINY, quiet);
    await expect(training).rejects.toThrow(TrainingDataError);
    await expect(training).rejects.toThrow(said);
  });
});

describe('a weights file', () => {
  it.each([
    ['cut in half', () => trained.slice(0, trained.length / 2), 'not JSON'],
    [
      'of another schema version',
      () =>
        spoilt((weights) => {
          weights['schema_version'] = 1;
        }),
      'schema version 1',
    ],
    [
      'of other features',
      () =>
        spoilt((weights) => {
          lookIn(weights, 'first_look').names = ['moon'];
        }),
      'other features',
    ],
    [
      'whose second look asks for others',
      () =>
        spoilt((weights) => {
          lookIn(weights, 'second_look').names.pop();
        }),
      'other features',
    ],
    [
      'with half a tree of the second look',
      () =>
        spoilt((weights) => {
          Object.assign(lookIn(weights, 'second_look').trees[0] ?? {}, { left: 'AAAA' });
        }),
      'a tree is incomplete',
    ],
    [
      'with a layer missing in the second look',
      () =>
        spoilt((weights) => {
          lookIn(weights, 'second_look').networks[0]?.splice(0, 1);
        }),
      'do not fit together',
    ],
    [
      'without calibration',
      () =>
        spoilt((weights) => {
          delete weights['calibration'];
        }),
      'damaged',
    ],
    [
      'whose calibration falls',
      () =>
        spoilt((weights) => {
          weights['calibration'] = { slope: -1, offset: 0 };
        }),
      'damaged',
    ],
    [
      'with a layer missing',
      () =>
        spoilt((weights) => {
          lookIn(weights, 'first_look').networks[0]?.splice(0, 1);
        }),
      'do not fit together',
    ],
    [
      'with numbers missing',
      () =>
        spoilt((weights) => {
          Object.assign(lookIn(weights, 'first_look').networks[0]?.[0] ?? {}, { bias: 'AAAA' });
        }),
      'incomplete',
    ],
    [
      'with a layer that adds what it cannot',
      () =>
        spoilt((weights) => {
          Object.assign(lookIn(weights, 'first_look').networks[0]?.[0] ?? {}, { adds: true });
        }),
      'cannot add',
    ],
    [
      'with half a tree',
      () =>
        spoilt((weights) => {
          Object.assign(lookIn(weights, 'first_look').trees[0] ?? {}, { left: 'AAAA' });
        }),
      'a tree is incomplete',
    ],
    [
      'with a tree that goes in a circle',
      () =>
        spoilt((weights) => {
          const [forest] = lookIn(weights, 'first_look').trees;
          if (forest) forest.left = Buffer.alloc(Buffer.byteLength(forest.left, 'base64')).toString('base64');
        }),
      'leads nowhere',
    ],
    [
      'that look further than their pages go',
      () =>
        spoilt((weights) => {
          for (const layer of (lookIn(weights, 'second_look').networks[0] ?? []) as { reach: number }[])
            if (layer.reach > 0) layer.reach += 1;
        }),
      'look further',
    ],
    [
      'without a member',
      () =>
        spoilt((weights) => {
          weights['members'] = [];
        }),
      'damaged',
    ],
    ['that is a list', () => '[]', 'damaged'],
  ])('%s is refused with the reason', (_what, text, said) => {
    expect(() => parseWeights(text(), 'test')).toThrow(WeightsError);
    expect(() => parseWeights(text(), 'test')).toThrow(said);
  });

  it('that is not there is refused with its path', async () => {
    await expect(readWeights(join(folder, 'none.json'))).rejects.toThrow('none.json');
  });
});

describe('records of training documents', () => {
  it('are read one folder a source, with their scans, and in the order of their names', async () => {
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

  it('that are nowhere are an error', async () => {
    await expect(readTrainingDocuments(join(folder, 'nowhere'))).rejects.toThrow(TrainingDataError);
  });
});
