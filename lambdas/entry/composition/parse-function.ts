/** The parsers of a function that lets the function Parse open documents. */
import { remoteParsers } from '../../../adapters/aws/parsing/open-remote-parsers.ts';
import { readAwsSettings } from '../../../adapters/aws/settings.ts';
import type { Parsers } from '../../../core/parser-jobs.ts';
import { processesOf } from './settings.ts';

export const parseFunction = (): Parsers => {
  const settings = readAwsSettings();
  return remoteParsers(settings, processesOf(settings.parseMemoryMb));
};
