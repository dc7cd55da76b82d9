/**
 * Converts a PNG to a PDF image without decoding: PNG's compressed rows are valid for FlateDecode with predictor 15.
 */
import { pngChunks } from '../../../documents/images/png-chunks.ts';
import type { PdfStream, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, name, PdfString } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { imageObject } from '../writing/image-object.ts';

const COLOURS: Readonly<Record<number, { readonly space: string; readonly components: number }>> = {
  0: { space: 'DeviceGray', components: 1 },
  2: { space: 'DeviceRGB', components: 3 },
};
const PALETTE = 3;

/** @param png a PNG without transparency and interlacing, as sharp writes it here */
export function pngToPdf(png: Buffer): PdfStream {
  const [width, height, bits, colour] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24] ?? 8, png[25] ?? 2];
  const chunks = [...pngChunks(png)];
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data;
  const { space, components } = COLOURS[colour] ?? { space: 'DeviceRGB', components: 1 };
  const indexed: PdfValue | undefined =
    colour === PALETTE && palette !== undefined
      ? [name('Indexed'), name('DeviceRGB'), palette.length / 3 - 1, new PdfString(`<${palette.toString('hex')}>`)]
      : undefined;
  const members = {
    ColorSpace: indexed ?? name(space),
    BitsPerComponent: bits,
    Filter: name('FlateDecode'),
    DecodeParms: dictOf({ Predictor: 15, Colors: components, BitsPerComponent: bits, Columns: width }),
  };
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  return imageObject({ width, height }, members, Buffer.concat(data));
}
