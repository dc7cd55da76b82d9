/** Parsers that report the number of pages found and each page read. */
import type { JobRunner, ParserJobName, ParserJobOptions, ParserJobs } from '../core/parser-jobs.ts';

export type PagesEvent = { readonly found: number } | { readonly read: 1 };

export const watchedParsers = (parsers: JobRunner, onPages: (event: PagesEvent) => void): JobRunner => ({
  async run<Name extends ParserJobName>(name: Name, input: ParserJobs[Name]['input'], options?: ParserJobOptions) {
    if (name !== 'readPageRange') {
      const output = await parsers.run(name, input, options);
      if (name === 'inspect' && 'page_count' in output) onPages({ found: output.page_count });
      return output;
    }
    return parsers.run(name, input, {
      ...options,
      onPage: (page) => {
        onPages({ read: 1 });
        options?.onPage?.(page);
      },
    });
  },
  close: () => parsers.close(),
});
