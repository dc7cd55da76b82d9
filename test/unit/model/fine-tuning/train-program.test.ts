import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { access, cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTraining as trainHere } from '../../../../model-container/training/job/run-training.ts';
import { foldersBelow } from '../../../../model-container/training/job/training-folders.ts';
import { TrainingRefusedError } from '../../../../model-container/training/job/training-error.ts';
import { trainingReportSchema } from '../../../../model-container/evaluation/report.ts';
import { blank } from '../features/draw-pages.ts';
import { customerFiles, drawCustomer, jsonLines, makeBaseFolder, makeRoot, runTraining } from './training-fixtures.ts';

const LIMIT_MS = 120_000;
/** For trainings whose accuracy is not tested. */
const FEW_STREAMS = { documentDraws: 8, evaluationDocuments: 8 };
const folders: string[] = [];
const rootOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const root = await makeRoot(files);
  folders.push(root);
  return root;
};
const modelOf = (root: string) => readFile(join(root, 'model/weights.json'), 'utf8');
const versionOf = (weights: string) => `workflow-${createHash('sha256').update(weights).digest('hex').slice(0, 12)}`;
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

let baseFolder: string;
/** Root folder of a training, whose lines are `output`; stopped-training.test.ts runs the program to its end. */
let trained: string;
let output: string;
beforeAll(async () => {
  baseFolder = await makeBaseFolder();
  folders.push(baseFolder);
  trained = await rootOf({
    ...customerFiles(drawCustomer(4, 12)),
    'input/config/hyperparameters.json': '{"seed":"7"}',
  });
  const lines: string[] = [];
  await trainHere({
    folders: foldersBelow(trained),
    baseFolder,
    log: (line) => lines.push(line),
    streamCounts: FEW_STREAMS,
  });
  output = lines.join('\n');
}, LIMIT_MS);
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe('a training under SageMaker’s contract', () => {
  it('writes weights, and a report that fits its schema', async () => {
    const report = trainingReportSchema.parse(JSON.parse(await readFile(join(trained, 'model/report.json'), 'utf8')));
    expect(report.seed).toBe(7);
    expect(report.data).toMatchObject({ documents: 12, senders: null, held_out_by: 'document', repeated_documents: 0 });
    expect(report.learning_curve[0]?.documents).toBe(0);
    expect(report.review).toHaveLength(7);
    expect(report.verdict.confidence).toBe('not_enough_data');
    expect(report.review.every((row) => row.support === 'not_enough_data')).toBe(true);
    expect(await isThere(join(trained, 'output/failure'))).toBe(false);
  });

  it('has a lower error rate than the base model on held-out documents', async () => {
    const report = trainingReportSchema.parse(JSON.parse(await readFile(join(trained, 'model/report.json'), 'utf8')));
    expect(report.after.error_rate).toBeLessThan(report.before.error_rate);
    expect(report.gate.decision).toBe('go_live');
  });

  it('logs its metrics in lines that metric definitions can parse', () => {
    const epochs = [...output.matchAll(/epoch=(\d+) .*validation:page_f1=([0-9.]+);.*validation:error=([0-9.]+);/gu)];
    expect(epochs.length).toBeGreaterThanOrEqual(2);
    expect(output).toMatch(/before:error=[0-9.]+; after:error=[0-9.]+;/u);
  });

  it('logs how far it is, with the time that is left, after every step', () => {
    const lines = [
      ...output.matchAll(/job:phase=(\d); job:progress=([0-9.]+);(?: job:remaining_seconds=([0-9.]+);)?/gu),
    ];
    const shares = lines.map(([, , share]) => Number(share));
    expect(shares.length).toBeGreaterThanOrEqual(5);
    expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(lines.map(([, phase]) => Number(phase))).toEqual([2, 2, 2, 2, 3, 4, 4, 4]);
    expect(lines.at(-1)?.[3]).toBe('0.0');
  });

  it('writes no word and no name of the documents to the weights', async () => {
    const weights = await modelOf(trained);
    for (const word of ['docket', 'forest', 'willow', 'document-']) expect(weights).not.toContain(word);
  });

  it(
    'is compared with the model in use, on documents that neither was trained on',
    async () => {
      const { report } = await next;
      const first = trainingReportSchema.parse(JSON.parse(await readFile(join(trained, 'model/report.json'), 'utf8')));
      expect(report.before_version).toBe(first.model_version);
      expect(report.before.error_rate).toBeLessThan(first.before.error_rate);
    },
    LIMIT_MS,
  );

  it(
    'is compared with the base model and with earlier models on the same held-out documents',
    { tags: 'slow' },
    async () => {
      const [earlier, serving] = [await modelOf(trained), await modelOf((await next).root)];
      const { report } = await trainAfter({
        'weights.json': serving,
        'earlier/a.json': earlier,
        'earlier/b.json': '{"kind":"workflow","schema_version":1}',
      });
      const { model_version: version, base_version: base, compared, before, after } = report;
      const versions = [versionOf(serving), base, versionOf(earlier), version];
      expect(compared.models.map(({ model_version: one }) => one)).toEqual(versions);
      expect(compared.models.at(0)?.error_rate).toBe(before.error_rate);
      expect(compared.models.at(-1)?.error_rate).toBe(after.error_rate);
      expect(compared.pairs.map((pair) => [pair.base, pair.candidate])).toEqual(
        versions.flatMap((one, at) => versions.slice(at + 1).map((other) => [one, other])),
      );
      const change = compared.pairs.find((pair) => pair.base === base && pair.candidate === version)?.error_change;
      expect(change).toBeLessThan(0);
    },
  );

  /** A training on the same documents where these models are in use, and were earlier. */
  const trainAfter = async (models: Readonly<Record<string, string>>) => {
    const files = Object.entries(models).map(([name, weights]) => [`input/data/serving/${name}`, weights] as const);
    const root = await rootOf({ ...customerFiles(drawCustomer(4, 12)), ...Object.fromEntries(files) });
    const report = await trainHere({
      folders: foldersBelow(root),
      baseFolder,
      log: () => undefined,
      streamCounts: FEW_STREAMS,
    });
    return { root, report };
  };
  /** The training after `trained`. */
  let next: ReturnType<typeof trainAfter>;
  beforeAll(async () => {
    next = trainAfter({ 'weights.json': await modelOf(trained) });
    await next;
  }, LIMIT_MS);
});

describe('a training on documents of known senders and collections', () => {
  const train = async (files: Readonly<Record<string, string>>) =>
    trainHere({
      folders: foldersBelow(await rootOf(files)),
      baseFolder,
      log: () => undefined,
      streamCounts: FEW_STREAMS,
    });
  const sentBy = (senders: number) =>
    Object.fromEntries(
      drawCustomer(4, 12).map((pages, at) => [
        `input/data/training/sender-${at % senders}/${at}.jsonl`,
        jsonLines(pages),
      ]),
    );

  it('holds out by sender where there are as many senders as folds', { tags: 'slow' }, async () => {
    expect((await train(sentBy(4))).data).toMatchObject({
      documents: 12,
      senders: 4,
      held_out_by: 'sender',
      folds: 3,
    });
  });

  it(
    'holds out by document where there are fewer, and gives the error of each collection before and after',
    { tags: 'slow' },
    async () => {
      const annotations = Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [
          `input/data/training/sender-${at % 2}/${at}.json`,
          JSON.stringify({ schema_version: 1, collection: at < 8 ? 'letters' : 'dockets' }),
        ]),
      );
      const { collections, data, before } = await train({ ...sentBy(2), ...annotations });
      expect(data).toMatchObject({ documents: 12, senders: 2, held_out_by: 'document', folds: 3 });
      expect(collections.map(({ collection, documents }) => [collection, documents])).toEqual([
        ['dockets', 4],
        ['letters', 8],
      ]);
      expect(collections.reduce((sum, { gaps }) => sum + gaps, 0)).toBe(data.evaluated_gaps);
      const errors = collections.map((of) => of.before.error_rate);
      expect(Math.min(...errors)).toBeLessThanOrEqual(before.error_rate);
      expect(Math.max(...errors)).toBeGreaterThanOrEqual(before.error_rate);
      for (const { before: early, after } of collections) expect(after.error_rate).toBeLessThan(early.error_rate);
    },
  );
});

describe('a training on five documents, the minimum', () => {
  it(
    'writes weights, and a report without supported rows',
    async () => {
      const root = await rootOf(customerFiles(drawCustomer(4, 5)));
      const report = trainingReportSchema.parse(
        await trainHere({ folders: foldersBelow(root), baseFolder, log: () => undefined, streamCounts: FEW_STREAMS }),
      );
      expect(report.data).toMatchObject({ documents: 5, folds: 3 });
      expect(report.learning_curve.map(({ documents }) => documents)).toEqual([0, 3]);
      expect(report.verdict.confidence).toBe('not_enough_data');
      expect(report.review.map(({ support }) => support)).not.toContain('supported');
      expect(await modelOf(root)).toContain('"kind":"workflow"');
    },
    LIMIT_MS,
  );
});

describe('a training on merged files', () => {
  const customer = drawCustomer(4, 12);
  /** Three documents a file, annotated where each begins. */
  const mergedFiles = (annotated: boolean) =>
    Object.fromEntries(
      [0, 1, 2, 3].flatMap((file) => {
        const documents = customer.slice(3 * file, 3 * file + 3);
        let page = 0;
        const parts = documents.map((pages) => ({ pages: pages.map(() => (page += 1)) }));
        const path = `input/data/training/file-${file}`;
        return [
          [`${path}.jsonl`, jsonLines(documents.flat())],
          ...(annotated ? [[`${path}.json`, JSON.stringify({ schema_version: 1, sub_documents: parts })]] : []),
        ];
      }),
    ) as Record<string, string>;
  const train = async (files: Readonly<Record<string, string>>) =>
    trainHere({
      folders: foldersBelow(await rootOf(files)),
      baseFolder,
      log: () => undefined,
      streamCounts: FEW_STREAMS,
    });

  it(
    'trains on the documents in them, which are named by their position',
    async () => {
      const report = await train(mergedFiles(true));
      expect(report.data).toMatchObject({
        documents: 12,
        pages: customer.flat().length,
        folds: 3,
        held_out_by: 'document',
      });
      expect(report.after.error_rate).toBeLessThan(report.before.error_rate);
      expect(report.gate.decision).toBe('go_live');
      for (const { name } of report.wrong_documents) expect(name).toMatch(/^file-\d#\d$/u);
    },
    LIMIT_MS,
  );

  it(
    'treats each file without an annotation as one document',
    async () => {
      await expect(train(mergedFiles(false))).rejects.toMatchObject({ code: 'too_few_documents' });
    },
    LIMIT_MS,
  );
});

describe('unusable training data', () => {
  const [document = [], ...others] = drawCustomer(2, 6);
  const single = Array.from({ length: 6 }, (_, at) =>
    drawCustomer(30 + at, 8)
      .flat()
      .slice(0, 1),
  );
  const merged = (annotation: unknown) =>
    Object.fromEntries(
      others.flatMap((pages, at) => [
        [`input/data/training/file-${at}.jsonl`, jsonLines(pages)],
        [
          `input/data/training/file-${at}.json`,
          JSON.stringify(
            annotation ?? { schema_version: 1, sub_documents: [{ pages: pages.map((_, page) => page + 1) }] },
          ),
        ],
      ]),
    );
  it.each<[string, Record<string, string>, string]>([
    ['no documents', { 'input/config/hyperparameters.json': '{}' }, 'no_documents'],
    ['one document only', customerFiles([document]), 'one_document'],
    ['the same document twice', customerFiles([document, document]), 'one_document'],
    ['fewer than five', customerFiles(drawCustomer(2, 4)), 'too_few_documents'],
    ['merged files without a boundary', merged(undefined), 'no_boundary'],
    [
      'pages that the annotation omits',
      merged({ schema_version: 1, sub_documents: [{ pages: [2] }] }),
      'damaged_annotation',
    ],
    ['documents of one page alone', customerFiles(single), 'single_pages_only'],
    [
      'a damaged record file',
      { ...customerFiles(others), 'input/data/training/x.jsonl': `${JSON.stringify(blank()).slice(0, 80)}\n` },
      'damaged_records',
    ],
    ['an empty record file', { ...customerFiles(others), 'input/data/training/x.jsonl': '' }, 'damaged_records'],
    [
      'records of another schema version',
      {
        ...customerFiles(others),
        'input/data/training/x.jsonl': `${JSON.stringify({ ...blank(), schema_version: 2 })}\n`,
      },
      'wrong_schema_version',
    ],
    [
      'an invalid seed',
      { ...customerFiles(others), 'input/config/hyperparameters.json': '{"seed":"many"}' },
      'invalid_hyperparameters',
    ],
    [
      'an unknown hyperparameter',
      { ...customerFiles(others), 'input/config/hyperparameters.json': '{"epochs":"3"}' },
      'invalid_hyperparameters',
    ],
    [
      'damaged weights of the model in use',
      { ...customerFiles(others), 'input/data/serving/weights.json': '{"kind":"workflow","schema_version":1' },
      'unusable_weights',
    ],
    [
      'weights of another schema version',
      { ...customerFiles(others), 'input/data/serving/weights.json': '{"kind":"workflow","schema_version":9}' },
      'unusable_weights',
    ],
  ])(
    'is refused: %s',
    async (_what, files, code) => {
      const root = await rootOf(files);
      const refused = await trainHere({
        folders: foldersBelow(root),
        baseFolder,
        log: () => undefined,
        streamCounts: FEW_STREAMS,
      }).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(refused).toBeInstanceOf(TrainingRefusedError);
      expect(refused).toMatchObject({ code });
      expect(await isThere(join(root, 'model'))).toBe(false);
    },
    LIMIT_MS,
  );

  it(
    'is refused with what to do where the model in use cannot be loaded',
    async () => {
      const root = await rootOf({ ...customerFiles(others), 'input/data/serving/weights.json': '{' });
      await expect(
        trainHere({ folders: foldersBelow(root), baseFolder, log: () => undefined, streamCounts: FEW_STREAMS }),
      ).rejects.toThrow('Put another model into use, such as the base model, and train again.');
    },
    LIMIT_MS,
  );

  it(
    'ends the program with status 2 and the reason in output/failure, as SageMaker requires',
    async () => {
      const root = await rootOf(customerFiles(drawCustomer(2, 4)));
      expect((await runTraining(root, baseFolder)).status).toBe(2);
      expect(await readFile(join(root, 'output/failure'), 'utf8')).toMatch(
        /^too_few_documents: There are 4 documents; .{20,}/u,
      );
      expect(await isThere(join(root, 'model'))).toBe(false);
    },
    LIMIT_MS,
  );
});

describe('the server with a workflow’s weights', () => {
  const program = fileURLToPath(new URL('../../../../model-container/serve.ts', import.meta.url));
  let child: ReturnType<typeof spawn>;
  let url: string;
  const pages = drawCustomer(9, 6).flat();
  const invoke = (key: string | undefined) =>
    fetch(`${url}/invocations`, {
      method: 'POST',
      body: JSON.stringify({ pages }),
      headers: {
        'Content-Type': 'application/json',
        ...(key === undefined ? {} : { 'X-Amzn-SageMaker-Custom-Attributes': key }),
      },
    });
  beforeAll(async () => {
    const models = await rootOf({
      'w/damaged.json': '{"kind":"workflow"',
      'w/other.json': '{"kind":"workflow","schema_version":1}',
    });
    await mkdir(join(models, 'w/1'));
    await cp(join(trained, 'model/weights.json'), join(models, 'w/1/weights.json'));
    child = spawn(process.execPath, [program], {
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', SM_MODEL_DIR: baseFolder, TEARLINE_WORKFLOW_MODELS: models },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (child.stdout === null) throw new Error('The server has no output.');
    const [line] = (await once(child.stdout, 'data')) as [Buffer]; // Node's own event.
    url = `http://127.0.0.1:${(JSON.parse(line.toString('utf8')) as { port: number }).port}`;
  }, LIMIT_MS);
  afterAll(async () => {
    child.stdin?.end();
    await once(child, 'exit');
  });

  it('uses the fine-tuned model for its key, and the base model without a key', async () => {
    const [own, base] = (await Promise.all(
      [invoke('w/1/weights.json'), invoke(undefined)].map(async (response) => (await response).json()),
    )) as { probabilities: number[]; model_version: string }[];
    expect(own?.model_version).toMatch(/^workflow-/u);
    expect(base?.model_version).toMatch(/^base-/u);
    expect(own?.probabilities).toHaveLength(pages.length - 1);
    expect(own?.probabilities).not.toEqual(base?.probabilities);
    const labels = pages.slice(1).map((page) => (page.page === 1 ? 1 : 0));
    expect(own?.probabilities.map((p) => (p > 0.5 ? 1 : 0))).toEqual(labels);
  });

  it.each([
    ['absent', 'w/2/weights.json', 404, 'weights_not_found'],
    ['a folder', 'w/1', 404, 'weights_not_found'],
    ['above the folder', '../outside.json', 400, 'invalid_weights_key'],
    ['absolute', '/etc/hostname', 400, 'invalid_weights_key'],
    ['damaged', 'w/damaged.json', 422, 'unusable_weights'],
    ['of another schema version', 'w/other.json', 422, 'unusable_weights'],
  ])('refuses weights that are %s, and still answers other requests', async (_what, key, status, code) => {
    const response = await invoke(key);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
    expect((await invoke('w/1/weights.json')).status).toBe(200);
  });
});
