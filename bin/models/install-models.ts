/** `tearline models install`: the optional reader's models and the runtime that runs it. */
import { execFile } from 'node:child_process';
import { cp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../adapters/local/make-folder.ts';
import { openLineReader } from '../../core/ocr/ppocr/line-reader.ts';
import { READER_MODELS, readModelFile, RUNTIME_FOLDER, type ModelFile } from '../../core/ocr/ppocr/model-files.ts';
import { RUNTIME_PACKAGE } from '../../core/ocr/ppocr/onnx-runtime.ts';
import { openLineFinder } from '../../core/ocr/ppocr/page-reader.ts';
import { fetchModelFile, findModelFile } from './find-model-file.ts';
import { missingFinder, modelsFolder } from './models-folder.ts';
import { callerFolder } from '../settings.ts';

export interface InstallOptions {
  readonly data: string;
  /** A file, folder, zip archive or Python wheel that holds the models. */
  readonly from?: string;
  /** Base URL of a server that has the models by their names. */
  readonly hub?: string;
}

/** The runtime could not be installed. */
export class RuntimeInstallError extends Error {
  override readonly name = 'RuntimeInstallError';
}

/** The runtime's package and its lock file, with the hash of each package. */
const RUNTIME_PACKAGES = join(import.meta.dirname, 'runtime');
const MEGABYTE = 1024 ** 2;
const INSTALL_LIMIT_MS = 10 * 60_000;

/**
 * Installs what is missing, and uses it to see that it works.
 * @throws UsageError, ModelFilesError, ModelDownloadError, RuntimeInstallError
 */
export const installModels = async ({ from, ...given }: InstallOptions): Promise<void> => {
  const options = { ...given, ...(from === undefined ? {} : { from: resolve(callerFolder(), from) }) };
  const folder = modelsFolder(options.data);
  await makeFolder(folder);
  for (const file of READER_MODELS) if (!(await isAnother(file, options))) await installModel(folder, file, options);
  await installRuntime(folder);
  await tryModels(folder);
  const megabytes = ((await sizeOf(folder)) / MEGABYTE).toFixed(0);
  console.log(`The reader is installed in ${folder} (${megabytes} MB). Start the service again to use it.`);
};

/** Whether the user names the file of another model: a file is only one of them. */
const isAnother = async (file: ModelFile, { from }: InstallOptions): Promise<boolean> => {
  const found = from === undefined ? undefined : await stat(from).catch(() => undefined);
  return READER_MODELS.some((other) => other !== file && found?.isFile() === true && found.size === other.bytes);
};

/** Reads a white line and a white page. */
const tryModels = async (folder: string): Promise<void> => {
  const white = { width: 48, height: 48, channels: 1, data: new Uint8Array(48 * 48).fill(255) } as const;
  await (await openLineReader(folder)).read([white]);
  const missing = missingFinder(folder);
  if (missing === undefined) await (await openLineFinder(folder)).findLines(white);
  else console.warn(missing);
};

/** Removes all models and their runtime. */
export const removeModels = async (data: string): Promise<void> => {
  await rm(modelsFolder(data), { recursive: true, force: true });
};

/** Keeps a file that is there and whole; another one is replaced once the new one is complete. */
const installModel = async (folder: string, file: ModelFile, { from, hub }: InstallOptions): Promise<void> => {
  if (from === undefined && (await isWhole(folder, file))) return;
  const bytes = from === undefined ? await fetchModelFile(file, hub) : await findModelFile(from, file);
  const path = join(folder, file.name);
  await writeFile(`${path}.new`, bytes);
  await rename(`${path}.new`, path);
};

const isWhole = (folder: string, file: ModelFile): Promise<boolean> =>
  readModelFile(folder, file).then(
    () => true,
    () => false,
  );

/**
 * Installs the runtime from npm's registry, by its lock file and without its install script, which would fetch a part for
 * graphics cards from elsewhere; then removes the programs of other systems.
 */
const installRuntime = async (folder: string): Promise<void> => {
  const runtime = join(folder, RUNTIME_FOLDER);
  await cp(RUNTIME_PACKAGES, runtime, { recursive: true });
  try {
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: runtime,
      timeout: INSTALL_LIMIT_MS,
    });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new RuntimeInstallError(`npm could not install ${RUNTIME_PACKAGE}: ${output.trim()}`, { cause: error });
  }
  await removeOtherSystems(join(runtime, 'node_modules', RUNTIME_PACKAGE, 'bin'));
};

/** `bin` has a folder of each interface's version, in it one of each system, and in it one of each processor. */
const removeOtherSystems = async (bin: string): Promise<void> => {
  for (const version of await readdir(bin)) {
    await removeAllBut(join(bin, version), process.platform);
    await removeAllBut(join(bin, version, process.platform), process.arch);
  }
};

const removeAllBut = async (folder: string, kept: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => []))
    if (name !== kept) await rm(join(folder, name), { recursive: true });
};

const sizeOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};
