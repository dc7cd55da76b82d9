/** The parser pool of the function Parse. Its child processes run without the function's credentials. */
import type { JobRunner } from '../../../core/parser-jobs.ts';
import { ParserPool } from '../../../core/parsers/parser-pool.ts';
import { readParserProcessSettings } from './settings.ts';

/** Programs of the package (lib/packages/package-contents.ts), in the folder of the bundled code. */
const programUrl = (name: string): string => new URL(`${name}.mjs`, import.meta.url).href;

export const lambdaParsers = (): JobRunner =>
  new ParserPool({
    ...readParserProcessSettings(),
    processUrl: programUrl('parser-process'),
    jobTableUrl: programUrl('parser-job-table'),
  });
