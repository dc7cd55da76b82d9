/** Reads the pages of a document job by jobs of the parser pool. A page at which a process is stopped costs its own text alone. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DocumentUnreadableError, ParserStoppedError } from '../../errors.ts';
import type { PageInspection, PageRange } from '../../documents/formats/document-file.ts';
import type { JobRunner, ParserJobOptions, ParserJobs, UnreadPart } from '../../parser-jobs.ts';
import { joinPageFiles } from '../../results/page-files.ts';
import { settleAll } from '../../settle-all.ts';

type RangeInput = ParserJobs['readPageRange']['input'];

export interface PagesToRead extends Pick<RangeInput, 'path' | 'kind' | 'languages' | 'cropping' | 'textType'> {
  /** Consecutive ranges. */
  readonly ranges: readonly PageRange[];
  /** Inspections of the pages of all ranges, in order. */
  readonly pages: readonly PageInspection[];
  /** Pages at which a process may be stopped, and that then stay unread. */
  readonly mostUnread: number;
}

/** A range and what stays unread of its pages. */
interface Part extends PageRange {
  readonly unread?: UnreadPart;
}

const wasStopped = (error: unknown): boolean =>
  error instanceof DocumentUnreadableError && error.cause instanceof ParserStoppedError;

export class PageRangeReader {
  /** Number of pages that were read by OCR. */
  ocrPages = 0;
  /** Number of pages at which a process was stopped. */
  unreadPages = 0;
  readonly #runner: JobRunner;
  readonly #document: PagesToRead;
  readonly #options: ParserJobOptions;
  /** Pages whose progress has been reported: some are read again. */
  readonly #reported = new Set<number>();

  constructor(runner: JobRunner, document: PagesToRead, options: ParserJobOptions) {
    this.#runner = runner;
    this.#document = document;
    this.#options = options;
  }

  /**
   * Reads all ranges in parallel, started in page order, and writes their joined files to `folder`. The first failure
   * aborts the other ranges; no range is still being read when this settles.
   * @throws the errors of JobRunner.run
   */
  async read(folder: string): Promise<void> {
    await this.#readParts(this.#document.ranges, folder, this.#options.signal);
  }

  async #readParts(parts: readonly Part[], folder: string, signal: AbortSignal | undefined): Promise<void> {
    const [first] = parts;
    if (first !== undefined && parts.length === 1) {
      await this.#readPart(first, folder, signal);
      return;
    }
    const failure = new AbortController();
    const either = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]);
    const folders = parts.map(({ from }) => join(folder, String(from)));
    // All folders are made first, so that the jobs start in page order.
    await Promise.all(folders.map((own) => mkdir(own)));
    await settleAll(
      parts.map(async (part, at) => {
        try {
          await this.#readPart(part, folders[at] ?? folder, either);
        } catch (error) {
          failure.abort(error);
          throw error;
        }
      }),
    );
    await joinPageFiles(folders, folder);
  }

  async #readPart(part: Part, folder: string, signal: AbortSignal | undefined): Promise<void> {
    let page = part.from;
    try {
      const { ocrPages } = await this.#run(part, folder, signal, (finished) => {
        page = finished + 1;
      });
      this.ocrPages += ocrPages;
    } catch (error) {
      if (!wasStopped(error) || page > part.to || part.unread === 'page') throw error;
      if (part.unread === 'text') {
        await this.#readPart({ ...part, unread: 'page' }, folder, signal);
        return;
      }
      const mayStayUnread = this.unreadPages < this.#document.mostUnread;
      if (!mayStayUnread) throw error;
      this.unreadPages += 1;
      await this.#readParts(around(page, part), folder, signal);
    }
  }

  /** @param onPage  called with the number of each finished page */
  #run(
    { from, to, unread }: Part,
    folder: string,
    signal: AbortSignal | undefined,
    onPage: (page: number) => void,
  ): Promise<ParserJobs['readPageRange']['output']> {
    const { path, kind, languages, cropping, textType, ranges, pages } = this.#document;
    const start = ranges[0]?.from ?? 1;
    const input: RangeInput = {
      path,
      kind,
      range: { from, to },
      pages: pages.slice(from - start, to - start + 1),
      languages,
      ...(cropping === undefined ? {} : { cropping }),
      textType,
      ...(unread === undefined ? {} : { unread }),
      folder,
    };
    return this.#runner.run('readPageRange', input, {
      ...this.#options,
      ...(signal === undefined ? {} : { signal }),
      onPage: (page) => {
        onPage(page);
        if (this.#reported.has(page)) return;
        this.#reported.add(page);
        this.#options.onPage?.(page);
      },
    });
  }
}

/** The pages before the one at which the process was stopped, that page without its text, and the pages after it. */
const around = (page: number, { from, to }: PageRange): Part[] => [
  ...(page > from ? [{ from, to: page - 1 }] : []),
  { from: page, to: page, unread: 'text' },
  ...(page < to ? [{ from: page + 1, to }] : []),
];
