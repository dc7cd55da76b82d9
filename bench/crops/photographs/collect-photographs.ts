/**
 * Collects the pictures of docs/sources/crop-photographs.tsv:
 *   node bench/crops/photographs/collect-photographs.ts FOLDER [--from URL] [--mirrors FOLDER]
 * Writes FOLDER/OWNER+NAME/PATH for each. It fetches the listed commit from URL/OWNER/NAME (https://github.com), unless
 * the folder of mirrors has a git repository OWNER+NAME. Files that are there are kept; those that are not the listed
 * ones are said. The pictures belong to others: keep them private.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  exists,
  NoCommitError,
  readFileOfCommit,
  repositoryOf,
} from '../../split-model/collect/repository-documents.ts';
import { photographFile, readPhotographs, type Photograph } from './read-photographs.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: 'https://github.com' }, mirrors: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('node bench/crops/photographs/collect-photographs.ts FOLDER [--from URL] [--mirrors FOLDER]');
  process.exit(2);
}
const photographs = readPhotographs(
  await readFile(new URL('../../../docs/sources/crop-photographs.tsv', import.meta.url), 'utf8'),
);
const counts = { written: 0, kept: 0, missing: 0 };
for (const of of Object.values(Object.groupBy(photographs, ({ repository }) => repository)))
  await collect(of ?? [], folder);
console.log(JSON.stringify(counts));

/** @param photographs of one repository */
async function collect(photographs: readonly Photograph[], folder: string): Promise<void> {
  const absent: Photograph[] = [];
  for (const photograph of photographs)
    if (await exists(join(folder, photographFile(photograph)))) counts.kept += 1;
    else absent.push(photograph);
  const [first] = absent;
  if (first === undefined) return;
  const scratch = await mkdtemp(join(tmpdir(), 'tearline-repository-'));
  try {
    const repository = await repositoryOf(first, values, scratch);
    for (const photograph of absent) await write(repository, photograph, join(folder, photographFile(photograph)));
  } catch (error) {
    if (!(error instanceof NoCommitError)) throw error;
    counts.missing += absent.length;
    console.error(`${first.repository}: ${error.message}`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function write(repository: string, { commit, path, sha256 }: Photograph, file: string): Promise<void> {
  const bytes = await readFileOfCommit(repository, commit, path);
  if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== sha256) {
    counts.missing += 1;
    console.error(`${file}: the repository lacks it, or has another one of this name.`);
    return;
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  counts.written += 1;
}
