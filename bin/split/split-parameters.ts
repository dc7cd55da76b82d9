/** The options of `tearline split` as parameters of a processing request. */
import { processingParametersSchema } from '../../core/requests/processing-request.ts';
import { requestSentence } from '../../core/requests/request-sentences.ts';
import type { ProcessingParameters } from '../../core/requests/processing-request.ts';
import type { SplitOptions } from '../commands/options.ts';
import { UsageError } from '../exit-codes.ts';

const pageOf = (text: string): number => {
  const page = Number(text);
  if (!Number.isInteger(page) || page < 1) throw new UsageError(`--split-before: "${text}" is not a page number.`);
  return page;
};

/** @throws UsageError */
export const parametersOf = (options: SplitOptions): ProcessingParameters => {
  const given = {
    mode: options.mode,
    ...(options.documentCount === undefined ? {} : { document_count: options.documentCount }),
    ...(options.languages === undefined ? {} : { languages: options.languages }),
    ...(options.threshold === undefined ? {} : { threshold: options.threshold }),
    ...(options.splitBefore === undefined ? {} : { split_before: options.splitBefore.map(pageOf) }),
  };
  const parsed = processingParametersSchema.safeParse(given, { error: requestSentence });
  if (!parsed.success)
    throw new UsageError(
      parsed.error.issues.map(({ path, message }) => `--${path.join('.').replaceAll('_', '-')}: ${message}`).join('\n'),
    );
  return parsed.data;
};
