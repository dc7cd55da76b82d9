/** Capacity of an on-demand table in units per second: each minute it grows to twice the highest use so far. */
const MINUTE = 60_000;

export class GrowingRate {
  #perSecond: number;
  #minute = 0;
  #used = 0;
  #taken = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Uses so many units. @returns false where fewer are left in this minute */
  tryTake(now: number, units: number): boolean {
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) {
      this.#perSecond = Math.max(this.#perSecond, (2 * this.#used) / 60);
      this.#minute = minute;
      this.#used = 0;
    }
    if (this.#used + units > this.#perSecond * 60) return false;
    this.#used += units;
    this.#taken += units;
    return true;
  }
}
