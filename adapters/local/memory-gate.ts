/** Lets so much through at a time, in order of arrival; the rest waits. */
export class MemoryGate {
  readonly #capacity: number;
  #used = 0;
  readonly #waiting: { readonly weight: number; readonly enter: () => void }[] = [];

  /** @param capacity  bytes that may be inside at once */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Waits until there is room for `weight` bytes; what is heavier than the whole goes in alone.
   * @returns gives the room back; calling it again does nothing
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
