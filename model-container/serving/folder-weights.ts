/** Reads the weights of workflows from a folder, for the local host. A key is the path of its file in the folder. */
import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { checkSize, WeightsNotFoundError } from './workflow-models.ts';
import type { ReadWeights } from './workflow-models.ts';

/** Symbolic links out of the folder are not followed. */
export const folderWeights =
  (folder: string): ReadWeights =>
  async (key) => {
    try {
      const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, key))]);
      if (!path.startsWith(root + sep)) throw new WeightsNotFoundError(key);
      const bytes = await readFile(path);
      checkSize(key, bytes.length);
      return bytes;
    } catch (error) {
      if (
        error instanceof Error &&
        'code' in error &&
        (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR')
      )
        throw new WeightsNotFoundError(key, { cause: error });
      throw error;
    }
  };
