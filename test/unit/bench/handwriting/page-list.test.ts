import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneOf, readPageList } from '../../../../bench/handwriting/page-list.ts';

const NAMES = 'repository\tcommit\tpicture\tpage\tlines\tlanguage\twritten\tsha256\tsplit\toutline_scale';
const ROW = ['owner/name', 'a'.repeat(40), 'a.jpg', '1', 'a.xml', 'fr', '2024', 'b'.repeat(64), 'evaluation', '2'];

describe('The list of pages with known handwriting', () => {
  it('has a page in each line after the names', () => {
    const [page, ...others] = readPageList(`${NAMES}\n${ROW.join('\t')}\n`);
    expect(others).toEqual([]);
    expect(page).toMatchObject({ picture: 'a.jpg', page: 1, language: 'fr', split: 'evaluation', outline_scale: 2 });
    expect(cloneOf({ repository: 'owner/name' })).toBe('name');
  });

  it('is refused where a value is wrong', () => {
    expect(() => readPageList(`${NAMES}\n${ROW.with(5, 'xx').join('\t')}`)).toThrow(/language/);
  });

  it('of the repository has no page twice', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../../docs/sources/handwriting-sources.tsv'), 'utf8');
    const pages = readPageList(text).map(({ sha256, page }) => `${sha256} ${page}`);
    expect(new Set(pages).size).toBe(pages.length);
  });
});
