/** The progress bar of `tearline split`: pages read of pages found, on stderr and only on a terminal. */
import { Presets, SingleBar } from 'cli-progress';
import type { PagesEvent } from '../watched-parsers.ts';

export class SplitProgress {
  readonly #bar: SingleBar | undefined;
  #found = 0;
  #read = 0;

  constructor(visible: boolean) {
    if (visible) {
      this.#bar = new SingleBar(
        {
          format: '{bar} {value}/{total} pages · {eta_formatted} left',
          hideCursor: true,
          stream: process.stderr,
          clearOnComplete: true,
        },
        Presets.shades_classic,
      );
    }
  }

  update(event: PagesEvent): void {
    if ('found' in event) this.#found += event.found;
    else this.#read += 1;
    this.#show();
  }

  /** Calls `print` while the bar is hidden. */
  printAbove(print: () => void): void {
    this.#bar?.stop();
    print();
    this.#show();
  }

  stop(): void {
    this.#bar?.stop();
  }

  #show(): void {
    const bar = this.#bar;
    if (bar === undefined || this.#read >= this.#found) {
      bar?.stop();
      return;
    }
    if (!bar.isActive) bar.start(this.#found, this.#read);
    bar.setTotal(this.#found);
    bar.update(this.#read);
  }
}
