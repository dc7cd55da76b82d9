/** Measures cropping on the photographs of docs/sources/crop-photographs.tsv. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawCrops } from '../draw-crops.ts';
import { FOUND } from '../score.ts';
import { findInPhotograph, WrongPhotographError, type FoundInPhotograph } from './find-in-photograph.ts';
import { photographFile, readPhotographs, type PhotographSet } from './read-photographs.ts';
import { linesOf, writeLine, type Outcome, type PhotographLine } from './report-photographs.ts';

const LIST = new URL('../../../docs/sources/crop-photographs.tsv', import.meta.url);

/**
 * Prints the lines of a set, and the files that are wrong, which are not measured.
 * @param folder of the files, at OWNER+NAME/PATH
 * @param worst folder for the pictures that are wrong, with the true documents in green and the crops in red
 */
export async function measurePhotographs(
  folder: string,
  set: PhotographSet,
  worst: string | undefined,
): Promise<{ readonly lines: PhotographLine[]; readonly wrongFiles: number }> {
  const outcomes: Outcome[] = [];
  let wrongFiles = 0;
  for (const photograph of readPhotographs(await readFile(LIST, 'utf8')).filter((one) => one.set === set)) {
    try {
      const found = await findInPhotograph(folder, photograph);
      if (worst !== undefined && isWrong(found)) await keep(worst, found);
      outcomes.push({ photograph, overlaps: found.overlaps, extra: found.extra });
    } catch (error) {
      if (!(error instanceof WrongPhotographError)) throw error;
      wrongFiles += 1;
      console.error(error.message);
    }
  }
  const lines = linesOf(outcomes);
  for (const line of lines) console.log(writeLine(line));
  return { lines, wrongFiles };
}

const isWrong = ({ overlaps, extra }: FoundInPhotograph): boolean =>
  extra > 0 || overlaps.some((overlap) => overlap < FOUND);

async function keep(worst: string, { photograph, picture, truth, crops }: FoundInPhotograph): Promise<void> {
  await mkdir(worst, { recursive: true });
  const name = `${photographFile(photograph).replaceAll(/[^\w.-]/gu, '_')}.png`;
  await writeFile(join(worst, name), await drawCrops(picture, truth, crops));
}
