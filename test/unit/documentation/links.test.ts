import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const documents = globSync(['*.md', '{docs,bench,samples,test}/**/*.md'], {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules'),
});
const EXTERNAL = /^(?:https?|mailto):/u;

/** A document without its code blocks, in which brackets are no links. */
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8').replaceAll(/^```.*?^```/gmsu, '');

/** The anchors that GitHub gives to the headings of a document. */
const anchorsOf = (path: string): readonly string[] => {
  const slugger = new GithubSlugger();
  const headings = [...textOf(path).matchAll(/^#{1,6} (?<heading>.+)$/gmu)];
  return headings.map(({ groups }) =>
    slugger.slug((groups?.['heading'] ?? '').replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')),
  );
};

/** What a document links to within the repository. */
const linksOf = (path: string): readonly string[] =>
  [...textOf(path).matchAll(/\]\((?<target>[^)\s]+)\)/gu)]
    .map(({ groups }) => groups?.['target'] ?? '')
    .filter((target) => !EXTERNAL.test(target));

/** Whether a link leads to a file or folder of the repository and, where it names one, to a heading in it. */
const leadsSomewhere = (from: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  return existsSync(join(ROOT, target)) && (anchor === undefined || anchorsOf(target).includes(anchor));
};

it('Every link of the documentation leads to a file of the repository, and to a heading in it', () => {
  const links = documents.flatMap((from) => linksOf(from).map((link) => ({ from, link })));
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter(({ from, link }) => !leadsSomewhere(from, link))).toEqual([]);
});
