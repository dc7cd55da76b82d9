/** What the command takes from its environment: the one file of this host that reads it. */
import { resolve } from 'node:path';

const PACKAGE_FOLDER = resolve(import.meta.dirname, '..');

/**
 * The folder that the caller's relative paths mean. npm runs scripts in the package's folder and leaves the
 * caller's own in INIT_CWD.
 */
export const callerFolder = (): string => {
  const calledFrom = process.env['INIT_CWD'];
  return calledFrom !== undefined && process.cwd() === PACKAGE_FOLDER ? calledFrom : process.cwd();
};

/** Makes `folder` the temporary folder of this process and of the children it starts: same disk as the data, emptied at a known time. */
export const useTemporaryFolder = (folder: string): void => {
  process.env['TMPDIR'] = folder;
};

/** Lets this process's children keep their compiled code in `folder`: the next child starts in half the time. A folder that the user chose stays. */
export const useCompileCache = (folder: string): void => {
  process.env['NODE_COMPILE_CACHE'] ??= folder;
};
