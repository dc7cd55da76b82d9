/** Cropping of a labelled photograph: the file is checked, and the labels are scaled to what is rendered. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { findInPhotograph, WrongPhotographError } from '../../../../bench/crops/photographs/find-in-photograph.ts';
import type { Photograph } from '../../../../bench/crops/photographs/read-photographs.ts';
import type { Quadrilateral } from '../../../../core/documents/sheets/quadrilateral.ts';

const folder = mkdtempSync(join(tmpdir(), 'photographs-'));
/** Corners of the sheet in the upright picture. */
const SHEET: Quadrilateral = [
  { x: 260, y: 180 },
  { x: 640, y: 220 },
  { x: 600, y: 1000 },
  { x: 200, y: 960 },
];
let photograph: Photograph;

/** A white sheet with lines of print on a dark table; the camera was held so that EXIF turns the picture. */
beforeAll(async () => {
  const print = Array.from(
    { length: 12 },
    (_, line) => `<rect x="300" y="${320 + line * 45}" width="240" height="14" fill="#333"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#403428"/>
    <polygon points="${SHEET.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="#f4f4f0"/>${print.join('')}</svg>`;
  const upright = await sharp(Buffer.from(svg)).png().toBuffer();
  const bytes = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer();
  mkdirSync(join(folder, 'some-owner+name'), { recursive: true });
  writeFileSync(join(folder, 'some-owner+name', 'a.jpg'), bytes);
  photograph = {
    repository: 'some-owner/name',
    commit: '',
    path: 'a.jpg',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    set: 'development',
    documents: [SHEET],
  };
});

describe('a labelled photograph', () => {
  it('has its document found, whose corners are those of the upright picture', { tags: 'slow' }, async () => {
    const { overlaps, extra } = await findInPhotograph(folder, photograph);
    expect(overlaps[0]).toBeGreaterThan(0.95);
    expect(extra).toBe(0);
  });

  it('has an extra crop where it should have stayed whole', { tags: 'slow' }, async () => {
    const { overlaps, extra } = await findInPhotograph(folder, { ...photograph, documents: [] });
    expect(overlaps).toEqual([]);
    expect(extra).toBe(1);
  });

  it('is refused where its file is absent', async () => {
    await expect(findInPhotograph(folder, { ...photograph, path: 'b.jpg' })).rejects.toThrow(WrongPhotographError);
  });

  it('is refused where another file has its name', async () => {
    const other = createHash('sha256').update(readFileSync(join(folder, 'some-owner+name', 'a.jpg')).subarray(1));
    await expect(findInPhotograph(folder, { ...photograph, sha256: other.digest('hex') })).rejects.toThrow(
      /is not the file of the list/,
    );
  });
});
