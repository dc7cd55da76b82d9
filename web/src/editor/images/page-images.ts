/**
 * The images of pages. They are fetched a few at a time, the latest wanted first, since a reader who scrolls fast has left
 * the earlier ones behind; what is not wanted any more is not fetched.
 */

/** Where an image can be drawn from. */
export interface PageImage {
  /** An address of the browser's own memory. */
  readonly url: string;
}

interface Wanted {
  readonly path: string;
  users: number;
  image?: PageImage;
  abort?: AbortController;
  readonly listeners: Set<() => void>;
  failed: boolean;
}

export interface PageImagesOptions {
  /** @throws where the image cannot be fetched */
  readonly fetchImage: (path: string, signal: AbortSignal) => Promise<Blob>;
  readonly makeUrl: (blob: Blob) => string;
  readonly releaseUrl: (url: string) => void;
  /** Fetched at a time. */
  readonly atOnce: number;
  /** Images that are kept although nothing draws them. */
  readonly kept: number;
}

export class PageImages {
  readonly #options: PageImagesOptions;
  readonly #images = new Map<string, Wanted>();
  /** Paths that wait: the first of the latest batch comes next. Those of one batch are wanted at the same time. */
  #batches: string[][] = [];
  #batchIsOpen = false;
  #running = 0;

  constructor(options: PageImagesOptions) {
    this.#options = options;
  }

  /** The image if it is there. */
  peek(path: string): PageImage | undefined {
    return this.#images.get(path)?.image;
  }

  hasFailed(path: string): boolean {
    return this.#images.get(path)?.failed === true;
  }

  /**
   * Wants an image until the returned function is called.
   * @param listener  called when the image is there or cannot be fetched
   */
  want(path: string, listener: () => void): () => void {
    const wanted = this.#images.get(path) ?? { path, users: 0, listeners: new Set(), failed: false };
    // The latest used is the last: the first ones are forgotten first.
    this.#images.delete(path);
    this.#images.set(path, wanted);
    wanted.users += 1;
    wanted.listeners.add(listener);
    if (wanted.image === undefined && wanted.abort === undefined) {
      wanted.failed = false;
      this.#enqueue(path);
    }
    return () => {
      wanted.users -= 1;
      wanted.listeners.delete(listener);
      if (wanted.users === 0) this.#leave(wanted);
    };
  }

  #enqueue(path: string): void {
    this.#dequeue(path);
    if (this.#batchIsOpen) {
      this.#batches.at(-1)?.push(path);
      return;
    }
    this.#batches.push([path]);
    this.#batchIsOpen = true;
    queueMicrotask(() => {
      this.#batchIsOpen = false;
      this.#fetchNext();
    });
  }

  #dequeue(path: string): void {
    for (const batch of this.#batches) {
      const at = batch.indexOf(path);
      if (at !== -1) batch.splice(at, 1);
    }
  }

  #leave(wanted: Wanted): void {
    if (wanted.image === undefined) {
      wanted.abort?.abort();
      this.#dequeue(wanted.path);
      if (this.#images.get(wanted.path) === wanted) this.#images.delete(wanted.path);
    }
    this.#forgetSome();
  }

  #forgetSome(): void {
    let spare = this.#images.size - this.#options.kept;
    for (const [path, { users, image }] of this.#images) {
      if (spare <= 0) return;
      spare -= 1;
      if (users > 0) continue;
      this.#images.delete(path);
      if (image !== undefined) this.#options.releaseUrl(image.url);
    }
  }

  #fetchNext(): void {
    while (this.#running < this.#options.atOnce) {
      while (this.#batches.at(-1)?.length === 0 && !this.#batchIsOpen) this.#batches.pop();
      const path = this.#batches.at(-1)?.shift();
      if (path === undefined) return;
      const wanted = this.#images.get(path);
      if (wanted !== undefined) void this.#fetch(wanted);
    }
  }

  async #fetch(wanted: Wanted): Promise<void> {
    const abort = new AbortController();
    wanted.abort = abort;
    this.#running += 1;
    try {
      const blob = await this.#options.fetchImage(wanted.path, abort.signal);
      if (!abort.signal.aborted) wanted.image = { url: this.#options.makeUrl(blob) };
    } catch {
      wanted.failed = !abort.signal.aborted;
    }
    this.#running -= 1;
    delete wanted.abort;
    for (const listener of wanted.listeners) listener();
    this.#fetchNext();
  }
}
