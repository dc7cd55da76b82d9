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

/** Fetches a tarball with npm, which uses the deployer's registry and credentials. */
const pack = async (specifier: string, folder: string): Promise<string> => {
  await promisify(execFile)('npm', ['pack', specifier, '--pack-destination', folder, '--silent'], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm did not pack ${specifier}.`);
  return join(folder, tarball);
};

const fetchPackage = async (name: string, { version, integrity }: LockedPackage, kept: string): Promise<void> => {
  await mkdir(join(kept, '..'), { recursive: true });
  const folder = await mkdtemp(`${kept}-`);
  try {
    const tarball = await pack(`${name}@${version}`, folder);
    await checkIntegrity(tarball, name, integrity);
    await extract({ file: tarball, cwd: folder });
    await rename(join(folder, 'package'), kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * The folder with the files of an npm package: in node_modules if installed, else fetched with the version and
 * integrity of package-lock.json, and cached.
 * @throws Error where it cannot be fetched or has another integrity
 */
export const findModule = async (root: string, name: string): Promise<string> => {
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) return installed;
  const locked = await lockedPackage(root, name);
  const kept = join(
    root,
    'node_modules/.cache/tearline',
    `${name.replace(/^@/, '').replace('/', '-')}-${locked.version}`,
  );
  if (!existsSync(kept)) await fetchPackage(name, locked, kept);
  return kept;
};
