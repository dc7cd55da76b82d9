/**
 * Writes the resources that annotated pages inherit from the page tree (ISO 32000-2, 7.7.3.4) into these pages. PDFium's
 * flattening of annotations gives a page without resources of its own new ones, which hide the inherited ones: the page
 * would lose its images and fonts.
 */
import { rewriteWithPdfium } from './pdfium/rewrite-with-pdfium.ts';
import type { PdfPage } from './syntax/page-tree.ts';
import { openPages } from './syntax/page-tree.ts';
import { endOfFile, indirectObject, rowOf } from './syntax/cross-reference-table.ts';
import { startOf } from './syntax/cross-references.ts';
import type { PdfFile } from './syntax/pdf-file.ts';
import { PdfSyntaxError, unlessDamaged } from './syntax/pdf-lexer.ts';
import type { PdfDict, PdfValue } from './syntax/pdf-objects.ts';
import { isDict, PdfRef } from './syntax/pdf-objects.ts';

interface InheritingPage extends PdfPage {
  readonly number: number;
}

interface OpenFile {
  readonly file: PdfFile;
  /** Annotated pages without resources of their own. */
  readonly pages: readonly InheritingPage[];
}

/**
 * Returns the file with such resources where it needs them, otherwise the bytes themselves, also if the file is too damaged.
 * The file is first rewritten by PDFium, so that one table of cross-references can be appended to it; takes about 50 ms.
 * @param pageCount number of pages according to PDFium; a file with a different number here is treated as damaged
 */
export const withOwnResources = async (bytes: Uint8Array, pageCount: number): Promise<Uint8Array> => {
  if (unlessDamaged(() => openFile(bytes, pageCount))?.pages.length === 0) return bytes;
  try {
    const rewritten = await rewriteWithPdfium(bytes);
    const open = openFile(rewritten, pageCount);
    return open.pages.length === 0 ? bytes : Buffer.concat([rewritten, updateOf(open, rewritten)]);
  } catch (error) {
    if (error instanceof PdfSyntaxError) return bytes;
    throw error;
  }
};

/** @throws PdfSyntaxError */
const openFile = (bytes: Uint8Array, pageCount: number): OpenFile => {
  const { file, pages } = openPages(bytes, pageCount);
  return { file, pages: pages.filter((page) => needsResources(file, page)) };
};

const needsResources = (file: PdfFile, page: PdfPage): page is InheritingPage =>
  page.number !== undefined &&
  (file.resolve(page.dict.get('Annots')) ?? null) !== null &&
  (file.resolve(page.dict.get('Resources')) ?? null) === null &&
  page.attributes.has('Resources');

/**
 * The pages with their resources, as an incremental update (ISO 32000-2, 7.5.6) of a file that PDFium wrote. A dictionary that
 * is direct in the page tree becomes an object, which its pages share.
 * @throws PdfSyntaxError if the file has no size
 */
const updateOf = ({ file, pages }: OpenFile, bytes: Uint8Array): Buffer => {
  const size = file.trailer.get('Size');
  if (typeof size !== 'number') throw new PdfSyntaxError('The trailer has no size.');
  const direct = [...new Set(pages.map(resourcesOf).filter(isDict))];
  const refs = new Map<PdfValue, PdfRef>(direct.map((dict, index) => [dict, new PdfRef(size + index)]));
  const objects = new Map<number, PdfValue>(direct.map((dict, index) => [size + index, dict]));
  for (const page of pages) {
    const resources = resourcesOf(page);
    objects.set(page.number, new Map(page.dict).set('Resources', refs.get(resources) ?? resources));
  }
  const trailer = new Map(file.trailer).set('Size', size + direct.length).set('Prev', startOf(bytes));
  return writeUpdate(objects, trailer, bytes.length);
};

const resourcesOf = ({ attributes }: PdfPage): PdfValue => attributes.get('Resources') ?? null;

/** @param start  offset of the update in bytes */
const writeUpdate = (objects: ReadonlyMap<number, PdfValue>, trailer: PdfDict, start: number): Buffer => {
  let body = '\n';
  let sections = '';
  for (const [number, object] of objects) {
    sections += `${number} 1\n${rowOf(start + body.length)}`;
    body += indirectObject(number, object);
  }
  return Buffer.from(body + endOfFile(sections, trailer, start + body.length), 'latin1');
};
