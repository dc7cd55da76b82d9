/**
 * The optional reader with its real files, which .ci/reader.sh installs into `out/reader/models`: they are no part of the
 * repository and of no npm package.
 */
import { copyFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { characterErrors } from '../../bench/ocr/character-error.ts';
import { usableModels } from '../../bin/models/models-folder.ts';
import { recognisePage } from '../../core/ocr/pages/recognise-page.ts';
import { configureLineReader } from '../../core/ocr/ppocr/installed-reader.ts';
import { openLineReader } from '../../core/ocr/ppocr/line-reader.ts';
import { FINDER_MODEL, LINE_MODEL, RUNTIME_FOLDER } from '../../core/ocr/ppocr/model-files.ts';
import { openPageReader } from '../../core/ocr/ppocr/page-reader.ts';
import { drawScan } from '../unit/ocr/draw-scan.ts';

const MODELS = join(import.meta.dirname, '../../out/reader/models');
const PRINTED = ['The delivery will arrive at your office on Monday morning', 'Please return the signed form'];
const WRITTEN = ['do not dial this name until noon', 'mother is in london the entire month'];

const lettersOf = (texts: readonly string[]): string => texts.join('').replace(/\s/g, '');

describe('The reader of handwriting', () => {
  beforeAll(() => {
    configureLineReader(MODELS);
  });

  it('reads what is written by hand on a scanned page, and leaves the print to the other engine', async () => {
    const page = await drawScan((sheet) => {
      for (const [index, line] of PRINTED.entries()) sheet.text(line, 60, 100 + 24 * index, { size: 12 });
      for (const [index, line] of WRITTEN.entries()) sheet.hand(line, 60, 240 + 40 * index, 18);
    });
    const { words } = await recognisePage(page, { languages: ['en'] });
    const textOf = (wanted: string) => lettersOf(words.filter(({ kind }) => kind === wanted).map(({ text }) => text));
    expect(textOf('printed')).toBe(lettersOf(PRINTED));
    const { edits, characters } = characterErrors(lettersOf(WRITTEN), textOf('handwritten'));
    expect(edits / characters).toBeLessThan(0.15);
  });

  it.each([
    ['is cut off', (path: string) => writeFile(path, 'cut off'), /it is damaged, or another version/],
    ['has other bytes', (path: string) => writeFile(path, Buffer.alloc(LINE_MODEL.bytes)), /expected SHA-256/],
  ])('is refused with a model that %s, at the start of the service too', async (_name, damage, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'tearline-models-'));
    try {
      await copyFile(join(MODELS, LINE_MODEL.name), join(folder, LINE_MODEL.name));
      await damage(join(folder, LINE_MODEL.name));
      await expect(openLineReader(folder)).rejects.toThrow(message);
      await expect(usableModels(folder)).rejects.toThrow(/tearline models install again/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('reads without the finder of lines where an earlier version installed it, and refuses a damaged one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tearline-models-'));
    try {
      await copyFile(join(MODELS, LINE_MODEL.name), join(folder, LINE_MODEL.name));
      await symlink(join(MODELS, RUNTIME_FOLDER), join(folder, RUNTIME_FOLDER));
      expect(await usableModels(folder)).toBe(folder);
      const white = { width: 300, height: 48, channels: 1, data: new Uint8Array(300 * 48).fill(255) } as const;
      expect(await (await openPageReader(folder)).findLines(white)).toEqual([]);
      await writeFile(join(folder, FINDER_MODEL.name), 'cut off');
      await expect(usableModels(folder)).rejects.toThrow(/PP-OCRv6_det_small.*tearline models install again/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    ['blank', () => false],
    ['full of specks', (x: number, y: number) => x % 6 < 3 && y % 6 < 3],
  ])('finds the lines of a page that is %s in bounded time', async (_name, isInk) => {
    const [width, height] = [1240, 1754];
    const data = Uint8Array.from({ length: width * height }, (_, at) =>
      isInk(at % width, Math.floor(at / width)) ? 0 : 255,
    );
    const reader = await openPageReader(MODELS);
    const found = await reader.findLines({ width, height, channels: 1, data });
    expect(found.length).toBeLessThanOrEqual(400);
    const line = { width: 3000, height: 1, channels: 1, data: new Uint8Array(3000) } as const;
    expect((await reader.findLines(line)).length).toBeLessThanOrEqual(1);
  });

  it('is refused without its runtime', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tearline-models-'));
    try {
      await cp(join(MODELS, LINE_MODEL.name), join(folder, LINE_MODEL.name));
      await expect(openLineReader(folder)).rejects.toThrow(/onnxruntime-node cannot be loaded/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
