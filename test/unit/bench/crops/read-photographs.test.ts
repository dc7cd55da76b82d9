/** The list of labelled photographs: what is read, and what is no list. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { photographFile, readPhotographs, setOf } from '../../../../bench/crops/photographs/read-photographs.ts';

const HEAD = 'repository\tcommit\tpath\tsha256\tset\tlicence\tdocuments\tnote';
const REPOSITORY = 'some-owner/some.name';
const COMMIT = '0123456789012345678901234567890123456789';
const HASH = 'a'.repeat(64);
const SQUARE = '[[[0,0],[10,0],[10,10],[0,10]]]';

const listOf = (changed: Partial<Record<'commit' | 'path' | 'sha256' | 'set' | 'documents', string>>): string => {
  const { commit = COMMIT, path = 'in/a b.jpg', sha256 = HASH, set = setOf(REPOSITORY), documents = SQUARE } = changed;
  return `${HEAD}\n${[REPOSITORY, commit, path, sha256, set, 'MIT', documents, 'sheet'].join('\t')}\n`;
};

describe('the list of photographs', () => {
  it('gives the corners of each document, and none where the page fills the picture', () => {
    const [photograph] = readPhotographs(listOf({}));
    expect(photograph).toMatchObject({
      repository: REPOSITORY,
      documents: [
        [
          { x: 0, y: 0 },
          { x: 10, y: 0 },
          { x: 10, y: 10 },
          { x: 0, y: 10 },
        ],
      ],
    });
    expect(readPhotographs(listOf({ documents: '[]' }))[0]?.documents).toEqual([]);
  });

  it('has photographs for training, of any repository', () => {
    expect(readPhotographs(listOf({ set: 'training' }))[0]?.set).toBe('training');
  });

  it('says where a file is: in a folder of its repository', () => {
    expect(readPhotographs(listOf({})).map(photographFile)).toEqual(['some-owner+some.name/in/a b.jpg']);
  });

  it.each([
    ['a document of three corners', { documents: '[[[0,0],[10,0],[10,10]]]' }],
    ['corners that are not clockwise', { documents: '[[[0,0],[0,10],[10,10],[10,0]]]' }],
    ['a corner that is not two numbers', { documents: '[[[0,0],["1",0],[10,10],[0,10]]]' }],
    ['documents that are no array', { documents: '{}' }],
    ['a path out of the repository', { path: '../a.jpg' }],
    ['a short hash', { sha256: 'abc' }],
    ['no commit', { commit: 'main' }],
    ['the set of another repository', { set: setOf(REPOSITORY) === 'development' ? 'evaluation' : 'development' }],
  ])('refuses %s', (_, changed) => {
    expect(() => readPhotographs(listOf(changed))).toThrow(RangeError);
  });

  it('refuses other columns', () => {
    expect(() => readPhotographs('repository\tcommit\n')).toThrow(RangeError);
  });

  it('is the one in docs: no picture twice, and all pictures of a repository in one set and of one commit', () => {
    const photographs = readPhotographs(
      readFileSync(new URL('../../../../docs/sources/crop-photographs.tsv', import.meta.url), 'utf8'),
    );
    expect(new Set(photographs.map(({ sha256 }) => sha256)).size).toBe(photographs.length);
    const repositories = new Set(photographs.map(({ repository }) => repository));
    expect(new Set(photographs.map(({ repository, commit, set }) => `${repository} ${commit} ${set}`)).size).toBe(
      repositories.size,
    );
  });
});
