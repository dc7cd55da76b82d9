/** A weighted semaphore with first-in, first-out order. */
export class MemoryGate {
  readonly #capacity: number;
  #used = 0;
  readonly #waiting: { readonly weight: number; readonly enter: () => void }[] = [];

  /** @param capacity  total weight that may be held at the same time, in bytes */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Waits until `weight` bytes are available. A weight above the capacity waits until nothing else is held.
   * @returns releases the weight; further calls do nothing
   */
  async enter(weight: number): Promise<() => void> {
    const counted = Math.min(weight, this.#capacity);
    if (this.#waiting.length > 0 || this.#used + counted > this.#capacity) {
      await new Promise<void>((resolve) => this.#waiting.push({ weight: counted, enter: resolve }));
    } else {
      this.#used += counted;
    }
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      this.#used -= counted;
      this.#admit();
    };
  }

  #admit(): void {
    for (
      let next = this.#waiting[0];
      next !== undefined && this.#used + next.weight <= this.#capacity;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#used += next.weight;
      next.enter();
    }
  }
}
