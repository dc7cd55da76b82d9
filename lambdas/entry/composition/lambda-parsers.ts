/** The parser pool of the function Parse. Its child processes run without the function's credentials. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JobRunner } from '../../../core/parser-jobs.ts';
import { ParserPool } from '../../../core/parsers/parser-pool.ts';
import { readParserProcessSettings } from './settings.ts';

/** Programs of the package (lib/packages/package-contents.ts), in the folder of the bundled code. */
const programUrl = (name: string): string => new URL(`${name}.mjs`, import.meta.url).href;

/** The models that are packed with the function; undefined where there are none. */
const packedModels = (): string | undefined => {
  const folder = fileURLToPath(new URL('models', import.meta.url));
  return existsSync(folder) ? folder : undefined;
};

export const lambdaParsers = (): JobRunner =>
  new ParserPool({
    ...readParserProcessSettings(),
    dataFolders: { modelsFolder: packedModels() },
    processUrl: programUrl('parser-process'),
    jobTableUrl: programUrl('parser-job-table'),
  });
