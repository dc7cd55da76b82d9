/** Bundles entries into ES modules that share their common code, all in one folder. */
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import type { Plugin } from 'esbuild';

export interface CodeBundle {
  /** Output file names (without `.mjs`) and their source files, relative to the repository's root. */
  readonly entries: Readonly<Record<string, string>>;
  readonly outDir: string;
  /** npm packages that lie in the package's own node_modules. */
  readonly external: readonly string[];
  /** npm packages that the code must not reach. */
  readonly forbidden: readonly string[];
}

/** Some dependencies are CommonJS and ask for Node's own modules by `require`, which an ES module does not have. */
const BANNER =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/** Fails the build, naming the importer, where code reaches a module that its package must not hold. */
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

/**
 * All output lies flat in `outDir`, so that a path relative to `import.meta.url` means the same in an entry and in what
 * entries share. Names of shared files are hashes of their contents: the same input gives the same bytes.
 * @throws Error with esbuild's messages
 */
export const bundleCode = async (root: string, { entries, outDir, external, forbidden }: CodeBundle): Promise<void> => {
  await bundle({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, join(root, source)])),
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]',
    chunkNames: 'shared-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Names stay as they are: errors cross processes and the state machine by the names of their classes.
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    legalComments: 'none',
    banner: { js: BANNER },
    external: [...external],
    plugins: [refuseModules(forbidden)],
    logLevel: 'silent',
  });
};
