/** Documents of one source, and piles of them as they come from a scanner. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Random } from '../../model-container/random.ts';

export interface StoryDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly pages: number;
}

/** Several documents in one file. */
export interface Pile {
  readonly name: string;
  readonly documents: readonly StoryDocument[];
  readonly bytes: Uint8Array;
}

/** Longer documents are left out: few would make up most of the gaps. */
const MAX_PAGES = 20;

/** The PDFs of a folder in the order of their names; files that pdf-lib cannot copy from are left out. */
export async function readStoryDocuments(folder: string): Promise<StoryDocument[]> {
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.pdf')).sort();
  const documents = await Promise.all(
    names.map(async (name): Promise<StoryDocument[]> => {
      const bytes = await readFile(join(folder, name));
      const pages = await PDFDocument.load(bytes).then(
        (pdf) => pdf.getPageCount(),
        () => 0,
      );
      return pages === 0 || pages > MAX_PAGES ? [] : [{ name, bytes, pages }];
    }),
  );
  return documents.flat();
}

/** Puts the documents into piles of `size`, in random order. */
export async function drawPiles(
  documents: readonly StoryDocument[],
  { size, name, random }: { size: number; name: string; random: Random },
): Promise<Pile[]> {
  const order = random.shuffle(documents);
  const count = Math.max(1, Math.round(order.length / size));
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const own = order.filter((_document, index) => index % count === at);
      return { name: `${name}-${at}.pdf`, documents: own, bytes: await merged(own) };
    }),
  );
}

async function merged(documents: readonly StoryDocument[]): Promise<Uint8Array> {
  const pile = await PDFDocument.create({ updateMetadata: false });
  for (const { bytes } of documents) {
    const source = await PDFDocument.load(bytes);
    for (const page of await pile.copyPages(source, source.getPageIndices())) pile.addPage(page);
  }
  return pile.save();
}

/** The pages of each document of the pile, from 1. */
export const subDocumentsOf = ({ documents }: Pile): { name: string; pages: number[] }[] => {
  let page = 0;
  return documents.map(({ pages }, at) => ({
    name: `Document ${at + 1}`,
    pages: Array.from({ length: pages }, () => (page += 1)),
  }));
};
