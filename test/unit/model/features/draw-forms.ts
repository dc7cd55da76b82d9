/** Draws page records of filled-in forms. */
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import { drawPage } from './draw-pages.ts';

export const LABELS: readonly string[] = [
  'Employee',
  'Address',
  'Wages',
  'Taxes',
  'Pension',
  'Bonus',
  'Deductions',
  'Total',
  'Signature',
  'Place',
];

/** A label on each of ten lines from top to bottom of the body, with a value beside it. */
export function drawForm(values: readonly string[], labels: readonly string[] = LABELS): PageRecord {
  const page = drawPage({ body: ['any'] });
  const words = labels.flatMap((label, at) =>
    [label, values[at % values.length] ?? ''].map((text, column) => ({
      x1: Math.round(page.width * (0.1 + 0.3 * column)),
      x2: Math.round(page.width * (0.3 + 0.3 * column)),
      y1: Math.round(page.height * (0.16 + 0.07 * at)),
      y2: Math.round(page.height * (0.17 + 0.07 * at)),
      text,
      entropy: 0,
      line: at,
      block: 0,
    })),
  );
  return { ...page, words, fulltext: words.map(({ text }) => text).join(' ') };
}
