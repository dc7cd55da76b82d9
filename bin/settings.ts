/** Environment of the command. The only file of the local host that reads process.env. */
import { resolve } from 'node:path';

const PACKAGE_FOLDER = resolve(import.meta.dirname, '..');

/**
 * The folder to which the caller's relative paths refer. npm runs scripts in the package folder and passes the caller's
 * working directory in INIT_CWD.
 */
export const callerFolder = (): string => {
  const calledFrom = process.env['INIT_CWD'];
  return calledFrom !== undefined && process.cwd() === PACKAGE_FOLDER ? calledFrom : process.cwd();
};

/** Sets the temporary folder of this process and of its child processes. */
export const useTemporaryFolder = (folder: string): void => {
  process.env['TMPDIR'] = folder;
};

/**
 * Sets the compile cache of child processes, unless the user has set one. With it, a child process starts in half the
 * time.
 */
export const useCompileCache = (folder: string): void => {
  process.env['NODE_COMPILE_CACHE'] ??= folder;
};

/** The API key with which the command calls a service; undefined where the user has set none. */
export const apiKeyOfUser = (): string | undefined => process.env['TEARLINE_API_KEY'];
