/** The collector of documents: which files of a repository's commit it takes, and from where. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSources, sourceName } from '../../../bench/split-model/collect/read-sources.ts';
import {
  collectDocuments,
  fetchCommit,
  NoCommitError,
  readFileOfCommit,
} from '../../../bench/split-model/collect/repository-documents.ts';

const HEAD = 'repository\tcommit\tlicence\tdocuments\tpages';
const UNKNOWN_COMMIT = '0123456789012345678901234567890123456789';
const LIMITS = { documents: 40, pagesOfADocument: 3 };
const folder = mkdtempSync(join(tmpdir(), 'collect-'));

/** Of this number of pages of this width, so that two differ. */
const pdf = async (pages: number, width: number): Promise<Uint8Array> => {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage([width, 400]);
  return document.save();
};

const git = (repository: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-C', repository, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

const commitFiles = (repository: string, files: Readonly<Record<string, Uint8Array | string>>): string => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '--message', 'Files');
  return git(repository, 'rev-parse', 'HEAD');
};

const repository = join(folder, 'served', 'some-owner', 'some.name');
let first: string;
let second: string;

beforeAll(async () => {
  mkdirSync(repository, { recursive: true });
  git(repository, 'init', '--quiet');
  const letter = await pdf(1, 301);
  symlinkSync('letter.pdf', join(repository, 'link.pdf'));
  first = commitFiles(repository, {
    'letter.pdf': letter,
    'copy of the letter.pdf': letter,
    'minutes/2024 März.PDF': await pdf(3, 302),
    'book.pdf': await pdf(4, 303),
    'broken.pdf': '%PDF-1.4 and nothing else',
    'pointer.pdf': 'version https://git-lfs.github.com/spec/v1\n',
    'readme.txt': '%PDF',
  });
  second = commitFiles(repository, { 'later.pdf': await pdf(2, 304) });
});

describe('The documents of a commit', () => {
  it('are its PDFs, each content once, without unreadable, long and absent ones', async () => {
    const documents = join(folder, 'first');
    expect(await collectDocuments(repository, first, documents, LIMITS)).toEqual({
      found: 6,
      absent: 1,
      documents: 2,
      pages: 4,
    });
    expect(readdirSync(documents)).toEqual(['001-copy_of_the_letter.pdf', '002-2024_M_rz.pdf']);
  });

  it('are those of the commit that is asked for', { tags: 'slow' }, async () => {
    const documents = join(folder, 'second');
    expect(await collectDocuments(repository, second, documents, LIMITS)).toMatchObject({ documents: 3, pages: 6 });
    expect(readdirSync(documents)).toContain('002-later.pdf');
  });

  it('can be had one by one, by its path, and not of a commit that lacks it', async () => {
    expect((await readFileOfCommit(repository, first, 'readme.txt'))?.toString()).toBe('%PDF');
    expect(await readFileOfCommit(repository, first, 'later.pdf')).toBeNull();
    expect(await readFileOfCommit(repository, UNKNOWN_COMMIT, 'readme.txt')).toBeNull();
  });

  it('are no more than the limit', async () => {
    const documents = join(folder, 'limited');
    await collectDocuments(repository, first, documents, { ...LIMITS, documents: 1 });
    expect(readdirSync(documents)).toEqual(['001-copy_of_the_letter.pdf']);
  });

  it('cannot be had of a commit that the repository lacks', async () => {
    await expect(collectDocuments(repository, UNKNOWN_COMMIT, join(folder, 'none'), LIMITS)).rejects.toThrow(
      NoCommitError,
    );
  });

  it('come without the history when the commit is fetched', { tags: 'slow' }, async () => {
    const fetched = join(folder, 'fetched');
    await fetchCommit(`file://${repository}`, second, fetched);
    expect(git(fetched, 'rev-list', '--count', second)).toBe('1');
    expect(await collectDocuments(fetched, second, join(folder, 'of-fetched'), LIMITS)).toMatchObject({ documents: 3 });
  });
});

describe('The list of repositories', () => {
  it.each([
    ['training', 1190],
    ['evaluation', 182],
    ['second-evaluation', 139],
  ])('of the %s set can be read', (set, repositories) => {
    expect(readSources(readFileSync(`docs/sources/${set}-sources.tsv`, 'utf8'))).toHaveLength(repositories);
  });

  it('names each repository and commit', () => {
    const [source, ...others] = readSources(`${HEAD}\nsome-owner/some.name\t${UNKNOWN_COMMIT}\tnone\t1\t4\n`);
    expect(source).toEqual({ repository: 'some-owner/some.name', commit: UNKNOWN_COMMIT });
    expect(others).toEqual([]);
  });

  it.each([
    ['column', `commit\trepository\tlicence\n${UNKNOWN_COMMIT}\ta/b\tnone`],
    ['repository', `${HEAD}\n--upload-pack=x\t${UNKNOWN_COMMIT}\tnone\t1\t1`],
    ['commit', `${HEAD}\na/b\t--exec=x\tnone\t1\t1`],
  ])('is refused where another %s could be meant', (_, text) => {
    expect(() => readSources(text)).toThrow(RangeError);
  });
});

it(
  'The program takes mirrors that are there, fetches the others, goes on after one that is gone, and keeps what it has',
  { tags: 'slow' },
  () => {
    const list = join(folder, 'sources.tsv');
    const sources = ['some-owner/some.name', 'other/mirrored', 'gone/gone'];
    const mirrors = join(folder, 'mirrors');
    mkdirSync(mirrors);
    symlinkSync(repository, join(mirrors, sourceName('other/mirrored')));
    writeFileSync(list, [HEAD, ...sources.map((name) => `${name}\t${first}\tnone\t2\t4`)].join('\n'));
    const documents = join(folder, 'documents');
    mkdirSync(documents);
    const collect = () => {
      const from = `file://${join(folder, 'served')}`;
      const args = [list, documents, '--from', from, '--mirrors', mirrors, '--max-pages', '3'];
      const program = 'bench/split-model/collect/collect-documents.ts';
      const { stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
      return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as unknown;
    };
    expect(collect()).toEqual({ repositories: 2, kept: 0, missing: 1, documents: 4, pages: 8, absent: 2 });
    expect(readdirSync(documents)).toEqual(['other+mirrored', 'some-owner+some.name']);
    expect(collect()).toEqual({ repositories: 0, kept: 2, missing: 1, documents: 0, pages: 0, absent: 0 });
  },
);
