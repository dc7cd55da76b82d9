/** The text of a file's pages: fetched when it is first needed, and read in a worker. */
import { apiUrl, send } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { PageHit } from './find-text.ts';
import type { PageText } from './text-index.ts';
import type { TextAnswer, TextRequest } from './text-worker.ts';
import TextWorker from './text-worker.ts?worker';

type Asked<Request> = Request extends TextRequest ? Omit<Request, 'id'> : never;

export class PacketText {
  readonly #path: string;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  readonly #pages = new Map<number, Promise<PageText | null>>();
  #worker: Worker | undefined;
  #loaded: Promise<unknown> | undefined;
  #lastId = 0;

  /** @param path  of the OCR result */
  constructor(path: string) {
    this.#path = path;
  }

  /** Pages with the text, in page order. @throws ApiProblem, NoAnswerError where the text cannot be fetched */
  async find(query: string): Promise<readonly PageHit[]> {
    await this.#load();
    // The worker's answer to this request.
    return (await this.#ask({ type: 'find', query })) as readonly PageHit[];
  }

  /** @param index  from 0 @throws ApiProblem, NoAnswerError where the text cannot be fetched */
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

  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #load(): Promise<unknown> {
    this.#loaded ??= this.#fetch().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  async #fetch(): Promise<void> {
    const response = await send(new Request(apiUrl(this.#path)));
    if (!response.ok) throw problemOf(await response.json().catch(() => undefined), response);
    const json = await response.arrayBuffer();
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
    const worker = new TextWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<TextAnswer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.value);
    });
    return worker;
  }
}
