/** Violations that the kill test finds, by kind. */
export class Violations {
  readonly counts = new Map<string, number>();

  add(kind: string, text: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    console.log(`  VIOLATION ${kind}: ${text}`);
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
