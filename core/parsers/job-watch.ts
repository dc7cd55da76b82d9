/**
 * Watches one job of a child process: its processor time and the child's memory. Limits are of processor time, not of the clock, so
 * that a busy machine does not make good documents unreadable; a child that uses none at all is stopped too.
 */
import type { TimeLimit } from './parser-limits.ts';
import type { ProcessUsage } from './process-usage.ts';
import { processUsage } from './process-usage.ts';

/** Milliseconds between two looks: WebAssembly can touch some 200 MB in 50. Elsewhere than on Linux a look starts a program. */
const INTERVAL_MS = process.platform === 'linux' ? 50 : 400;

export interface JobWatchOptions {
  readonly pid: number;
  readonly limit: TimeLimit;
  readonly memoryLimitBytes: number;
  readonly tooSlow: () => void;
  readonly tooLarge: () => void;
}

export class JobWatch {
  /** Most resident bytes seen. */
  peakBytes = 0;
  readonly #options: JobWatchOptions;
  readonly #interval: NodeJS.Timeout;
  /** Processor time of the child when the job began, when its last page was done, and at the last look. */
  #startedAt: number | undefined;
  #pageDoneAt = 0;
  #cpuMs = 0;
  /** When the processor time was last seen to grow, on the clock. */
  #lastBusy = performance.now();

  constructor(options: JobWatchOptions) {
    this.#options = options;
    this.#interval = setInterval(() => void this.#look(), INTERVAL_MS);
  }

  pageDone(): void {
    this.#pageDoneAt = this.#cpuMs;
  }

  stop(): void {
    clearInterval(this.#interval);
  }

  async #look(): Promise<void> {
    const usage = await processUsage(this.#options.pid);
    if (usage === undefined) return;
    this.#note(usage);
    if (usage.bytes > this.#options.memoryLimitBytes) this.#options.tooLarge();
    else if (this.#isOverTime()) this.#options.tooSlow();
  }

  #note({ bytes, cpuMs }: ProcessUsage): void {
    this.peakBytes = Math.max(this.peakBytes, bytes);
    if (cpuMs > this.#cpuMs) this.#lastBusy = performance.now();
    if (this.#startedAt === undefined) {
      this.#startedAt = cpuMs;
      this.#pageDoneAt = cpuMs;
    }
    this.#cpuMs = cpuMs;
  }

  #isOverTime(): boolean {
    const { totalMs, stallMs } = this.#options.limit;
    return (
      this.#cpuMs - (this.#startedAt ?? 0) > totalMs ||
      this.#cpuMs - this.#pageDoneAt > stallMs ||
      performance.now() - this.#lastBusy > stallMs
    );
  }
}
