/** A concurrency limit: calls above it are refused, not queued. Models Lambda's concurrency and an endpoint. */
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

  /** Mean utilisation of the limit from the start until now, 0 to 1. */
  utilisation(now: number): number {
    this.#count(now);
    return now === 0 ? 0 : this.#busyMs / now / this.limit;
  }

  #count(now: number): void {
    this.#busyMs += this.#running * (now - this.#since);
    this.#since = now;
  }
}
