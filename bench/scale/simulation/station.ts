/** A queue with a limited number of servers: the concurrency of a Map. */
import type { Agenda } from './agenda.ts';

export class Station {
  readonly #agenda: Agenda;
  readonly #line: (() => void)[] = [];
  #free: number;
  #next = 0;

  constructor(agenda: Agenda, places: number) {
    this.#agenda = agenda;
    this.#free = places;
  }

  /** Calls `start` when a place is free. The caller frees the place by `leave`. */
  enter(start: () => void): void {
    if (this.#free > 0) {
      this.#free -= 1;
      this.#agenda.in(0, start);
    } else this.#line.push(start);
  }

  leave(): void {
    const next = this.#line[this.#next];
    if (next === undefined) this.#free += 1;
    else {
      this.#next += 1;
      this.#agenda.in(0, next);
    }
  }
}
