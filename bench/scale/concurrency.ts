/** Calls at once, at most so many: what is over is refused, not queued. Lambda's account and its reservations, an endpoint. */
export class Concurrency {
  readonly limit: number;
  #running = 0;
  #highest = 0;
  #since = 0;
  #busyMs = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get highest(): number {
    return this.#highest;
  }

  tryEnter(now: number): boolean {
    if (this.#running >= this.limit) return false;
    this.#count(now);
    this.#running += 1;
    this.#highest = Math.max(this.#highest, this.#running);
    return true;
  }

  leave(now: number): void {
    this.#count(now);
    this.#running -= 1;
  }

  /** Mean share of the limit that ran, from the beginning to now. */
  utilisation(now: number): number {
    this.#count(now);
    return now === 0 ? 0 : this.#busyMs / now / this.limit;
  }

  #count(now: number): void {
    this.#busyMs += this.#running * (now - this.#since);
    this.#since = now;
  }
}
