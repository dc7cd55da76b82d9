/** Finds the unit of each page of a PDF (/UserUnit; ISO 32000-2, table 31), which PDFium ignores. */
import { rewriteWithPdfium } from '../pdfium/rewrite-with-pdfium.ts';
import { openPages } from './page-tree.ts';
import { PdfSyntaxError, unlessDamaged } from './pdf-lexer.ts';

const ENTRY = '/UserUnit';
/** Range of units that are used: Acrobat's largest one, with which a page measures up to 381 km, and one that is not zero. */
const [MIN_UNIT, MAX_UNIT] = [0.001, 75_000];

/**
 * Units of the pages in points (1/72 inch), by page index from 0: 1 for most pages. Empty where no page states one, and for a
 * damaged or encrypted file in which none is seen.
 * @param pageCount number of pages according to PDFium
 */
export const userUnits = async (bytes: Uint8Array, pageCount: number): Promise<readonly number[]> => {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isSeen = raw.includes(ENTRY);
  // The pages of a file without object streams are uncompressed.
  if (!isSeen && !raw.includes('/ObjStm')) return [];
  const units = unlessDamaged(() => unitsOf(bytes, pageCount));
  if (units !== undefined || !isSeen) return units ?? [];
  try {
    return unitsOf(await rewriteWithPdfium(bytes), pageCount);
  } catch (error) {
    if (error instanceof PdfSyntaxError) return [];
    throw error;
  }
};

/** @throws PdfSyntaxError */
const unitsOf = (bytes: Uint8Array, pageCount: number): readonly number[] => {
  const { file, pages } = openPages(bytes, pageCount);
  return pages.map(({ dict }) => {
    const unit = file.resolve(dict.get('UserUnit'));
    return typeof unit === 'number' && unit > 0 ? Math.min(Math.max(unit, MIN_UNIT), MAX_UNIT) : 1;
  });
};
