import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './storage-full.ts';

/**
 * Makes a folder and those above it where they are missing. Node.js's own recursive mkdir never ends where a file system
 * answers ENOENT to a new folder, as /proc does.
 * @param mode  of the folders that are made
 * @throws the system's error, such as EACCES, ENOTDIR, EEXIST (a file), or ENOENT where the file system takes no folder
 */
export const makeFolder = async (folder: string, mode?: number): Promise<void> => {
  const make = () => mkdir(folder, mode).catch(unlessThere(folder));
  try {
    await make();
  } catch (error) {
    const parent = dirname(folder);
    if (errorCode(error) !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent, mode);
    await make();
  }
};

/** Another process may make the folder at the same time; read-only file systems refuse also a folder that is there. */
const unlessThere =
  (folder: string) =>
  async (error: unknown): Promise<void> => {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory() !== true) throw error;
  };
