/** Files of an earlier `tearline split` of the same file into the same folder. */
import { readFile, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';

const RESULT_FILE = '.result.json';

/** Name of the result of a file without its folder and extension. */
export const resultFileOf = (stem: string): string => `${stem}${RESULT_FILE}`;

const resultSchema = z.object({ sub_documents: z.array(z.object({ pdf: z.string() })) });

/** Names of the PDFs that a result lists; none where the file is absent or no result. */
const listedPdfs = async (resultFile: string): Promise<string[]> => {
  try {
    const result = resultSchema.parse(JSON.parse(await readFile(resultFile, 'utf8')));
    return result.sub_documents.map(({ pdf }) => basename(pdf)).filter((name) => name.endsWith('.pdf'));
  } catch {
    return [];
  }
};

/** Deletes the PDFs of a folder that the result of an earlier split lists, but none that another result lists too. */
export const deleteEarlierSplit = async (folder: string, stem: string): Promise<void> => {
  const earlier = await listedPdfs(join(folder, resultFileOf(stem)));
  if (earlier.length === 0) return;
  const others = (await readdir(folder)).filter((name) => name.endsWith(RESULT_FILE) && name !== resultFileOf(stem));
  const kept = await Promise.all(others.map((name) => listedPdfs(join(folder, name))));
  const deleted = new Set(earlier).difference(new Set(kept.flat()));
  for (const name of deleted) await rm(join(folder, name), { force: true });
};
