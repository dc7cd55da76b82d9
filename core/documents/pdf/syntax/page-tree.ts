/** Reads the pages of a PDF in order, with the attributes that they inherit (ISO 32000-2, 7.7.3). */
import { PdfSyntaxError } from './pdf-lexer.ts';
import { PdfFile } from './pdf-file.ts';
import type { PdfDict, PdfValue } from './pdf-objects.ts';
import { isArray, nameOf, PdfRef } from './pdf-objects.ts';

export interface PdfPage {
  /** Its object number; undefined for a direct object in the page tree. */
  readonly number: number | undefined;
  readonly dict: PdfDict;
  /** The inheritable attributes of the page, its own or inherited. */
  readonly attributes: ReadonlyMap<string, PdfValue>;
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
const MAX_DEPTH = 64;
/** Nodes that are visited at most: nodes that share their kids would be visited 2^MAX_DEPTH times. */
const MAX_NODES = 200_000;

export interface PdfPages {
  readonly file: PdfFile;
  readonly pages: readonly PdfPage[];
}

/**
 * Opens a file in which PDFium has found so many pages.
 * @throws PdfSyntaxError if it is damaged: also with another number of pages here
 */
export function openPages(bytes: Uint8Array, pageCount: number): PdfPages {
  const file = new PdfFile(bytes);
  const pages = readPages(file);
  if (pages.length !== pageCount)
    throw new PdfSyntaxError(`The file has ${pages.length} pages instead of ${pageCount}.`);
  return { file, pages };
}

/** @throws PdfSyntaxError if the page tree is damaged or too large */
export function readPages(file: PdfFile): PdfPage[] {
  const pages: PdfPage[] = [];
  const above = new Set<number>();
  let visited = 0;
  const visit = (node: PdfValue, inherited: ReadonlyMap<string, PdfValue>, depth: number): void => {
    const number = node instanceof PdfRef ? node.number : undefined;
    visited += 1;
    if (visited > MAX_NODES) throw new PdfSyntaxError('The page tree has too many nodes.');
    if (depth > MAX_DEPTH || (number !== undefined && above.has(number)))
      throw new PdfSyntaxError('The page tree has a cycle.');
    const dict = file.dict(node);
    if (dict === undefined) throw new PdfSyntaxError('A node of the page tree is missing.');
    const attributes = new Map(inherited);
    for (const key of INHERITED) {
      const own = dict.get(key);
      if (own !== undefined && own !== null) attributes.set(key, own);
    }
    const kids = file.resolve(dict.get('Kids'));
    if (!isArray(kids)) {
      if (nameOf(file.resolve(dict.get('Type'))) === 'Pages') return;
      pages.push({ number, dict, attributes });
      return;
    }
    if (number !== undefined) above.add(number);
    for (const kid of kids) visit(kid, attributes, depth + 1);
    if (number !== undefined) above.delete(number);
  };
  visit(file.catalog().get('Pages') ?? null, new Map(), 0);
  return pages;
}
