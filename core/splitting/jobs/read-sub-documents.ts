/** Titles and extractions of sub-documents, read from page records: untrusted text, so in a parser process. */
import { writeFile } from 'node:fs/promises';
import type { PageRecord } from '../../reading/page-record.ts';
import type { ParserJob } from '../../reading/parser-jobs.ts';
import { readExtractions } from '../../results/extractions.ts';
import type { Extractions } from '../../results/extractions.ts';
import { readRecordFiles } from '../../results/record-files.ts';

type Extracted = Extractions['sub_documents'][number];

/** Records of one sub-document in memory at a time: about 15 MB. A longer one is read in parts. */
const PART = 96;

/** Each identifier once, where it stands first. */
const withoutRepeats = (identifiers: Extracted['identifiers']): Extracted['identifiers'] => {
  const first = new Map<string, Extracted['identifiers'][number]>();
  for (const identifier of identifiers) {
    const name = `${identifier.type} ${identifier.value}`;
    if (!first.has(name)) first.set(name, identifier);
  }
  return [...first.values()];
};

/** What two parts of one sub-document say together; the earlier part's title and date count. */
const joined = (first: Extracted, second: Extracted): Extracted => ({
  index: first.index,
  title: first.title,
  document_date: first.document_date ?? second.document_date,
  page_numbering: [...first.page_numbering, ...second.page_numbering],
  identifiers: withoutRepeats([...first.identifiers, ...second.identifiers]),
});

const extractPart = (records: readonly PageRecord[]): Extracted => {
  const [extracted] = readExtractions([{ name: '', pages: records.map(({ page }) => page) }], records).sub_documents;
  if (extracted === undefined) throw new Error('Extractions have one entry a sub-document.');
  return extracted;
};

/** The records from page `from` on, as they are asked for. */
const recordsFrom = (recordPaths: readonly string[], from: number, onPage: (page: number) => void): (() => Promise<PageRecord>) => {
  const records = readRecordFiles(recordPaths)[Symbol.asyncIterator]();
  return async () => {
    for (;;) {
      const step: IteratorResult<PageRecord, unknown> = await records.next();
      if (step.done === true) throw new Error('There are fewer page records than pages.');
      if (step.value.page < from) continue;
      onPage(step.value.page);
      return step.value;
    }
  };
};

const readOne = async (pages: readonly number[], next: () => Promise<PageRecord>): Promise<Extracted> => {
  let whole: Extracted | undefined;
  for (let start = 0; start < pages.length; start += PART) {
    const part: PageRecord[] = [];
    while (part.length < Math.min(PART, pages.length - start)) part.push(await next());
    const found = extractPart(part);
    whole = whole === undefined ? found : joined(whole, found);
  }
  if (whole === undefined) throw new Error('A sub-document has at least one page.');
  return whole;
};

export const run: ParserJob<'readSubDocuments'> = async ({ recordPaths, documents, outPath }, report) => {
  const next = recordsFrom(recordPaths, documents[0]?.[0] ?? 1, (page) => { report.page(page); });
  const read: Extracted[] = [];
  for (const [index, pages] of documents.entries()) read.push({ ...(await readOne(pages, next)), index });
  await writeFile(outPath, JSON.stringify({ schema_version: 1, sub_documents: read } satisfies Extractions));
  return { documents: read.length };
};
