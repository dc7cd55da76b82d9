import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelFilesError, RUNTIME_FOLDER } from '../../../../core/ocr/ppocr/model-files.ts';
import { loadOnnxRuntime, RUNTIME_PACKAGE } from '../../../../core/ocr/ppocr/onnx-runtime.ts';

describe('The runtime of the reader', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'onnx-runtime-'));
    const own = join(folder, RUNTIME_FOLDER, 'node_modules', RUNTIME_PACKAGE);
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'index.js'), "module.exports = { Tensor: 'a tensor' };");
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is loaded from its folder, whether that is named from the root or from the present folder', () => {
    expect(loadOnnxRuntime(folder)).toEqual({ Tensor: 'a tensor' });
    expect(loadOnnxRuntime(relative(process.cwd(), folder))).toEqual({ Tensor: 'a tensor' });
  });

  it('is none in another folder', () => {
    expect(() => loadOnnxRuntime(join(folder, 'other'))).toThrow(ModelFilesError);
  });
});
