/** The folder that `--language-data` names. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './exit-codes.ts';
import { callerFolder } from './settings.ts';

/** Its absolute path. @throws UsageError where it does not exist: otherwise other data would be used silently */
export const languageDataFolder = (named: string | undefined): string | undefined => {
  if (named === undefined) return undefined;
  const folder = resolve(callerFolder(), named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(
      `There is no folder ${folder} with language data. Name one that has eng.traineddata, deu.traineddata, … ` +
        '(--language-data).',
    );
  return folder;
};
