/** Builds the two deployment packages of the functions as plain folders, which CDK zips. */
import { cp, mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import type { Architecture } from './architecture.ts';
import { bundleCode } from './bundle-code.ts';
import { checkBinaries } from './check-binaries.ts';
import { copyModels } from './copy-models.ts';
import { findModule } from './module-source.ts';
import type { ModuleFiles } from './package-contents.ts';
import {
  LIGHT_ENTRIES,
  PARSER_ENTRIES,
  PARSER_MODULES,
  PARSER_PROGRAMS,
  parserModuleFiles,
} from './package-contents.ts';

export interface PackageOptions {
  readonly arch: Architecture;
  /** The packages replace its folders `light` and `parsers`. */
  readonly outDir: string;
  /** Folder of installed models that are packed with Parse; the caller has checked them. Absent: none. */
  readonly modelsFolder?: string | undefined;
  /** Gets esbuild's description of each bundle. */
  readonly onBundle?: (metafile: Metafile) => void;
}

/** Absolute paths of the two packages. */
export interface Packages {
  /** Without parsers and language data. */
  readonly light: string;
  /** With everything that reads documents. */
  readonly parsers: string;
}

const ROOT = resolve(import.meta.dirname, '../..');

/** WebAssembly that the code loads from its own folder; relative to core. */
const KERNELS = [
  'ocr/lstm/line-kernel.wasm',
  'ocr/lstm/line-kernel-relaxed.wasm',
  'ocr/layout/resample-kernel.wasm',
  'ocr/pixels/pixel-kernel.wasm',
  'documents/crops/network/edge-kernel.wasm',
] as const;

const entriesOf = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `lambdas/entry/${name}.ts`]));

const emptyFolder = async (folder: string): Promise<string> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
};

const copyModule = async ({ name, files }: ModuleFiles, outDir: string): Promise<void> => {
  const source = await findModule(ROOT, name);
  for (const file of files)
    await cp(join(source, file), join(outDir, 'node_modules', name, file), { recursive: true, dereference: true });
};

const buildLight = async (outDir: string): Promise<Metafile> =>
  bundleCode(ROOT, {
    entries: entriesOf(LIGHT_ENTRIES),
    outDir: await emptyFolder(outDir),
    external: [],
    forbidden: PARSER_MODULES,
  });

const buildParsers = async (
  outDir: string,
  { arch, modelsFolder }: Pick<PackageOptions, 'arch' | 'modelsFolder'>,
): Promise<Metafile> => {
  const entries = { ...entriesOf(PARSER_ENTRIES), ...PARSER_PROGRAMS };
  const metafile = await bundleCode(ROOT, {
    entries,
    outDir: await emptyFolder(outDir),
    external: ['sharp'],
    forbidden: [],
  });
  for (const kernel of KERNELS) await cp(join(ROOT, 'core', kernel), join(outDir, basename(kernel)));
  for (const module of parserModuleFiles(arch)) await copyModule(module, outDir);
  if (modelsFolder !== undefined)
    await copyModels(resolve(ROOT, modelsFolder), join(ROOT, 'bin/models/runtime'), outDir, arch);
  await checkBinaries(outDir, arch);
  return metafile;
};

/**
 * Builds both packages for a processor, on any machine.
 * @throws Error where bundling fails, or the binaries of another processor cannot be fetched or fail a check
 */
export const buildPackages = async (options: PackageOptions): Promise<Packages> => {
  const { outDir, onBundle } = options;
  const packages: Packages = { light: resolve(outDir, 'light'), parsers: resolve(outDir, 'parsers') };
  const bundles = [await buildLight(packages.light), await buildParsers(packages.parsers, options)];
  for (const metafile of bundles) onBundle?.(metafile);
  return packages;
};
