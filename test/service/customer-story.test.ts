// @module-tag slow
/**
 * A customer's story over HTTP, with the real parsers, model server and training program: a workflow learns from forty
 * documents in two collections and both upload modes, splits, is corrected, learns again, and moves to a newer base
 * model and back.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureFirstAccount } from '../../core/accounts/first-account.ts';
import type { MigrationView } from '../../core/workflows/migrations/decide-migration.ts';
import { startMigrations } from '../../core/workflows/migrations/start-migrations.ts';
import type { ModelComparison } from '../../core/workflows/models/evaluation/compare-models.ts';
import type { ModelDetail } from '../../core/workflows/models/model-view.ts';
import type { TrainingView } from '../../core/workflows/training/view/training-view.ts';
import { seededRandom } from '../../model-container/random.ts';
import { drawPdf, withText } from '../unit/drawing/draw-upload.ts';
import { makeBaseFolder } from '../unit/model/fine-tuning/training-fixtures.ts';
import { recalibrate, startWholeService } from './harness/whole-service.ts';
import type { WholeService } from './harness/whole-service.ts';

const LIMIT_MS = 600_000;
const WORDS = 'alder birch cedar dogwood elm fir gum hazel ivy juniper larch maple oak pine quince rowan'.split(' ');
const random = seededRandom(5);
/** Numbers of pages of the documents: twenty are sent alone, twenty in five merged files. */
const lengths = Array.from({ length: 40 }, () => 1 + random.below(3));

let dataDir: string;
let firstRelease: string;
let whole: WholeService;
let key: string;
let workflowId: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tearline-story-'));
  firstRelease = await makeBaseFolder();
  whole = await startWholeService(dataDir, firstRelease);
  ({ key = '' } = await ensureFirstAccount(whole.service));
}, LIMIT_MS);
afterAll(async () => {
  await whole.close();
  await rm(dataDir, { recursive: true, force: true });
});

const pageOf = (isFirst: boolean) => {
  const sentence = () => Array.from({ length: 7 }, () => random.pick(WORDS)).join(' ');
  return withText({
    lines: [isFirst ? 'Delivery docket of the forest' : 'Annex of a docket', ...Array.from({ length: 9 }, sentence)],
  });
};
const drawFile = (documents: readonly number[]): Promise<Uint8Array> =>
  drawPdf(...documents.flatMap((pages) => Array.from({ length: pages }, (_, at) => pageOf(at === 0))));
/** The pages of each document of a file. */
const pagesOf = (documents: readonly number[]): number[][] => {
  let page = 0;
  return documents.map((count) => Array.from({ length: count }, () => (page += 1)));
};
const subDocumentsOf = (documents: readonly number[]) =>
  pagesOf(documents).map((pages, at) => ({ name: `Docket ${at + 1}`, pages }));

const send = async <Body>(method: string, path: string, body?: unknown, status = [200, 201, 202]): Promise<Body> => {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${whole.url}${path}`, {
    method,
    headers: {
      Authorization: `ApiKey ${key}`,
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(status, `${method} ${path}: ${answer.status} ${text.slice(0, 400)}`).toContain(answer.status);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
};
const get = <Body>(path: string): Promise<Body> => send<Body>('GET', path);
const own = (path: string): string => `/workflows/${workflowId}${path}`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async <T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> => {
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    await pause(250);
  }
};

const formOf = (files: readonly Uint8Array[], fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [at, bytes] of files.entries())
    form.append('file', new Blob([Buffer.from(bytes)], { type: 'application/pdf' }), `file-${at}.pdf`);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

interface Document {
  readonly document_id: string;
  readonly status: string;
}
interface Result {
  readonly processing_id: string;
  readonly model: { readonly version: string; readonly digest: string };
  readonly document_splitting: { readonly sub_documents: readonly { readonly pages: readonly number[] }[] };
}

const addDocuments = async (): Promise<void> => {
  const alone = await Promise.all(lengths.slice(0, 20).map((count) => drawFile([count])));
  await send('POST', own('/training-documents'), formOf(alone, { upload_mode: 'already_split', collection: 'alone' }));
  const mixed = [0, 1, 2, 3, 4].map((file) => lengths.slice(20 + 4 * file, 24 + 4 * file));
  const merged = await Promise.all(mixed.map((documents) => drawFile(documents)));
  const { items } = await send<{ items: Document[] }>(
    'POST',
    own('/training-documents'),
    formOf(merged, { upload_mode: 'merged', collection: 'piles' }),
  );
  await until(
    () => get<{ items: Document[] }>(own('/training-documents?status=reading')),
    (page) => page.items.length === 0,
  );
  for (const [at, { document_id: id }] of items.entries())
    await send('PUT', own(`/training-documents/${id}/annotation`), { sub_documents: subDocumentsOf(mixed[at] ?? []) });
};

/** Trains to the end. @returns the training, and what was seen on the way */
const train = async () => {
  const { training_id: id } = await send<TrainingView>('POST', own('/trainings'), {});
  const seen: TrainingView[] = [];
  const ended = await until(
    async () => {
      const view = await get<TrainingView>(own(`/trainings/${id}`));
      seen.push(view);
      return view;
    },
    ({ step }) => step === null,
  );
  return { ended, seen };
};

const process = async (documents: readonly number[], to = workflowId): Promise<Result> =>
  send<Result>('POST', `/processing/${to}?include=document-splitting`, formOf([await drawFile(documents)], {}), [201]);
const splitOf = ({ document_splitting: { sub_documents: parts } }: Result) => parts.map(({ pages }) => pages);

const mails = async (): Promise<string[]> => {
  const folder = join(dataDir, 'mail');
  // The first mail makes the folder.
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  // Quoted-printable lines are joined.
  return Promise.all(names.map(async (name) => (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '')));
};

const makeNewRelease = async (): Promise<string> => {
  const folder = await makeBaseFolder();
  await recalibrate(folder);
  return folder;
};

it(
  'trains, splits, is corrected, trains again, moves to a newer base model and goes back',
  async () => {
    ({ workflow_id: workflowId } = await send<{ workflow_id: string }>('POST', '/workflows', {
      workflow_name: 'Dockets',
    }));
    await send('PATCH', '/account', { email: 'people@customer.example' });
    await addDocuments();

    // It learns, and says how far it is.
    const { ended: first, seen } = await train();
    expect(first).toMatchObject({ state: 'trained', decision: 'go_live', documents: { annotated: 40, used: 40 } });
    const shares = seen.map(({ progress }) => progress);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(new Set(shares).size).toBeGreaterThanOrEqual(3);
    expect(seen.some(({ remaining_seconds: left }) => left !== null)).toBe(true);
    const version = first.model_version ?? '';
    const model = await get<ModelDetail>(own(`/models/${version}`));
    expect(model.evaluation?.collections.map(({ collection, documents }) => [collection, documents])).toEqual([
      ['alone', 20],
      ['piles', 20],
    ]);
    // It is sent after the training has ended.
    const [mail = ''] = await until(mails, (sent) => sent.length > 0);
    expect(mail).toMatch(/^Subject: Training complete: Dockets\r?$/m);
    expect(mail).toContain(version);
    const comparison = await get<ModelComparison>(own(`/models/compare?base=base&candidate=${version}`));
    expect(comparison.error_change).toBeLessThan(0);

    // It splits, is verified with a correction, and gets the document as feedback.
    const pile = [2, 1, 3, 1];
    const result = await process(pile);
    expect(result.model).toEqual({ version, digest: model.digest });
    expect(splitOf(result)).toEqual(pagesOf(pile));
    const path = `/processing/results/${result.processing_id}/document-splitting`;
    const corrected = subDocumentsOf([3, 3, 1]);
    expect(await send('POST', `${path}/verification`, { sub_documents: corrected })).toMatchObject({
      verified: true,
      corrected: true,
    });
    expect(splitOf({ ...result, document_splitting: await get(path) })).toEqual(pagesOf([3, 3, 1]));
    await send('POST', `/processing/feedback/${result.processing_id}`, {
      tag: 'piles',
      expected_sub_documents: subDocumentsOf(pile),
    });

    // It learns again, with the feedback, and is compared with the model before.
    const { ended: second } = await train();
    expect(second).toMatchObject({ state: 'trained', documents: { annotated: 44, used: 44 } });
    expect(await get(own(`/models/compare?base=${version}&candidate=${second.model_version ?? ''}`))).toMatchObject({
      evaluated_with: second.model_version,
    });
    await send('POST', own(`/models/${second.model_version ?? ''}/activate`));
    expect(splitOf(await process(pile))).toEqual(pagesOf(pile));

    // A release with a newer base model.
    await whole.close();
    whole = await startWholeService(dataDir, await makeNewRelease());
    const announced = await until(
      async () => {
        await startMigrations(whole.service);
        return get<MigrationView>(own('/migration'));
      },
      ({ state }) => state === 'announced',
    );
    expect(announced.before_version).toBe(second.model_version);
    expect((await mails()).at(-1)).toContain(announced.preview_workflow_id ?? 'none');
    expect(await get(own(''))).toMatchObject({ is_latest_architecture: false, model_version: second.model_version });
    const preview = await process(pile, announced.preview_workflow_id ?? '');
    expect(preview.model.version).toBe(announced.model_version);
    expect(splitOf(preview)).toEqual(pagesOf(pile));

    // The owner moves, and goes back.
    expect(await send('POST', own('/migration'), { decision: 'move_now' })).toMatchObject({ state: 'moved' });
    expect((await process(pile)).model.version).toBe(announced.model_version);
    await send('GET', `/workflows/${announced.preview_workflow_id ?? ''}`, undefined, [404]);
    await send('POST', own(`/models/${second.model_version ?? ''}/activate`));
    const last = await process(pile);
    expect([last.model.version, splitOf(last)]).toEqual([second.model_version, pagesOf(pile)]);
    expect(whole.failures).toEqual([]);
  },
  LIMIT_MS,
);
