/** The parsers of a function with the light package, which has none. */
import { NotConfiguredError } from '../../../core/errors.ts';
import type { Parsers } from '../../../core/parser-jobs.ts';

/** Every job rejects with NotConfiguredError. */
export const noParsers: Parsers = {
  run: (name) =>
    Promise.reject(new NotConfiguredError(`This function has no parsers, but was asked for the job ${name}.`)),
  close: () => Promise.resolve(),
};
