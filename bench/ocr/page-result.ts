/** The result of one page, a line of the output file. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const engineSchema = z.object({
  f1: z.number(),
  /** Number of words that were read. */
  read: z.number(),
  /** Processor time. */
  milliseconds: z.number(),
  /** See NumberScore; absent in the output of earlier versions. */
  numbers: z.object({ known: z.number(), read: z.number(), unmarked: z.number() }).optional(),
});

const pageResultSchema = z.object({
  document: z.string(),
  source: z.string(),
  page: z.number(),
  damage: z.string(),
  language: z.string(),
  /** Number of words known to be on the page. */
  words: z.number(),
  /** Whether the text of the page is sideways or upside down: tesseract does not detect that in this mode. */
  turned: z.boolean(),
  tearline: engineSchema,
  tesseract: engineSchema,
  /** Words that tesseract alone has read, at most 20. */
  missed: z.array(z.string()),
  image: z.string(),
  /** Why Tearline failed on the page. */
  error: z.string().optional(),
});

export type PageResult = z.infer<typeof pageResultSchema>;

/** @throws Error if the file is not an output of this benchmark */
export async function readResults(path: string): Promise<readonly PageResult[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => pageResultSchema.parse(JSON.parse(line)));
}
