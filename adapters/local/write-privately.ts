/** Files that no other user may read. */
import { open, rename } from 'node:fs/promises';

/** Writes the file atomically, never readable by other users. */
export const writePrivately = async (path: string, text: string): Promise<void> => {
  const unfinished = `${path}.new`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
};
