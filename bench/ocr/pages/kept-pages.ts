/** The pages of an earlier run with their words, kept beside its images: choosing them takes as long as reading them. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sharedDocuments } from '../../shared-data.ts';
import { LANGUAGES } from '../../../core/ocr/languages/languages.ts';
import { choosePages, type LeftOut, type TruePage } from './choose-pages.ts';

const pageSchema: z.ZodType<TruePage> = z.object({
  document: z.string(),
  source: z.string(),
  page: z.number(),
  language: z.enum(LANGUAGES),
  statedLanguage: z.enum([...LANGUAGES, 'other']),
  words: z.array(z.object({ text: z.string(), x: z.number(), y: z.number() })),
  rotation: z.number(),
});

/**
 * The first `count` pages, or all if there are fewer: those that are kept in `folder`, or else chosen and kept there.
 * @param leftOut counts the pages that were looked at and not taken; unchanged if the pages were kept
 * @throws Error if the file in the folder is not one of kept pages
 */
export async function firstPages(
  count: number,
  language: string | undefined,
  folder: string,
  leftOut: Map<LeftOut, number>,
): Promise<readonly TruePage[]> {
  const file = join(folder, `pages-${language ?? 'all'}.jsonl`);
  const kept = existsSync(file) ? await readPages(file) : [];
  if (kept.length >= count) return kept.slice(0, count);
  const pages: TruePage[] = [];
  for await (const page of choosePages(await sharedDocuments(), language, leftOut)) {
    pages.push(page);
    if (pages.length >= count) break;
  }
  await writeFile(file, pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
  return pages;
}

const readPages = async (file: string): Promise<readonly TruePage[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => pageSchema.parse(JSON.parse(line)));
