/**
 * Execution environments of a function, or containers of an endpoint: each runs one call at a time and stays warm for a
 * while.
 */
export class Environments {
  /** Times of the last use of the idle environments, oldest first. */
  #idle: number[] = [];
  readonly #warmMs: number;
  readonly #coldMs: number;
  /** The idle environments before this index have expired. */
  #expired = 0;

  constructor(options: { readonly warmMs: number; readonly coldMs: number }) {
    this.#warmMs = options.warmMs;
    this.#coldMs = options.coldMs;
  }

  get coldMs(): number {
    return this.#coldMs;
  }

  /** Takes the most recently used environment. @returns false where none is warm */
  takeWarm(now: number): boolean {
    while (this.#expired < this.#idle.length && (this.#idle[this.#expired] ?? 0) + this.#warmMs < now)
      this.#expired += 1;
    if (this.#expired >= this.#idle.length) {
      this.#idle = [];
      this.#expired = 0;
      return false;
    }
    this.#idle.pop();
    return true;
  }

  giveBack(now: number): void {
    this.#idle.push(now);
  }
}
