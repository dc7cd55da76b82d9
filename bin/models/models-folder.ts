/** The folder of the optional models. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LINE_MODEL, ModelFilesError, readModelFile } from '../../core/ocr/ppocr/model-files.ts';
import { UsageError } from '../exit-codes.ts';
import { callerFolder } from '../settings.ts';

/** Of a data folder. @param data  as it was named on the command line */
export const modelsFolder = (data: string): string => join(resolve(callerFolder(), data), 'models');

export const hasModels = (folder: string): boolean => existsSync(join(folder, LINE_MODEL.name));

/**
 * Of models that are packed with a function. @param named  as the setting or the option names it
 * @throws ModelFilesError where the models are missing, damaged or another version
 */
export const checkedModels = async (named: string | undefined): Promise<string | undefined> => {
  if (named === undefined) return undefined;
  const folder = resolve(callerFolder(), named);
  await readModelFile(folder, LINE_MODEL);
  return folder;
};

/**
 * The folder where models are installed in it; else undefined.
 * @throws UsageError where they are damaged: documents would silently be read without them
 */
export const usableModels = async (folder: string): Promise<string | undefined> => {
  if (!hasModels(folder)) return undefined;
  try {
    await readModelFile(folder, LINE_MODEL);
  } catch (error) {
    if (!(error instanceof ModelFilesError)) throw error;
    throw new UsageError(
      `${error.message} Run npx tearline models install again, or npx tearline models remove to read without the reader.`,
    );
  }
  return folder;
};
