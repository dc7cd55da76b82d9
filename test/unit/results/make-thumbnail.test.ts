import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DocumentUnreadableError } from '../../../core/errors.ts';
import { run } from '../../../core/results/jobs/make-thumbnail.ts';
import { withScratchFolder } from '../../../core/storage/scratch-folder.ts';

const makeFrom = (bytes: Uint8Array) =>
  withScratchFolder(async (folder) => {
    const [path, outPath] = [join(folder, 'image'), join(folder, 'out.jpg')];
    await writeFile(path, bytes);
    const size = await run({ path, outPath }, { page: () => undefined, crop: () => undefined });
    const { format, exif } = await sharp(outPath).metadata();
    return { ...size, format, exif };
  });

const crc = (bytes: Uint8Array): Buffer => {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  let c = 0xffffffff;
  for (const byte of bytes) c = (table[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  const out = Buffer.alloc(4);
  out.writeUInt32BE((c ^ 0xffffffff) >>> 0);
  return out;
};
const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, body, crc(body)]);
};
/** A PNG of a few kilobytes that claims to have so many pixels. */
const bomb = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } });

describe('makeThumbnail', () => {
  it('writes a JPEG of at most 256 pixels, without metadata', async () => {
    const png = await drawn(1000, 500)
      .withExif({ IFD0: { Artist: 'A person' } })
      .png()
      .toBuffer();
    expect(await makeFrom(png)).toEqual({ width: 256, height: 128, format: 'jpeg', exif: undefined });
    expect(await makeFrom(await drawn(10, 20).webp().toBuffer())).toMatchObject({ width: 10, height: 20 });
    expect(await makeFrom(await drawn(10, 20).gif().toBuffer())).toMatchObject({ width: 10, height: 20 });
  });

  it.each([
    ['a bomb', bomb(100_000, 100_000)],
    ['a bomb that is wide', bomb(50_000_001, 1)],
    ['a damaged image', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])],
    ['an image that ends early', bomb(3000, 3000)],
  ])('refuses %s', async (_, bytes) => {
    await expect(makeFrom(bytes)).rejects.toThrow(DocumentUnreadableError);
  });
});
