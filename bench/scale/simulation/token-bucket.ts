/** A rate limit by the token-bucket algorithm. */
export class TokenBucket {
  readonly #size: number;
  readonly #perMs: number;
  #tokens: number;
  #at = 0;
  #taken = 0;

  /** The bucket starts full. @param perSecond  refill rate in tokens per second, above 0 */
  constructor(size: number, perSecond: number) {
    this.#size = size;
    this.#perMs = perSecond / 1000;
    this.#tokens = size;
  }

  /** Number of tokens taken so far. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes tokens if enough are available. @param now  milliseconds, not decreasing @returns whether it took them */
  tryTake(now: number, tokens = 1): boolean {
    this.#fill(now);
    // Tolerates rounding: a token that is just complete counts.
    if (this.#tokens + 1e-9 < tokens) return false;
    this.#tokens -= tokens;
    this.#taken += tokens;
    return true;
  }

  /** Takes tokens in advance, in turn. @returns milliseconds until they are available */
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
