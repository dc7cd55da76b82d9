/**
 * Watches the processor time and the memory of a child process while it runs one job. Limits are in processor time, not
 * wall-clock time, so that documents stay readable on a busy machine. A child that uses no processor time is stopped
 * too.
 */
import type { TimeLimit } from './parser-limits.ts';
import type { ProcessUsage } from './process-usage.ts';

/**
 * Poll interval in milliseconds: WebAssembly can allocate some 200 MB in 50 ms. Outside Linux a poll starts a program.
 */
const INTERVAL_MS = process.platform === 'linux' ? 50 : 400;

export interface JobWatchOptions {
  /** Asks for the usage of the child; undefined where it has exited. */
  readonly usageOf: () => Promise<ProcessUsage | undefined>;
  readonly limit: TimeLimit;
  readonly memoryLimitBytes: number;
  readonly tooSlow: () => void;
  readonly tooLarge: () => void;
}

export class JobWatch {
  /** Largest resident memory observed, in bytes. */
  peakBytes = 0;
  readonly #options: JobWatchOptions;
  readonly #interval: NodeJS.Timeout;
  /** Processor time of the child, in milliseconds: at the job's start, at its last progress, and at the last poll. */
  #startedAt: number | undefined;
  #progressedAt = 0;
  #cpuMs = 0;
  /** Whether it has progressed since the last poll. */
  #hasProgressed = false;
  /** Wall-clock time at which the processor time last grew, in milliseconds. */
  #lastBusy = performance.now();
  #stopped = false;

  constructor(options: JobWatchOptions) {
    this.#options = options;
    this.#interval = setInterval(() => void this.#poll(), INTERVAL_MS);
  }

  /** A page is finished, or a crop of one. */
  progressed(): void {
    // The next poll says when, at the latest: the last one may be long ago where this process was kept waiting.
    this.#hasProgressed = true;
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#interval);
  }

  async #poll(): Promise<void> {
    const usage = await this.#options.usageOf();
    // Outside Linux the answer may come when the job is done, and the child already runs the next one.
    if (usage === undefined || this.#stopped) return;
    this.#note(usage);
    if (usage.bytes > this.#options.memoryLimitBytes) this.#options.tooLarge();
    else if (this.#isOverTime()) this.#options.tooSlow();
  }

  #note({ bytes, cpuMs }: ProcessUsage): void {
    this.peakBytes = Math.max(this.peakBytes, bytes);
    if (cpuMs > this.#cpuMs) this.#lastBusy = performance.now();
    if (this.#startedAt === undefined) {
      this.#startedAt = cpuMs;
      this.#progressedAt = cpuMs;
    }
    if (this.#hasProgressed) this.#progressedAt = cpuMs;
    this.#hasProgressed = false;
    this.#cpuMs = cpuMs;
  }

  #isOverTime(): boolean {
    const { totalMs, stallMs } = this.#options.limit;
    return (
      this.#cpuMs - (this.#startedAt ?? 0) > totalMs ||
      this.#cpuMs - this.#progressedAt > stallMs ||
      performance.now() - this.#lastBusy > stallMs
    );
  }
}
