/** Bundles entries into ES modules with shared chunks, all in one folder. */
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import type { Metafile, Plugin } from 'esbuild';

export interface CodeBundle {
  /** Source files relative to the repository root, by output file name (without `.mjs`). */
  readonly entries: Readonly<Record<string, string>>;
  readonly outDir: string;
  /** npm packages that are copied to the package's node_modules. */
  readonly external: readonly string[];
  /** npm packages that the code must not import. */
  readonly forbidden: readonly string[];
}

/** Defines `require`, with which CommonJS dependencies load Node.js built-ins; ES modules have none. */
const BANNER =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = " +
  'createRequireOfBundle(import.meta.url);';

/** Fails the build, naming the importer, where code imports a forbidden module. */
const refuseModules = (names: readonly string[]): Plugin => ({
  name: 'refuse-modules',
  setup: (build) => {
    build.onResolve({ filter: /^[^.]/ }, ({ path, importer }) =>
      names.some((name) => path === name || path.startsWith(`${name}/`))
        ? { errors: [{ text: `${importer} imports ${path}, which belongs into the parsers package only.` }] }
        : undefined,
    );
  },
});

/** zod has its messages in 60 languages, of which the service uses English: the module of all the others is left out. */
const englishMessages: Plugin = {
  name: 'english-messages',
  setup: (build) => {
    build.onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer }) =>
      /\/zod\/v4\//.test(importer.replaceAll('\\', '/'))
        ? { path: 'locales', namespace: 'english-messages' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'english-messages' }, () => ({ contents: 'export {};' }));
  },
};

/**
 * All output is directly in `outDir`, so that a path relative to `import.meta.url` has the same meaning in an entry and
 * in a shared chunk. Chunk names are hashes of their contents: the same input produces the same bytes.
 * @returns which source is in which output
 * @throws Error with esbuild's messages
 */
export const bundleCode = async (
  root: string,
  { entries, outDir, external, forbidden }: CodeBundle,
): Promise<Metafile> => {
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, join(root, source)])),
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]',
    chunkNames: 'shared-[hash]',
    bundle: true,
    // Most packages have ES modules too, of which esbuild leaves out what is not used.
    mainFields: ['module', 'main'],
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Names are kept: other processes and state machines identify errors by class name.
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    legalComments: 'none',
    banner: { js: BANNER },
    external: [...external],
    plugins: [refuseModules(forbidden), englishMessages],
    logLevel: 'silent',
    metafile: true,
  });
  return metafile;
};
