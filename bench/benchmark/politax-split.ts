/**
 * PoliTax-Split (Extend; dataset Extend-AI/PoliTax-Split, README.md). `annotations.jsonl` has a PDF a line: `file_name`,
 * `page_count` and `sub_documents` with `start_page` and `end_page`, from 1, both inclusive. The PDFs are in folders below
 * `pdfs/`. There is one split. The README does not say that sub-documents neither overlap nor leave pages out: a document
 * begins at each start_page and after each end_page.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { BenchmarkDataError, filesByName, readText } from './page-streams.ts';
import type { PageStream } from './page-streams.ts';

const annotationSchema = z.object({
  file_name: z.string(),
  page_count: z.int().min(1),
  sub_documents: z.array(z.object({ start_page: z.int().min(1), end_page: z.int().min(1) })),
});

/** @throws BenchmarkDataError */
export async function readPoliTaxSplit(folder: string): Promise<PageStream[]> {
  const path = join(folder, 'annotations.jsonl');
  const pdfs = await filesByName(join(folder, 'pdfs'), '.pdf');
  const lines = (await readText(path)).split('\n').map((text, at) => ({ text, where: `line ${at + 1}` }));
  return lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, where }) => {
      const { file_name: name, page_count: count, sub_documents: parts } = parseAnnotation(text, path, where);
      const content = pdfs.get(name);
      if (content === undefined) throw new BenchmarkDataError(path, `${where}: there is no ${name} below pdfs`);
      if (parts.some(({ start_page: start, end_page: end }) => end < start || end > count))
        throw new BenchmarkDataError(path, `${where}: a sub-document is not within the ${count} pages`);
      const begins = new Set(parts.flatMap(({ start_page: start, end_page: end }) => [start, end + 1]));
      let document = 0;
      const documents = Array.from({ length: count }, (_, at) => String((document += Number(begins.has(at + 1)))));
      return { name, files: [{ key: name, content }], documents };
    });
}

function parseAnnotation(text: string, path: string, where: string): z.infer<typeof annotationSchema> {
  try {
    return annotationSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new BenchmarkDataError(path, `${where} is no annotation of a PDF`, { cause: error });
  }
}
