/** A rate limit: a bucket of tokens that fills at a rate. */
export class TokenBucket {
  readonly #size: number;
  readonly #perMs: number;
  #tokens: number;
  #at = 0;
  #taken = 0;

  /** Full at the beginning. @param perSecond  tokens that come in a second, above 0 */
  constructor(size: number, perSecond: number) {
    this.#size = size;
    this.#perMs = perSecond / 1000;
    this.#tokens = size;
  }

  /** Tokens that were given. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes tokens where there are so many. @param now  milliseconds, never less than before */
  tryTake(now: number, tokens = 1): boolean {
    this.#fill(now);
    // Rounding must not hold back the token that is just complete.
    if (this.#tokens + 1e-9 < tokens) return false;
    this.#tokens -= tokens;
    this.#taken += tokens;
    return true;
  }

  /** Takes them in any case, in turn. @returns milliseconds until they are there */
  take(now: number, tokens = 1): number {
    this.#fill(now);
    this.#tokens -= tokens;
    this.#taken += tokens;
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs;
  }

  #fill(now: number): void {
    this.#tokens = Math.min(this.#size, this.#tokens + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
