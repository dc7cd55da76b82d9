/** The texts that a page or a part needs are fetched with it: else what is around it would be hidden while they come. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../../../web/src');
/** Fetched before anything is drawn. */
const OF_THE_SHELL = ['app', 'session'];

const read = (file: string): string => readFileSync(file, 'utf8');
const all = (text: string, pattern: RegExp): readonly string[] =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found);
const listed = (text = ''): readonly string[] => all(text, /'([^']+)'/g);

/** The file and what it imports, without what is loaded later. */
const filesWith = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file)) return found;
  found.add(file);
  for (const path of all(read(file), /^(?:import|\} from)[^'\n]*'(\.[^']+\.tsx?)';/gm))
    filesWith(join(file, '..', path), found);
  return found;
};

/** The subjects of the texts that the files draw, sorted. */
const subjectsOf = (files: Iterable<string>): readonly string[] => {
  const subjects = Array.from(files).flatMap((file) => {
    const text = read(file);
    return [...all(text, /useTranslation\(([^)]*)\)/g).flatMap(listed), ...all(text, /\bt\(\s*['`]([a-z-]+):/g)];
  });
  return Array.from(new Set(subjects)).sort();
};

interface Part {
  readonly name: string;
  readonly files: ReadonlySet<string>;
  /** Fetched with it. */
  readonly subjects: readonly string[];
}

const routerFile = join(SOURCES, 'app/router.tsx');
const pages: readonly Part[] = Array.from(
  read(routerFile).matchAll(/pageOf\(\(\) => import\('([^']+)'\), '(\w+)', \[([^\]]*)\]/g),
  ([, path = '', name = '', subjects]) => ({
    name,
    files: filesWith(join(routerFile, '..', path)),
    subjects: listed(subjects),
  }),
);

const everyFile = new Set([
  ...filesWith(join(SOURCES, 'main.tsx')),
  ...pages.flatMap(({ files }) => Array.from(files)),
]);
/** Parts that are loaded later, with what the pages that they are on have fetched before. */
const laterParts: readonly Part[] = Array.from(everyFile).flatMap((file) =>
  Array.from(
    read(file).matchAll(/lazyPart\(async \(\) => \(await import\('([^']+)'\)\)\.(\w+)(?:, \{([^}]*)\})?/g),
    ([, path = '', name = '', options = '']) => ({
      name: `${name} in ${relative(SOURCES, file)}`,
      files: filesWith(join(file, '..', path)),
      subjects: [
        ...listed(/subjects: \[([^\]]*)\]/.exec(options)?.[1]),
        ...(everyPageWith(file)[0]?.subjects ?? []).filter((subject) =>
          everyPageWith(file).every(({ subjects }) => subjects.includes(subject)),
        ),
      ],
    }),
  ),
);
function everyPageWith(file: string): readonly Part[] {
  return pages.filter(({ files }) => files.has(file));
}

describe('The texts', () => {
  it('are looked for in all pages and in the parts that are loaded later', () => {
    expect(pages).toHaveLength(all(read(routerFile), /(component: pageOf)/g).length);
    expect(pages.length).toBeGreaterThan(10);
    expect(laterParts.length).toBeGreaterThan(5);
  });

  it.each(pages)('of $name are fetched with it', ({ files, subjects }) => {
    expect([...subjects, ...OF_THE_SHELL]).toEqual(expect.arrayContaining([...subjectsOf(files)]));
  });

  it.each(laterParts)('of $name are there when it is', ({ files, subjects }) => {
    expect([...subjects, ...OF_THE_SHELL]).toEqual(expect.arrayContaining([...subjectsOf(files)]));
  });
});
