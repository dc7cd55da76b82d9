/** The event queue of the simulation: events by time; simultaneous events in the order in which they were scheduled. */
interface Planned {
  /** Milliseconds. */
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

const isBefore = (a: Planned, b: Planned): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

export class Agenda {
  /** A binary heap. */
  readonly #heap: Planned[] = [];
  #now = 0;
  #planned = 0;

  /** Simulated time in milliseconds. */
  get now(): number {
    return this.#now;
  }

  /** Schedules an event. @param delay  milliseconds from now, 0 or more */
  in(delay: number, act: () => void): void {
    this.#planned += 1;
    this.#push({ at: this.#now + delay, order: this.#planned, act });
  }

  /** Runs until no event is scheduled. @returns the number of events */
  run(): number {
    let happened = 0;
    for (let next = this.#pop(); next !== undefined; next = this.#pop()) {
      this.#now = next.at;
      next.act();
      happened += 1;
    }
    return happened;
  }

  #push(planned: Planned): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(planned);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(planned, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = planned;
  }

  #pop(): Planned | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let child = heap[below];
      if (child === undefined) break;
      const right = heap[below + 1];
      if (right !== undefined && isBefore(right, child)) {
        below += 1;
        child = right;
      }
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}
