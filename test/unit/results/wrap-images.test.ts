import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import { DocumentUnreadableError } from '../../../core/errors.ts';
import { halfBlack, tiffWithDamage, tiffWithPreview, wideTiff } from '../drawing/draw-upload.ts';
import { difference, loadPdf, renderPage } from '../drawing/read-pdf.ts';
import { wrapUpload } from '../drawing/wrap-upload.ts';

/** Four fields of different colours: every rotation and reflection is different. */
async function drawFlag(width = 160, height = 240): Promise<Sharp> {
  const fields = [
    ['#c02020', 0, 0],
    ['#20c020', 0.5, 0],
    ['#2020c0', 0, 0.5],
  ] as const;
  const overlays = await Promise.all(
    fields.map(async ([background, x, y]) => ({
      input: await sharp({ create: { width: width / 2, height: height / 2, channels: 3, background } })
        .png()
        .toBuffer(),
      left: width * x,
      top: height * y,
    })),
  );
  const whole = await sharp({ create: { width, height, channels: 3, background: '#f0f0f0' } })
    .composite(overlays)
    .png()
    .toBuffer();
  return sharp(whole);
}

const mean = (values: Uint8Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('An uploaded image as a PDF', () => {
  it('has its physical size', async () => {
    const { pdf } = await wrapUpload(await (await drawFlag()).withMetadata({ density: 160 }).jpeg().toBuffer(), 'jpeg');
    expect((await loadPdf(pdf)).getPage(0).getSize()).toEqual({ width: 72, height: 108 });
  });

  it('contains the bytes of a JPEG unchanged', async () => {
    const jpeg = await (await drawFlag()).jpeg().toBuffer();
    const { pdf } = await wrapUpload(jpeg, 'jpeg');
    expect((await readFile(pdf)).includes(jpeg)).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is upright for EXIF orientation %i', async (orientation) => {
    const { upload, pdf } = await wrapUpload(
      await (await drawFlag()).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer(),
      'jpeg',
    );
    const shown = await renderPage(pdf, 1, 120);
    const reader = await openDocument(upload);
    expect(difference(shown, await reader.render(1, { width: shown.width, height: shown.height }, 3))).toBeLessThan(4);
  });

  it.each(['png', 'gif', 'webp', 'tiff'] as const)('renders every pixel of a %s', async (kind) => {
    const flag = await drawFlag();
    const { upload, pdf } = await wrapUpload(
      await (
        kind === 'webp'
          ? flag.webp({ lossless: true })
          : kind === 'tiff'
            ? flag.tiff({ compression: 'lzw' })
            : flag.toFormat(kind)
      ).toBuffer(),
      kind,
    );
    const reader = await openDocument(upload);
    const shown = await renderPage(pdf, 1, 160);
    expect(difference(shown, await reader.render(1, { width: shown.width, height: shown.height }, 3))).toBeLessThan(1);
  });

  it('leaves out a reduced copy that precedes its page in a TIFF', async () => {
    const { upload, pdf } = await wrapUpload(await tiffWithPreview(160, 240), 'tiff');
    const shown = await renderPage(pdf, 1, 160);
    const reader = await openDocument(upload);
    expect(difference(shown, await reader.render(1, { width: shown.width, height: shown.height }, 3))).toBeLessThan(1);
  });

  it('leaves a page of a TIFF blank that cannot be decoded, in its physical size', async () => {
    const pages = [1, 2, 3].map(() => halfBlack(160, 240));
    const { pdf } = await wrapUpload(await tiffWithDamage(pages, [2]), 'tiff', [1, 2, 3]);
    const [first, second] = (await loadPdf(pdf)).getPages().map((page) => page.getSize());
    expect(second).toEqual(first);
    const means = await Promise.all([1, 2, 3].map(async (page) => mean((await renderPage(pdf, page, 80)).data)));
    expect(means.map(Math.round)).toEqual([128, 255, 128]);
  });

  it('may have nothing but the blank pages of a TIFF of which others can be decoded', async () => {
    const { pdf } = await wrapUpload(
      await tiffWithDamage([halfBlack(160, 240), halfBlack(160, 240)], [2]),
      'tiff',
      [2],
    );
    expect(mean((await renderPage(pdf, 1, 80)).data)).toBe(255);
  });

  it('is refused where none of the pages of the file can be decoded', async () => {
    const damaged = await tiffWithDamage([halfBlack(160, 240), halfBlack(160, 240)], [1, 2]);
    await expect(wrapUpload(damaged, 'tiff', [1, 2])).rejects.toThrow(DocumentUnreadableError);
  });

  it('renders 32-bit samples at their brightness', async () => {
    const { pdf } = await wrapUpload(wideTiff(3, 80, 40), 'tiff');
    const { data, width } = await renderPage(pdf, 1, 40);
    expect([data[10 * width * 3 + 15], data[10 * width * 3 + 105]]).toEqual([0x40, 0xc0]);
  });

  it('renders transparency as white', async () => {
    const { pdf } = await wrapUpload(
      await sharp({ create: { width: 60, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
        .png()
        .toBuffer(),
      'png',
    );
    expect((await renderPage(pdf, 1, 30)).data.every((value) => value === 255)).toBe(true);
  });

  it('keeps 16 bits per channel', async () => {
    const { pdf } = await wrapUpload(await (await drawFlag()).toColourspace('rgb16').png().toBuffer(), 'png');
    expect((await readFile(pdf)).toString('latin1')).toContain('/BitsPerComponent 16');
  });

  it('renders a CMYK JPEG in its colours', async () => {
    const { upload, pdf } = await wrapUpload(
      await (await drawFlag()).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
      'jpeg',
    );
    const shown = await renderPage(pdf, 1, 80);
    const reader = await openDocument(upload);
    // Without colour profiles the colours are approximate: the test only distinguishes the fields.
    expect(difference(shown, await reader.render(1, { width: shown.width, height: shown.height }, 3))).toBeLessThan(60);
  });

  it.each(['p3', 'cmyk'])(
    'renders a JPEG with the colour profile %s in the colours of that profile',
    async (profile) => {
      const vivid = sharp({ create: { width: 80, height: 80, channels: 3, background: '#10d030' } });
      const jpeg = await vivid.withIccProfile(profile).jpeg({ quality: 95 }).toBuffer();
      const { upload, pdf } = await wrapUpload(jpeg, 'jpeg');
      const shown = await renderPage(pdf, 1, 80);
      const reader = await openDocument(upload);
      expect(difference(shown, await reader.render(1, { width: shown.width, height: shown.height }, 3))).toBeLessThan(
        4,
      );
      const file = await readFile(pdf);
      expect(file.includes(jpeg)).toBe(true);
      expect(file.toString('latin1')).toContain('/ICCBased');
    },
  );

  it.each([
    ['has another number of components', (profile: Buffer) => profile.write('CMYK', 16, 'latin1')],
    ['is damaged', (profile: Buffer) => profile.fill(0, 36, 40)],
  ])('leaves out a colour profile that %s', async (_, change) => {
    const jpeg = await (await drawFlag()).withIccProfile('p3').jpeg().toBuffer();
    change(jpeg.subarray(jpeg.indexOf('ICC_PROFILE\0') + 14));
    const { pdf } = await wrapUpload(jpeg, 'jpeg');
    const file = (await readFile(pdf)).toString('latin1');
    expect(file).toContain('/ColorSpace /DeviceRGB');
    expect(file).not.toContain('/ICCBased');
  });
});
