/** Takes files of one commit out of a git repository: its PDFs, or one by its path. */
import { execFile } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import { sourceName } from './read-sources.ts';

export interface CollectedDocuments {
  /** PDFs of the commit, and how many of them the repository lacks or only points to, as Git LFS does. */
  readonly found: number;
  readonly absent: number;
  /** Written to the folder. The others are copies, unreadable, too long, or more than the limit. */
  readonly documents: number;
  readonly pages: number;
}

/** Both are at least 1. */
export interface CollectLimits {
  readonly documents: number;
  readonly pagesOfADocument: number;
}

/** A commit could not be fetched, or a repository does not have it. */
export class NoCommitError extends Error {
  override readonly name = 'NoCommitError';
}

const MAX_FILE_BYTES = 256 * 1024 ** 2;
const MAX_NAME_LENGTH = 60;
const EXTENSION = '.pdf';
/** A line of `git ls-tree`: mode, kind and id of a regular file, and its path. */
const REGULAR_FILE = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s;
const runFile = promisify(execFile);

/**
 * Makes a bare repository of one commit, without its history.
 * @param address of the repository to fetch from, a URL or a folder
 * @throws NoCommitError
 */
export async function fetchCommit(address: string, commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    await git(folder, ['init', '--quiet', '--bare']);
    await git(folder, ['fetch', '--quiet', '--depth', '1', address, commit]);
  } catch (error) {
    throw new NoCommitError(`Commit ${commit} of ${address} cannot be fetched.`, { cause: error });
  }
}

/**
 * Writes the PDFs of a commit to a folder, in the order of their paths, each content once.
 * @param repository folder of a bare repository or a checkout
 * @throws NoCommitError
 */
export async function collectDocuments(
  repository: string,
  commit: string,
  folder: string,
  limits: CollectLimits,
): Promise<CollectedDocuments> {
  const files = await listPdfs(repository, commit);
  await mkdir(folder, { recursive: true });
  const counts = { found: files.length, absent: 0, documents: 0, pages: 0 };
  for (const { id, path } of files.filter((file, at) => files.findIndex((other) => other.id === file.id) === at)) {
    if (counts.documents === limits.documents) break;
    const bytes = await readPdf(repository, id);
    if (bytes === null) {
      counts.absent += 1;
      continue;
    }
    const file = join(folder, fileName(counts.documents + 1, path));
    await writeFile(file, bytes);
    const pages = await countPages(file);
    if (pages > 0 && pages <= limits.pagesOfADocument) {
      counts.documents += 1;
      counts.pages += pages;
    } else await rm(file);
  }
  return counts;
}

/** Where repositories are: at URL/OWNER/NAME, or already in a folder of git repositories OWNER+NAME. */
export interface RepositoryPlaces {
  readonly from: string;
  readonly mirrors?: string | undefined;
}

/**
 * The git repository that has a commit: the mirror, or `scratch`, into which the commit is fetched.
 * @throws NoCommitError where it cannot be fetched
 */
export async function repositoryOf(
  { repository, commit }: { readonly repository: string; readonly commit: string },
  { from, mirrors }: RepositoryPlaces,
  scratch: string,
): Promise<string> {
  const mirror = mirrors === undefined ? undefined : join(mirrors, sourceName(repository));
  if (mirror !== undefined && (await exists(mirror))) return mirror;
  await fetchCommit(`${from}/${repository}`, commit, scratch);
  return scratch;
}

/** Whether there is a file or a folder. */
export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** The bytes of a file of a commit; null where the commit, or the repository, lacks it. */
export async function readFileOfCommit(repository: string, commit: string, path: string): Promise<Buffer | null> {
  try {
    return await git(repository, ['cat-file', 'blob', `${commit}:${path}`]);
  } catch {
    return null;
  }
}

async function listPdfs(repository: string, commit: string): Promise<{ id: string; path: string }[]> {
  let list: Buffer;
  try {
    list = await git(repository, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  } catch (error) {
    throw new NoCommitError(`${repository} does not have commit ${commit}.`, { cause: error });
  }
  return list
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, id, path] = REGULAR_FILE.exec(line) ?? [];
      return id !== undefined && path?.toLowerCase().endsWith(EXTENSION) ? [{ id, path }] : [];
    });
}

/** Null for a file that is not there. Git LFS leaves a few lines of text in its place. */
async function readPdf(repository: string, id: string): Promise<Buffer | null> {
  try {
    const bytes = await git(repository, ['cat-file', 'blob', id]);
    return bytes.subarray(0, 1024).includes('%PDF') ? bytes : null;
  } catch {
    return null;
  }
}

/** 0 for a document that cannot be read. */
async function countPages(file: string): Promise<number> {
  try {
    const reader = await openDocument(file);
    try {
      return reader.pageCount;
    } finally {
      await reader.close();
    }
  } catch {
    return 0;
  }
}

/** The number keeps files of one name apart. */
function fileName(number: number, path: string): string {
  const name = basename(path)
    .slice(0, -EXTENSION.length)
    .replaceAll(/[^\w.-]/g, '_');
  return `${String(number).padStart(3, '0')}-${name.slice(0, MAX_NAME_LENGTH)}${EXTENSION}`;
}

/** A partial clone that was made elsewhere must not fetch what it lacks, by a command of its own configuration. */
const GIT_ENVIRONMENT = { GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };

async function git(folder: string, args: readonly string[]): Promise<Buffer> {
  const { stdout } = await runFile('git', ['-C', folder, ...args], {
    encoding: 'buffer',
    maxBuffer: MAX_FILE_BYTES,
    env: { ...process.env, ...GIT_ENVIRONMENT },
  });
  return stdout;
}
