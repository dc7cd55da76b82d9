/**
 * The files of the optional reader PP-OCRv6 (PaddlePaddle, June 2026, Apache-2.0): one network for lines in 50 languages,
 * printed and handwritten, and one that finds them. They are pinned by their hashes, so that no other file is ever given
 * to the runtime.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ModelFile {
  readonly name: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
  /** Where its publishers keep it. */
  readonly url: string;
}

/** The network that reads lines, converted to ONNX by RapidOCR 3.10.0. */
export const LINE_MODEL: ModelFile = {
  name: 'PP-OCRv6_rec_small.onnx',
  bytes: 21_234_383,
  sha256: '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884',
  url: 'https://www.modelscope.cn/models/RapidAI/RapidOCR/resolve/v3.10.0/onnx/PP-OCRv6/rec/PP-OCRv6_rec_small.onnx',
};

/** The network that finds lines, converted to ONNX by RapidOCR 3.10.0. */
export const FINDER_MODEL: ModelFile = {
  name: 'PP-OCRv6_det_small.onnx',
  bytes: 9_929_594,
  sha256: '090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f',
  url: 'https://www.modelscope.cn/models/RapidAI/RapidOCR/resolve/v3.10.0/onnx/PP-OCRv6/det/PP-OCRv6_det_small.onnx',
};

/** All files of the reader. */
export const READER_MODELS: readonly ModelFile[] = [LINE_MODEL, FINDER_MODEL];

/** Folder of the runtime within the folder of the models; it has its own node_modules. */
export const RUNTIME_FOLDER = 'runtime';

/** The models or their runtime cannot be used. The message begins with the name of the file or package. */
export class ModelFilesError extends Error {
  override readonly name = 'ModelFilesError';
}

/** @throws ModelFilesError where a file of so many bytes is not the pinned one */
export const checkModelSize = (length: number, { name, bytes: size }: ModelFile): void => {
  if (length !== size)
    throw new ModelFilesError(`${name} has ${length} bytes instead of ${size}: it is damaged, or another version.`);
};

/** @throws ModelFilesError where the bytes are not those of the pinned file */
export const checkModelFile = (bytes: Uint8Array, file: ModelFile): void => {
  const { name, sha256 } = file;
  checkModelSize(bytes.length, file);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new ModelFilesError(`${name} does not have the expected SHA-256: it is damaged, or another version.`);
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/**
 * The contents of a file of the folder.
 * @throws ModelFilesError where it is missing, damaged or another version; errors of the system where it cannot be read
 */
export const readModelFile = async (folder: string, file: ModelFile): Promise<Uint8Array> => {
  const bytes = await readFile(join(folder, file.name)).catch((error: unknown) => {
    throw isMissing(error) ? new ModelFilesError(`${file.name} is not in ${folder}.`, { cause: error }) : error;
  });
  checkModelFile(bytes, file);
  return bytes;
};
