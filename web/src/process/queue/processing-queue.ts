/**
 * The files on their way, outside of React: they go on while a person walks through the application. Interrupted uploads
 * go on by themselves when the service answers again.
 */
import { ApiProblem } from '../../api/client/problem.ts';
import type { Schema } from '../../api/client/client.ts';
import type { PendingFile } from '../../api/processing.ts';
import { isBeingSent, isEnded } from './queued-file.ts';
import type { FileState, Interruption, QueuedFile, SplitSummary } from './queued-file.ts';
import { failureOf, interruptionOf, isFault, isRefusal, mayHaveArrived } from './upload-errors.ts';

/** What the queue needs of how far a file is. */
type Progress = Omit<Schema<'Progress'>, 'workflow_id' | 'file_name'>;
export type Parameters = NonNullable<Schema<'ProcessUpload'>['parameters']>;

/**
 * What the queue needs of the service. Every function throws ApiProblem and NoAnswerError. A training document and its
 * processing request have the same id.
 */
export interface QueueService<Sent = Parameters> {
  /** @returns the processing_id @throws FileUnreadableError beside the others */
  readonly send: (
    workflowId: string,
    pending: PendingFile,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (part: number) => void;
      readonly parameters: Sent | undefined;
    },
  ) => Promise<string>;
  readonly progress: (processingId: string) => Promise<Progress>;
  readonly split: (processingId: string) => Promise<SplitSummary>;
  readonly cancel: (processingId: string) => Promise<void>;
  /** Resolves where the service answers to whoever is signed in. */
  readonly answers: () => Promise<void>;
  /** Called when an answer says that the session has ended. */
  readonly onSignedOut: () => void;
  readonly makePending: (file: File) => PendingFile;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Uploads at the same time: more would share the same line. */
const MAX_UPLOADS = 3;
/** Milliseconds between two questions how far the documents are. */
const POLL_MS = 700;
/** Documents that are asked for at once. */
const POLLED = 8;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;
/** Attempts to send a file while the service answers with faults of its own. */
const MAX_FAULTS = 5;
/** What the service says of the file whenever it is sent. An unreadable one may have met the limit of a busy moment. */
const FINAL: ReadonlySet<string> = new Set(['document_encrypted', 'document_empty', 'unsupported_format']);

interface Sending<Sent> {
  pending: PendingFile;
  readonly parameters: Sent | undefined;
  stop: AbortController;
  /** The service may have the file although it has not answered: only the answer to a repetition says so. */
  mayBeThere: boolean;
  /** The person cancelled when the service might have the file: the answer will say what to cancel. */
  cancelled: boolean;
}

/** A document that the service has already, as its list of documents tells it. */
export interface FoundDocument {
  readonly workflowId: string;
  readonly processingId: string;
  readonly name: string;
}

/** `Sent` is what is sent with a file beside it. */
export class ProcessingQueue<Sent = Parameters> {
  readonly #service: QueueService<Sent>;
  readonly #listeners = new Set<() => void>();
  readonly #sendings = new Map<string, Sending<Sent>>();
  #files: readonly QueuedFile[] = [];
  #uploads = 0;
  #polling = false;
  #nextPolled = 0;
  #made = 0;

  constructor(service: QueueService<Sent>) {
    this.#service = service;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** All files in the order in which they came; another array after each change. */
  readonly files = (): readonly QueuedFile[] => this.#files;

  /** @returns the ids of the files in the queue */
  add(workflowId: string, files: readonly File[], parameters?: Sent): readonly string[] {
    const added = files.map((file): QueuedFile => {
      const id = this.#newId();
      this.#sendings.set(id, {
        pending: this.#service.makePending(file),
        parameters,
        stop: new AbortController(),
        mayBeThere: false,
        cancelled: false,
      });
      return { id, workflowId, name: file.name, size: file.size, state: { kind: 'waiting' } };
    });
    this.#change([...this.#files, ...added]);
    this.#sendNext();
    return added.map(({ id }) => id);
  }

  /** Follows documents that were sent before the page was loaded; those that the queue has already are left out. */
  follow(documents: readonly FoundDocument[]): void {
    const known = new Set(this.#files.map(({ state }) => ('processingId' in state ? state.processingId : null)));
    const found = documents
      .filter(({ processingId }) => !known.has(processingId))
      .map(({ workflowId, processingId, name }): QueuedFile => ({
        id: this.#newId(),
        workflowId,
        name,
        size: null,
        state: { kind: 'processing', processingId, step: 'queued', pagesDone: 0, pages: null },
      }));
    if (found.length === 0) return;
    this.#change([...found, ...this.#files]);
    void this.#poll();
  }

  /** Stops a file. @throws ApiProblem, NoAnswerError where the service does not stop its processing */
  async cancel(id: string): Promise<void> {
    const file = this.#find(id);
    if (file === undefined || isEnded(file)) return;
    const { state } = file;
    if (state.kind === 'processing') {
      await this.#service.cancel(state.processingId);
      this.#set(id, { kind: 'cancelled', processingId: state.processingId });
      return;
    }
    const sending = this.#sendings.get(id);
    const hasLeft = state.kind === 'uploading' && state.part >= 1;
    if (sending !== undefined && (hasLeft || sending.mayBeThere)) {
      // The service may have the request already: its answer is waited for, and cancelled then.
      sending.cancelled = true;
      if (state.kind === 'interrupted') this.#set(id, { kind: 'interrupted', reason: 'cancelling' });
    } else {
      sending?.stop.abort();
      this.#set(id, { kind: 'cancelled', processingId: null });
    }
  }

  /** Sends a file again that was cancelled or failed. A file that was found in the service is not here to be sent. */
  sendAgain(id: string): void {
    const file = this.#find(id);
    const sending = this.#sendings.get(id);
    if (file === undefined || sending === undefined || !isEnded(file)) return;
    // The first request has ended otherwise: this is another one.
    sending.pending = this.#service.makePending(sending.pending.file);
    sending.stop = new AbortController();
    sending.mayBeThere = false;
    sending.cancelled = false;
    this.#set(id, { kind: 'waiting' });
    this.#sendNext();
  }

  /** Whether the file ended without a result, may get one, and is not only known from the service. */
  canSendAgain({ id, state }: QueuedFile): boolean {
    const mayGoBetter = state.kind === 'failed' ? !FINAL.has(state.failure.code) : state.kind === 'cancelled';
    return mayGoBetter && this.#sendings.has(id);
  }

  /** Takes the files that have ended off the list. */
  removeEnded(workflowId: string): void {
    this.#remove((file) => file.workflowId === workflowId && isEnded(file));
  }

  /** Takes the files off the list for which nothing is left to do. */
  removeSucceeded(workflowId: string): void {
    this.#remove((file) => file.workflowId === workflowId && file.state.kind === 'succeeded');
  }

  #remove(isRemoved: (file: QueuedFile) => boolean): void {
    const removed = new Set(this.#files.filter(isRemoved).map(({ id }) => id));
    for (const id of removed) this.#sendings.delete(id);
    this.#change(this.#files.filter(({ id }) => !removed.has(id)));
  }

  #newId(): string {
    this.#made += 1;
    return String(this.#made);
  }

  #find(id: string): QueuedFile | undefined {
    return this.#files.find((file) => file.id === id);
  }

  #set(id: string, state: FileState): void {
    this.#change(this.#files.map((file) => (file.id === id ? { ...file, state } : file)));
  }

  #change(files: readonly QueuedFile[]): void {
    this.#files = files;
    for (const listener of this.#listeners) listener();
  }

  #sendNext(): void {
    while (this.#uploads < MAX_UPLOADS) {
      const file = this.#files.find(({ state }) => state.kind === 'waiting');
      const sending = file && this.#sendings.get(file.id);
      if (file === undefined || sending === undefined) return;
      this.#uploads += 1;
      this.#set(file.id, { kind: 'uploading', part: 0 });
      void this.#send(file, sending).finally(() => {
        this.#uploads -= 1;
        this.#sendNext();
      });
    }
  }

  /** Sends a file until it is accepted, refused or cancelled. */
  async #send(file: QueuedFile, sending: Sending<Sent>): Promise<void> {
    const { signal } = sending.stop;
    const isStopped = (): boolean => signal.aborted;
    for (let faults = 0; !signal.aborted;) {
      this.#set(file.id, { kind: 'uploading', part: 0 });
      let left = 0;
      try {
        const processingId = await this.#service.send(file.workflowId, sending.pending, {
          signal,
          parameters: sending.parameters,
          onProgress: (part) => {
            left = part;
            if (!isStopped()) this.#set(file.id, { kind: 'uploading', part });
          },
        });
        await this.#accepted(file.id, sending, processingId);
        return;
      } catch (error) {
        if (isStopped()) return;
        if (isFault(error)) faults += 1;
        if (mayHaveArrived(error, left)) sending.mayBeThere = true;
        const reason = faults < MAX_FAULTS ? interruptionOf(error) : undefined;
        if (sending.cancelled && (isRefusal(error) || !sending.mayBeThere)) {
          this.#set(file.id, { kind: 'cancelled', processingId: null });
          return;
        }
        if (reason === undefined) {
          this.#set(file.id, { kind: 'failed', processingId: null, failure: failureOf(error) });
          return;
        }
        this.#set(file.id, { kind: 'interrupted', reason: sending.cancelled ? 'cancelling' : reason });
        await this.#untilAnswered(error, signal);
      }
    }
  }

  async #accepted(id: string, { cancelled }: Sending<Sent>, processingId: string): Promise<void> {
    // It may have been found in the service before the answer came.
    this.#change(
      this.#files.filter(
        (file) => file.id === id || !('processingId' in file.state && file.state.processingId === processingId),
      ),
    );
    this.#set(id, { kind: 'processing', processingId, step: 'queued', pagesDone: 0, pages: null });
    if (cancelled)
      // Where it cannot be cancelled, it is shown as it goes on.
      await this.cancel(id).catch(() => undefined);
    void this.#poll();
  }

  /** Waits as the service asked, and no less than a second, or until it answers. */
  async #untilAnswered(error: unknown, signal: AbortSignal): Promise<void> {
    if (interruptionOf(error) === 'signed_out') this.#service.onSignedOut();
    const asked = error instanceof ApiProblem ? (error.retryAfter ?? 0) : 0;
    let pause = Math.max(FIRST_PAUSE_MS, asked * 1000);
    while (!signal.aborted) {
      await this.#service.wait(pause);
      if (interruptionOf(error) === 'busy') return;
      try {
        await this.#service.answers();
        return;
      } catch {
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** Asks how far the documents are, until none is processed. */
  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    let pause = POLL_MS;
    for (;;) {
      const polled = this.#chooseToPoll();
      if (polled.length === 0) break;
      const answers = await Promise.all(polled.map((file) => this.#ask(file)));
      pause = answers.includes('no_answer') ? Math.min(pause * 2, LONGEST_PAUSE_MS) : POLL_MS;
      await this.#service.wait(pause);
    }
    this.#polling = false;
  }

  /** Those that the service works on; of those that wait in the service, one after the other. */
  #chooseToPoll(): readonly QueuedFile[] {
    const open = this.#files.filter(({ state }) => state.kind === 'processing');
    const isQueued = ({ state }: QueuedFile): boolean => state.kind === 'processing' && state.step === 'queued';
    const running = open.filter((file) => !isQueued(file)).slice(0, POLLED);
    const queued = open.filter(isQueued);
    const count = Math.min(queued.length, Math.max(2, POLLED - running.length));
    const from = this.#nextPolled;
    this.#nextPolled = queued.length === 0 ? 0 : (from + count) % queued.length;
    const next = Array.from({ length: count }, (_, index) => queued[(from + index) % queued.length]);
    return [...running, ...next.filter((file) => file !== undefined)];
  }

  async #ask({ id, state }: QueuedFile): Promise<'answered' | Interruption> {
    if (state.kind !== 'processing') return 'answered';
    const { processingId } = state;
    const become = (next: FileState): void => {
      // Else it was cancelled meanwhile.
      if (this.#find(id)?.state.kind === 'processing') this.#set(id, next);
    };
    try {
      const progress = await this.#service.progress(processingId);
      become(await this.#stateOf(progress));
      return 'answered';
    } catch (error) {
      const reason = interruptionOf(error);
      if (reason === 'signed_out') this.#service.onSignedOut();
      if (reason === undefined) become({ kind: 'failed', processingId, failure: failureOf(error) });
      return reason === undefined ? 'answered' : 'no_answer';
    }
  }

  async #stateOf(progress: Progress): Promise<FileState> {
    const { processing_id: processingId, state, step, pages, pages_done: pagesDone, failure_code: code } = progress;
    if (state === 'succeeded')
      return { kind: 'succeeded', processingId, split: await this.#service.split(processingId) };
    if (state !== 'failed') return { kind: 'processing', processingId, step, pages, pagesDone };
    if (code === 'cancelled') return { kind: 'cancelled', processingId };
    return { kind: 'failed', processingId, failure: { code: code ?? 'processing_failed', detail: '' } };
  }

  /** Whether files would be lost with the page. */
  isSending(): boolean {
    return this.#files.some(isBeingSent);
  }
}
