/** Admission as in core/requests/admission: a limited number of executions; further documents wait, and accounts take turns. */
export class Admission {
  readonly #limit: number;
  /** Waiting documents by account, in the order of their arrival. A set, because its first member is removed fast. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #running = 0;
  #highest = 0;
  #waitingNow = 0;
  #mostWaiting = 0;

  /** @param limit  executions at a time, 1 or more */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Highest number of executions at a time so far. */
  get highest(): number {
    return this.#highest;
  }

  /** Highest number of waiting documents so far. */
  get mostWaiting(): number {
    return this.#mostWaiting;
  }

  /** Starts a document, or lets it wait for its account's turn. @returns whether it was started */
  admit(account: string, start: () => void): boolean {
    if (this.#waiting.size === 0 && this.#running < this.#limit) {
      this.#start(start);
      return true;
    }
    this.#waiting.set(account, (this.#waiting.get(account) ?? new Set()).add(start));
    this.#waitingNow += 1;
    this.#mostWaiting = Math.max(this.#mostWaiting, this.#waitingNow);
    return false;
  }

  /** Gives the slot of an execution back, and starts the oldest document of the next account that waits. */
  release(account: string): void {
    this.#running -= 1;
    const accounts = [...this.#waiting.keys()].sort();
    const next = accounts.find((one) => one > account) ?? accounts[0];
    const line = next === undefined ? undefined : this.#waiting.get(next);
    if (next === undefined || line === undefined) return;
    const [first] = line;
    if (first === undefined) return;
    line.delete(first);
    this.#waitingNow -= 1;
    if (line.size === 0) this.#waiting.delete(next);
    this.#start(first);
  }

  #start(start: () => void): void {
    this.#running += 1;
    this.#highest = Math.max(this.#highest, this.#running);
    start();
  }
}
