/** Helpers for page contents. */
import { deflateSync } from 'node:zlib';
import { dictOf, name, PdfStream } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '../../../units.ts';

const POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH;

/** Converts millimetres to points, rounded to 4 decimals. */
export const points = (millimetres: number): number => Number((millimetres * POINTS_PER_MM).toFixed(4));

/** Returns PDF operators as a compressed content stream. */
export const asContents = (commands: string): PdfStream =>
  new PdfStream(dictOf({ Filter: name('FlateDecode') }), deflateSync(Buffer.from(commands, 'latin1')));
