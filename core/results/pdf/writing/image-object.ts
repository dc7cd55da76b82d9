import type { PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, name, PdfStream } from '../../../documents/pdf/syntax/pdf-objects.ts';

/**
 * An image as a PDF draws it (ISO 32000-2, 8.9.5).
 * @param size  in pixels
 * @param members  what a decoder must know of `bytes`
 */
export const imageObject = (
  size: { readonly width: number; readonly height: number },
  members: Readonly<Record<string, PdfValue | undefined>>,
  bytes: Uint8Array,
): PdfStream => {
  const { width, height } = size;
  const head = { Type: name('XObject'), Subtype: name('Image'), Width: width, Height: height };
  return new PdfStream(dictOf({ ...head, ...members }), bytes);
};
