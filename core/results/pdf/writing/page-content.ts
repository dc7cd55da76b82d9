/** Small things of page contents. */
import { deflateSync } from 'node:zlib';
import { dictOf, name, PdfStream } from '../../../documents/pdf/syntax/pdf-objects.ts';

const POINTS_PER_MM = 72 / 25.4;

/** Millimetres as points, to a hundredth of a micrometre. */
export const points = (millimetres: number): number => Number((millimetres * POINTS_PER_MM).toFixed(4));

/** Drawing commands as a content stream. */
export const asContents = (commands: string): PdfStream =>
  new PdfStream(dictOf({ Filter: name('FlateDecode') }), deflateSync(Buffer.from(commands, 'latin1')));
