import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../../bin/exit-codes.ts';
import { missingFinder, usableModels } from '../../../../bin/models/models-folder.ts';
import { openLineFinder } from '../../../../core/ocr/ppocr/page-reader.ts';
import { FINDER_MODEL, LINE_MODEL } from '../../../../core/ocr/ppocr/model-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-models-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('The models of a data folder', () => {
  it('are none where none are installed', async () => {
    expect(await usableModels(folder)).toBeUndefined();
  });

  it('are refused where their runtime could not be installed', async () => {
    await writeFile(join(folder, LINE_MODEL.name), '');
    await expect(usableModels(folder)).rejects.toThrow(UsageError);
    await expect(usableModels(folder)).rejects.toThrow(/onnxruntime-node cannot be loaded .* models install again/);
  });

  it('are refused where they are damaged', async () => {
    await writeFile(join(folder, LINE_MODEL.name), '');
    const runtime = join(folder, 'runtime/node_modules/onnxruntime-node');
    await mkdir(runtime, { recursive: true });
    await writeFile(join(runtime, 'index.js'), '');
    await expect(usableModels(folder)).rejects.toThrow(/0 bytes instead of .* models install again/);
  });
});

describe('The finder of lines', () => {
  it('is said to be missing, with the command that adds it', async () => {
    expect(missingFinder(folder)).toMatch(/PP-OCRv6_det_small\.onnx is not in .* npx tearline models install/);
    await writeFile(join(folder, FINDER_MODEL.name), '');
    expect(missingFinder(folder)).toBeUndefined();
  });

  it.each([
    ['is missing', undefined, /is not in/],
    ['is cut off', Buffer.alloc(100), /100 bytes instead of 9929594/],
    ['was changed', Buffer.alloc(FINDER_MODEL.bytes), /expected SHA-256/],
  ])('is never opened where it %s', async (_name, bytes, message) => {
    if (bytes !== undefined) await writeFile(join(folder, FINDER_MODEL.name), bytes);
    await expect(openLineFinder(folder)).rejects.toThrow(message);
  });
});
