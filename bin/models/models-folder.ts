/** The folder of the optional models. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FINDER_MODEL, LINE_MODEL, ModelFilesError, readModelFile } from '../../core/ocr/ppocr/model-files.ts';
import { loadOnnxRuntime } from '../../core/ocr/ppocr/onnx-runtime.ts';
import { UsageError } from '../exit-codes.ts';
import { callerFolder } from '../settings.ts';

/** Of a data folder. @param data  as it was named on the command line */
export const modelsFolder = (data: string): string => join(resolve(callerFolder(), data), 'models');

export const hasModels = (folder: string): boolean => existsSync(join(folder, LINE_MODEL.name));

/** Says that an installation of an earlier version lacks the finder of lines; undefined where it has one. */
export const missingFinder = (folder: string): string | undefined =>
  existsSync(join(folder, FINDER_MODEL.name))
    ? undefined
    : `${FINDER_MODEL.name} is not in ${folder}: handwriting is read with more errors. ` +
      'Run npx tearline models install to add it.';

/**
 * Warns where the finder of lines is missing.
 * @throws ModelFilesError where the reader of lines is missing, or one of both is damaged or another version
 */
const checkModels = async (folder: string): Promise<void> => {
  await readModelFile(folder, LINE_MODEL);
  const missing = missingFinder(folder);
  if (missing === undefined) await readModelFile(folder, FINDER_MODEL);
  else console.warn(missing);
};

/**
 * Of models that are packed with a function. @param named  as the setting or the option names it
 * @throws ModelFilesError as `checkModels`
 */
export const checkedModels = async (named: string | undefined): Promise<string | undefined> => {
  if (named === undefined) return undefined;
  const folder = resolve(callerFolder(), named);
  await checkModels(folder);
  return folder;
};

/**
 * The folder where models are installed in it; else undefined.
 * @throws UsageError where they are damaged, or their runtime is missing or does not run on this machine: documents would
 *   silently be read without them
 */
export const usableModels = async (folder: string): Promise<string | undefined> => {
  if (!hasModels(folder)) return undefined;
  try {
    loadOnnxRuntime(folder);
    await checkModels(folder);
  } catch (error) {
    if (!(error instanceof ModelFilesError)) throw error;
    throw new UsageError(
      `${error.message} Run npx tearline models install again, or npx tearline models remove to read without the reader.`,
    );
  }
  return folder;
};
