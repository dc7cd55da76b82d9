/** contents.csv of an archive: one row a sub-document (RFC 4180, UTF-8 with a byte-order mark). */
import type { DocumentSplitting } from '../requests/processing-request.ts';
import type { Extractions } from './extractions/extractions.ts';

const COLUMNS = [
  'index',
  'file_name',
  'name',
  'first_page',
  'last_page',
  'page_count',
  'document_date',
  'confidence_before',
  'decided_by_before',
];

/** Further columns where a page of the upload has several crops: of the first and the last page, the crop. */
const CROP_COLUMNS = ['first_crop', 'last_crop'];

/** Excel on Windows reads a table without it in the encoding of the region. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Characters with which a spreadsheet program begins a formula: such a text is shown as text. A program that divides
 * cells at semicolons or tabs, as Excel does in many regions, begins cells inside a text, too, with or without quotation
 * marks.
 */
const FORMULA = /(?<=(?:^|[;\t\r\n])[\s"]*)[=+\-@]/g;

/**
 * The table. `confidence_before` and `decided_by_before` are about the gap before the sub-document; empty for the first.
 * @param fileNames  of the PDFs, in order
 */
export const contentsTable = (
  { sub_documents: documents, decisions = [] }: DocumentSplitting,
  extractions: Extractions,
  fileNames: readonly string[],
): string => {
  const cropped = documents.some(({ crops }) => crops !== undefined);
  let start = 0;
  const rows = documents.map(({ name, pages, crops = [] }, index) => {
    const first = pages[0] ?? 0;
    const gap = decisions[start - 1];
    start += pages.length;
    return [
      index,
      fileNames[index] ?? '',
      name,
      first,
      pages.at(-1) ?? 0,
      new Set(pages).size,
      extractions.sub_documents[index]?.document_date ?? '',
      gap?.confidence ?? '',
      gap?.decided_by ?? '',
      ...(cropped ? [crops[0] ?? '', crops.at(-1) ?? ''] : []),
    ];
  });
  const lines = [[...COLUMNS, ...(cropped ? CROP_COLUMNS : [])], ...rows].map(
    (row) => `${row.map(field).join(',')}\r\n`,
  );
  return `${BYTE_ORDER_MARK}${lines.join('')}`;
};

const field = (value: string | number): string => {
  const text = typeof value === 'string' ? value.replaceAll(FORMULA, "'$&") : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
