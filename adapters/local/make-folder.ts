import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it where they are missing. Node.js's own recursive mkdir never ends where a file system
 * answers ENOENT to a new folder, as /proc does.
 * @param mode  of the folders that are made
 * @throws the system's error, such as EACCES, ENOTDIR, EEXIST (a file), or ENOENT where the file system takes no folder
 */
export const makeFolder = async (folder: string, mode?: number): Promise<void> => {
  const code = await codeOfMaking(folder, mode);
  if (code !== 'ENOENT') return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent, mode);
  await mkdir(folder, mode).catch(unlessThere(folder));
};

/** Undefined where the folder is there now. */
const codeOfMaking = async (folder: string, mode?: number): Promise<'ENOENT' | undefined> => {
  try {
    await mkdir(folder, mode).catch(unlessThere(folder));
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'ENOENT';
    throw error;
  }
};

/** Another process may make the folder at the same time; read-only file systems refuse also a folder that is there. */
const unlessThere =
  (folder: string) =>
  async (error: unknown): Promise<void> => {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory() !== true) throw error;
  };
