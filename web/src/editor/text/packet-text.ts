/** The text of a file's pages: fetched when it is first needed, as soon as the service answers, and read in a worker. */
import { untilServed } from '../../api/client/until-answered.ts';
import { fetchFile } from '../../components/images/use-api-object.ts';
import type { PageHit } from './find-text.ts';
import type { PageText } from './text-index.ts';
import type { TextAnswer, TextRequest } from './text-worker.ts';

type Asked<Request> = Request extends TextRequest ? Omit<Request, 'id'> : never;

export class PacketText {
  readonly #path: string;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  readonly #pages = new Map<number, Promise<PageText | null>>();
  #worker: Worker | undefined;
  #loaded: Promise<unknown> | undefined;
  #lastId = 0;
  #fetching = new AbortController();

  /** @param path  of the OCR result */
  constructor(path: string) {
    this.#path = path;
  }

  /** Pages with the text, in page order. @throws ApiProblem where the text cannot be fetched */
  async find(query: string): Promise<readonly PageHit[]> {
    await this.#load();
    // The worker's answer to this request.
    return (await this.#ask({ type: 'find', query })) as readonly PageHit[];
  }

  /** @param index  from 0 @throws ApiProblem where the text cannot be fetched */
  page(index: number): Promise<PageText | null> {
    const known = this.#pages.get(index);
    if (known !== undefined) return known;
    const asked = this.#load().then(
      // The worker's answer to this request.
      async () => (await this.#ask({ type: 'page', page: index })) as PageText | null,
    );
    this.#pages.set(index, asked);
    asked.catch(() => {
      this.#pages.delete(index);
    });
    return asked;
  }

  /** Leaves nobody waiting; the text is read anew where somebody asks for it afterwards. */
  end(): void {
    this.#stop(new Error('The page is left.'));
  }

  #stop(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#loaded = undefined;
    this.#fetching.abort(reason);
    this.#fetching = new AbortController();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  #load(): Promise<unknown> {
    if (this.#loaded !== undefined) return this.#loaded;
    const loaded = this.#fetch(this.#fetching.signal);
    this.#loaded = loaded;
    loaded.catch(() => {
      if (this.#loaded === loaded) this.#loaded = undefined;
    });
    return loaded;
  }

  async #fetch(signal: AbortSignal): Promise<void> {
    const response = await untilServed(() => fetchFile(this.#path, signal), signal);
    const json = await response.arrayBuffer();
    signal.throwIfAborted();
    await this.#ask({ type: 'load', json }, [json]);
  }

  #ask(request: Asked<TextRequest>, transferred: Transferable[] = []): Promise<unknown> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ ...request, id }, transferred);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('text-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<TextAnswer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.value);
    });
    const fail = (): void => {
      this.#stop(new Error('The text cannot be read.'));
    };
    // Its program did not come, or it has no memory for the text.
    worker.addEventListener('error', fail);
    worker.addEventListener('messageerror', fail);
    return worker;
  }
}
