/** The parser pool of a Lambda function. Its child processes run without the function's credentials. */
import { ParserPool } from '../../../core/parsers/parser-pool.ts';
import { InvocationParsers } from '../../invocation.ts';
import { readParserProcessSettings } from './settings.ts';

/** Programs of the package (lib/packages/package-contents.ts), in the folder of the bundled code. */
const programUrl = (name: string): string => new URL(`${name}.mjs`, import.meta.url).href;

export const lambdaParsers = (): InvocationParsers => {
  const settings = readParserProcessSettings();
  const pool = new ParserPool({
    ...settings,
    processUrl: programUrl('parser-process'),
    jobTableUrl: programUrl('parser-job-table'),
  });
  return new InvocationParsers(pool, settings.size);
};
