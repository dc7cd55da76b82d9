import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { tidyJpeg } from '../../../../core/documents/images/tidy-jpeg.ts';
import { openDocument } from '../../../../core/documents/formats/open-document.ts';
import { DocumentUnreadableError } from '../../../../core/errors.ts';
import { asFile } from '../../drawing/read-pdf.ts';

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const ADOBE_SEGMENT = [0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0];
const JFIF_SEGMENT_OF_VERSION_9 = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 9, 9, 0, 0, 1, 0, 1, 0, 0];

let jpeg: Buffer;
beforeAll(async () => {
  const data = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * 7919) % 256));
  jpeg = await sharp(data, { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer();
});

const scanAt = (): number => jpeg.indexOf(START_OF_SCAN);
const insert = (at: number, bytes: readonly number[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, at), Buffer.from(bytes), jpeg.subarray(at)]);
const withByte = (at: number, value: number): Buffer => {
  const changed = Buffer.from(jpeg);
  changed[at] = value;
  return changed;
};
/** The last byte but one of the header of the scan: the end of its spectral selection. */
const selectionAt = (): number => scanAt() + 2 + jpeg.readUInt16BE(scanAt() + 2) - 2;

const REMARKS: readonly (readonly [string, () => Buffer])[] = [
  ['the parameters of a progressive scan', () => withByte(selectionAt(), 0)],
  ['an unknown colour transform', () => insert(2, [...ADOBE_SEGMENT, 9])],
  ['an unknown version of JFIF', () => insert(2, JFIF_SEGMENT_OF_VERSION_9)],
];

const pixels = async (bytes: Buffer): Promise<Buffer> => {
  const reader = await openDocument(await asFile(bytes, 'upload.jpg'));
  return Buffer.from((await reader.render(1, { width: 300, height: 200 }, 3)).data);
};

describe('A JPEG', () => {
  it.each(REMARKS)('with %s has all of its pixels', async (_, drawn) => {
    await expect(sharp(drawn(), { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow(/VipsJpeg/);
    expect((await pixels(drawn())).equals(await pixels(Buffer.from(jpeg)))).toBe(true);
  });

  it.each([0.3, 0.9, 0.99])('of which %f is there is damaged, also where it has an end', async (share) => {
    const cut = jpeg.subarray(0, Math.round(jpeg.length * share));
    for (const bytes of [cut, Buffer.concat([cut, END_OF_IMAGE])])
      await expect(pixels(Buffer.from(bytes))).rejects.toBeInstanceOf(DocumentUnreadableError);
  });

  it('in progressive scans that is cut is damaged', async () => {
    const data = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * 7919) % 256));
    const image = sharp(data, { raw: { width: 300, height: 200, channels: 3 } });
    const whole = await image.jpeg({ progressive: true }).toBuffer();
    for (const share of [0.5, 0.9, 0.99])
      await expect(pixels(whole.subarray(0, Math.round(whole.length * share)))).rejects.toBeInstanceOf(
        DocumentUnreadableError,
      );
  });

  it('that is as it should be is not changed', () => {
    const same = Buffer.from(jpeg);
    tidyJpeg(same);
    expect(same.equals(jpeg)).toBe(true);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['its beginning', Buffer.from([0xff, 0xd8])],
    ['a segment that is longer than the file', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 1])],
    ['a scan without parameters', Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 2, 0xff, 0xda, 0, 2])],
  ])('of %s stays as it is', (_, bytes) => {
    const same = Buffer.from(bytes);
    tidyJpeg(same);
    expect(same).toEqual(bytes);
  });
});
