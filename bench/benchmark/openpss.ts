/**
 * OpenPSS (van Heusden, Kamps and Marx, "WooIR", ICTIR 2022; github.com/irlabamsterdam/OpenPSSbenchmark,
 * model_train_code/dataloading.py and notebooks/DatasetExploration.ipynb). FOLDER is one of its two corpora, LONG or
 * SHORT: `dataframes/test.csv` with a row a page (`name` of the stream, `page`, `label` 1 where a document begins, `text`,
 * which is not used), and an image `<name>-<page>.png` of each page, in whatever folder below FOLDER.
 */
import { join } from 'node:path';
import { parseCsv } from './csv.ts';
import { BenchmarkDataError, filesByName, pageNumber, readText } from './page-streams.ts';
import type { PageStream } from './page-streams.ts';

/** @throws BenchmarkDataError */
export async function readOpenPss(folder: string): Promise<PageStream[]> {
  const table = join(folder, 'dataframes/test.csv');
  const images = await filesByName(folder, '.png');
  const rows = parseCsv(await readText(table), table).map(({ name, page, label }, at) => {
    if (name === undefined || (Number(label) !== 0 && Number(label) !== 1) || label === '')
      throw new BenchmarkDataError(table, `row ${at + 2} has no name or no label 0 or 1`);
    return { name, page: pageNumber(page, table), begins: Number(label) === 1 };
  });
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, pages]) => {
    pages.sort((a, b) => a.page - b.page);
    let document = 0;
    return {
      name,
      documents: pages.map(({ begins }, at) => String((document += Number(begins && at > 0)))),
      files: pages.map(({ page }) => {
        const key = `${name}-${page}.png`;
        const content = images.get(key);
        if (content === undefined) throw new BenchmarkDataError(table, `there is no image ${key}`);
        return { key, content };
      }),
    };
  });
}
