/**
 * Tobacco800 (Lewis et al., SIGIR 2006): TIFF images, a page each. Pages of one document have one name with a number
 * after the last underscore, such as `abc10e00-page02_1.tif` and `abc10e00-page02_2.tif`; a page without a number is a
 * document (github.com/agiagoulas/page-stream-segmentation, model_training/CSV_Generation.ipynb). The set has no streams
 * and no test split of its own: the images of the folder in the order of their names are one stream.
 */
import { join } from 'node:path';
import { BenchmarkDataError, listFiles } from './page-streams.ts';
import type { PageStream } from './page-streams.ts';

/** @throws BenchmarkDataError */
export async function readTobacco800(folder: string): Promise<PageStream[]> {
  const pages = (await listFiles(folder, '.tif', '.tiff', '.png')).map((path) => {
    const name = path.replace(/\.[^.]+$/u, '');
    const [, document = name, page = '0'] = /^(.*)_(\d+)$/u.exec(name) ?? [];
    return { path, document, page: Number(page) };
  });
  if (pages.length === 0) throw new BenchmarkDataError(folder, 'there is no .tif, .tiff or .png image');
  pages.sort((a, b) => (a.document === b.document ? a.page - b.page : a.document < b.document ? -1 : 1));
  return [
    {
      name: 'tobacco800',
      files: pages.map(({ path }) => ({ key: path, content: join(folder, path) })),
      documents: pages.map(({ document }) => document),
    },
  ];
}
