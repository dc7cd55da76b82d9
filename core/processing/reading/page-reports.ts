/** Reports how many pages of a chunk have been read, and learns whether the request has ended meanwhile. */
import { ConditionFailedError, TearlineError } from '../../errors.ts';
import { putPageProgress } from '../../requests/pages/page-progress.ts';
import type { Chunk } from '../../requests/step-data.ts';
import type { Service } from '../../service.ts';

/** Milliseconds between two reports: pages with a text layer take a few each. */
const INTERVAL_MS = 3000;

type Stores = Pick<Service, 'table' | 'clock'>;

export class PageReports {
  readonly #service: Stores;
  readonly #chunk: Chunk;
  readonly #ended = new AbortController();
  #pages = 0;
  #reportedAt: number;
  #running: Promise<void> = Promise.resolve();
  /** Errors of reports that are defects. */
  readonly #defects: unknown[] = [];

  constructor(service: Stores, chunk: Chunk) {
    this.#service = service;
    this.#chunk = chunk;
    this.#reportedAt = service.clock.now().getTime();
  }

  /** Aborts once a report has found that the request is not being processed any more. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Counts a page; reports the number where the last report is long enough ago. */
  pageRead(): void {
    this.#pages += 1;
    const now = this.#service.clock.now().getTime();
    if (now - this.#reportedAt < INTERVAL_MS) return;
    this.#reportedAt = now;
    const pages = this.#pages;
    this.#running = this.#running.then(() => this.#report(pages));
  }

  /**
   * Resolves when no report is being written.
   * @throws the first error of a report that is no TearlineError
   */
  async settled(): Promise<void> {
    await this.#running;
    if (this.#defects.length > 0) throw this.#defects[0];
  }

  /** Never rejects: `settled` may be called much later, and a rejection without a handler ends the process. */
  async #report(pages: number): Promise<void> {
    try {
      await this.#service.table.write(putPageProgress(this.#chunk, pages));
    } catch (error) {
      if (error instanceof ConditionFailedError) this.#ended.abort();
      // Progress is not worth failing the document: the next report tries again.
      else if (!(error instanceof TearlineError)) this.#defects.push(error);
    }
  }
}
