/** Which pages of a document are counted, and from where. */

export interface PageNumber {
  readonly number: number;
  readonly total: number;
}

export class PageCount {
  private readonly parts: { readonly from: number; readonly counted: boolean }[] = [];

  /** The page at this place (from 0) is number 1 of what follows. */
  start(at: number): void {
    this.parts.push({ from: at, counted: true });
  }

  /** Pages from this place on have no numbers, and no "of" counts them. */
  stop(at: number): void {
    this.parts.push({ from: at, counted: false });
  }

  /** Number and total of the page at this place of a document of `pages` pages; undefined where it is not counted. */
  numberOf(at: number, pages: number): PageNumber | undefined {
    const part = this.parts.findLastIndex(({ from }) => from <= at);
    const { from, counted } = this.parts[part] ?? { from: 0, counted: true };
    const until = this.parts[part + 1]?.from ?? pages;
    return counted ? { number: at - from + 1, total: until - from } : undefined;
  }
}
