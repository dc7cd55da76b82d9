/** Finds the files of an npm package: in node_modules, or from the registry for binaries of another processor. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { z } from 'zod';

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
});

interface LockedPackage {
  readonly version: string;
  /** `sha512-<base64>`. */
  readonly integrity: string;
}

const lockedPackage = async (root: string, name: string): Promise<LockedPackage> => {
  const lock = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {};
  if (version === undefined || integrity === undefined) throw new Error(`package-lock.json does not name ${name}.`);
  return { version, integrity };
};

/** @throws Error where the tarball's hash differs from package-lock.json */
const checkIntegrity = async (path: string, name: string, integrity: string): Promise<void> => {
  const actual = `sha512-${createHash('sha512')
    .update(await readFile(path))
    .digest('base64')}`;
  if (actual !== integrity)
    throw new Error(`The tarball of ${name} has the integrity ${actual}, but package-lock.json has ${integrity}.`);
};

/** A package that is not installed could not be fetched with npm. */
export class PackageNotFetchedError extends Error {
  override readonly name = 'PackageNotFetchedError';
}

const notFetched = (specifier: string, kept: string, reason: string): PackageNotFetchedError =>
  new PackageNotFetchedError(
    [
      `The npm package ${specifier} is missing. It has the binaries for the processor of the functions, which this machine`,
      'does not need itself. npm could not fetch it:',
      ...reason.split('\n').map((line) => `  ${line}`),
      'Connect to the registry that npm is configured for, and repeat the command: the package is fetched once.',
      'Without a connection, fetch it on another machine, and unpack it here:',
      `  npm pack ${specifier}`,
      `  mkdir -p ${kept} && tar --strip-components 1 -C ${kept} -xzf *.tgz`,
    ].join('\n'),
  );

/** One repetition after a second: with npm's own, a machine without network would wait for minutes. */
const NPM_OPTIONS = ['--loglevel', 'error', '--fetch-retries', '1', '--fetch-retry-mintimeout', '1000'];

/** What npm says of an error, without the name of its log. */
const reasonOf = (error: unknown): string => {
  const { stderr = '', message } = error as Error & { readonly stderr?: string };
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.includes('complete log'));
  return lines.length === 0 ? message.trim() : lines.join('\n');
};

/**
 * Fetches a tarball with npm, which uses the deployer's registry and credentials.
 * @throws PackageNotFetchedError
 */
const pack = async (specifier: string, folder: string, kept: string): Promise<string> => {
  try {
    await promisify(execFile)('npm', ['pack', specifier, '--pack-destination', folder, ...NPM_OPTIONS], {
      cwd: folder,
      shell: process.platform === 'win32',
    });
  } catch (error) {
    throw notFetched(specifier, kept, reasonOf(error));
  }
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (tarball === undefined) throw notFetched(specifier, kept, 'npm wrote no file');
  return join(folder, tarball);
};

const fetchPackage = async (name: string, { version, integrity }: LockedPackage, kept: string): Promise<void> => {
  await mkdir(join(kept, '..'), { recursive: true });
  const folder = await mkdtemp(`${kept}-`);
  try {
    const tarball = await pack(`${name}@${version}`, folder, kept);
    await checkIntegrity(tarball, name, integrity);
    await extract({ file: tarball, cwd: folder });
    await rename(join(folder, 'package'), kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Where the files of a package are that is not installed. */
const keptFolder = (root: string, name: string, version: string): string =>
  join(root, 'node_modules/.cache/tearline', `${name.replace(/^@/, '').replace('/', '-')}-${version}`);

/**
 * The folder with the files of an npm package: in node_modules if installed, else fetched with the version and
 * integrity of package-lock.json, and cached.
 * @throws PackageNotFetchedError where it cannot be fetched
 * @throws Error where it has another integrity
 */
export const findModule = async (root: string, name: string): Promise<string> => {
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) return installed;
  const locked = await lockedPackage(root, name);
  const kept = keptFolder(root, name, locked.version);
  if (!existsSync(kept)) await fetchPackage(name, locked, kept);
  return kept;
};

/** The package with its version where `findModule` has to fetch it; otherwise undefined. */
export const describeMissing = async (root: string, name: string): Promise<string | undefined> => {
  if (existsSync(join(root, 'node_modules', name))) return undefined;
  const { version } = await lockedPackage(root, name);
  return existsSync(keptFolder(root, name, version)) ? undefined : `${name}@${version}`;
};
