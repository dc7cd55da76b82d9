/** A tiny base model and a customer's synthetic documents in the folders of SageMaker's training contract. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import { drawPage } from '../features/draw-pages.ts';

export const TRAIN_PROGRAM = fileURLToPath(new URL('../../../../model-container/train.ts', import.meta.url));

export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'tearline-training-test-'));

/** Folder of the recorded small base model, which make-base-model.ts in it writes. */
export const RECORDED_BASE_MODEL = join(import.meta.dirname, '../../../fixtures/base-model');

/** Folder with base.json and base-features.gz of the recorded base model. */
export async function makeBaseFolder(): Promise<string> {
  const folder = await makeFolder();
  await writeFile(join(folder, 'base.json'), gunzipSync(await readFile(join(RECORDED_BASE_MODEL, 'base.json.gz'))));
  await cp(join(RECORDED_BASE_MODEL, 'base-features.gz'), join(folder, 'base-features.gz'));
  return folder;
}

const WORDS =
  'alder birch cedar dogwood elm fir gum hazel ivy juniper larch maple nettle oak pine quince rowan spruce teak willow'.split(
    ' ',
  );

/** Documents of a customer whose first pages the base model cannot recognise. */
export function drawCustomer(seed: number, count: number): PageRecord[][] {
  const random = seededRandom(seed);
  const sentence = (length: number) => Array.from({ length }, () => random.pick(WORDS)).join(' ');
  return Array.from({ length: count }, (_, number) => {
    const pages = 1 + random.below(3);
    return Array.from({ length: pages }, (_page, at) =>
      drawPage({
        page: at + 1,
        head: at === 0 ? 'delivery docket of the forest' : 'annex of a docket',
        body: Array.from({ length: 8 + random.below(6) }, () => sentence(7)),
        foot: `${number}`,
      }),
    );
  });
}

export const jsonLines = (pages: readonly PageRecord[]): string =>
  pages.map((page) => `${JSON.stringify(page)}\n`).join('');

/** Writes files to a new root folder, by their path. */
export async function makeRoot(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await makeFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

export const customerFiles = (documents: readonly (readonly PageRecord[])[]): Record<string, string> =>
  Object.fromEntries(
    documents.map((pages, at) => [
      `input/data/training/document-${String(at).padStart(2, '0')}.jsonl`,
      jsonLines(pages),
    ]),
  );

const spawnTraining = (root: string, baseFolder: string): ChildProcess =>
  spawn(process.execPath, [TRAIN_PROGRAM], {
    env: { ...process.env, TEARLINE_TRAINING_ROOT: root, TEARLINE_BASE_MODEL: baseFolder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });

export async function runTraining(
  root: string,
  baseFolder: string,
): Promise<{ status: number | null; output: string }> {
  const child = spawnTraining(root, baseFolder);
  if (child.stdout === null) throw new Error('The training has no output.');
  const [output, [status]] = (await Promise.all([text(child.stdout), once(child, 'exit')])) as [
    string,
    [number | null],
  ]; // Node's own event.
  return { status, output };
}

/** Sends SIGTERM to a training when it logs its first step. @returns its exit status; null where a signal ended it */
export async function stopTraining(root: string, baseFolder: string): Promise<number | null> {
  const child = spawnTraining(root, baseFolder);
  const ended = once(child, 'exit');
  child.stdout?.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes('step=fold_0')) child.kill('SIGTERM');
  });
  const [status] = (await ended) as [number | null]; // Node's own event.
  return status;
}
