/** What runs calls one at a time and stays warm for a while: a function's environments, an endpoint's containers. */
export class Environments {
  /** When each idle one was last used, oldest first. */
  #idle: number[] = [];
  readonly #warmMs: number;
  readonly #coldMs: number;
  /** Those before it are used again or gone. */
  #gone = 0;

  constructor(options: { readonly warmMs: number; readonly coldMs: number }) {
    this.#warmMs = options.warmMs;
    this.#coldMs = options.coldMs;
  }

  get coldMs(): number {
    return this.#coldMs;
  }

  /** Takes the one that was used last. @returns false where none is warm */
  takeWarm(now: number): boolean {
    while (this.#gone < this.#idle.length && (this.#idle[this.#gone] ?? 0) + this.#warmMs < now) this.#gone += 1;
    if (this.#gone >= this.#idle.length) {
      this.#idle = [];
      this.#gone = 0;
      return false;
    }
    this.#idle.pop();
    return true;
  }

  giveBack(now: number): void {
    this.#idle.push(now);
  }
}
