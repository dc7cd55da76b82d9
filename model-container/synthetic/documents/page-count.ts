/** Page numbers of a document that may restart or stop within it. */

export interface PageNumber {
  readonly number: number;
  readonly total: number;
}

export class PageCount {
  private readonly parts: { readonly from: number; readonly counted: boolean }[] = [];

  /** Restarts the numbers: the page at position `at` (from 0) is number 1. */
  start(at: number): void {
    this.parts.push({ from: at, counted: true });
  }

  /** Pages from position `at` (from 0) on have no numbers, and totals do not include them. */
  stop(at: number): void {
    this.parts.push({ from: at, counted: false });
  }

  /** Number and total of the page at position `at` in a document of `pages` pages; undefined where it has no number. */
  numberOf(at: number, pages: number): PageNumber | undefined {
    const part = this.parts.findLastIndex(({ from }) => from <= at);
    const { from, counted } = this.parts[part] ?? { from: 0, counted: true };
    const until = this.parts[part + 1]?.from ?? pages;
    return counted ? { number: at - from + 1, total: until - from } : undefined;
  }
}
