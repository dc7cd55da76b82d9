/** A queue on a service in memory, which the tests steer. */
import { ApiProblem, NoAnswerError } from '../../../../web/src/api/client/problem.ts';
import { ProcessingQueue } from '../../../../web/src/process/queue/processing-queue.ts';
import type { QueueService } from '../../../../web/src/process/queue/processing-queue.ts';

type Progress = Awaited<ReturnType<QueueService['progress']>>;
type SendOptions = Parameters<QueueService['send']>[2];

interface Sent {
  readonly name: string;
  readonly idempotencyKey: string;
  readonly options: SendOptions;
  readonly accept: () => void;
  readonly fail: (error: unknown) => void;
}

export const pdf = (name = 'a.pdf', bytes = 'x'): File => new File([bytes], name, { type: 'application/pdf' });

export const problem = (status: number, code: string, retryAfter?: number): ApiProblem =>
  new ApiProblem({ status, code, title: '', detail: `It is ${code}.` }, retryAfter);

export const noAnswer = new NoAnswerError();

/** Lets everything happen that needs no more answers. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

export const queueOf = () => {
  const sent: Sent[] = [];
  const progresses = new Map<string, Progress>();
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const cancelled: string[] = [];
  const service = {
    answersToAccount: true,
    signedOut: 0,
    progressError: undefined as Error | undefined,
    /** The service says how far a document is once this resolves. */
    mayTellProgress: Promise.resolve(),
  };
  let keys = 0;
  const queue = new ProcessingQueue({
    send: (_workflowId, { file, idempotencyKey }, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => {
          reject(options.signal.reason as Error);
        });
        sent.push({
          name: file.name,
          idempotencyKey,
          options,
          accept: () => {
            resolve(`of ${file.name}`);
          },
          fail: reject,
        });
      }),
    progress: async (id) => {
      await service.mayTellProgress;
      if (service.progressError !== undefined) throw service.progressError;
      return progresses.get(id) ?? progressOf(id, { state: 'queued', step: 'queued' });
    },
    split: () => Promise.resolve({ pages: 3, subDocuments: 2, lowestConfidence: 0.8, unreadPages: 0 }),
    cancel: (id) => {
      cancelled.push(id);
      return Promise.resolve();
    },
    answers: () => (service.answersToAccount ? Promise.resolve() : Promise.reject(noAnswer)),
    onSignedOut: () => {
      service.signedOut += 1;
    },
    makePending: (file) => ({ file, idempotencyKey: `key ${(keys += 1)}` }),
    wait: (ms) =>
      new Promise((end) => {
        waits.push({ ms, end });
      }),
  });
  return {
    queue,
    sent,
    waits,
    cancelled,
    service,
    progresses,
    /** Ends all pauses. */
    pass: async () => {
      for (const { end } of waits.splice(0)) end();
      await settle();
    },
    states: () => queue.files().map(({ name, state }) => `${name} ${state.kind}`),
  };
};

export const progressOf = (id: string, more: Partial<Progress> = {}): Progress => ({
  processing_id: id,
  state: 'processing',
  step: 'read_pages',
  pages_done: 1,
  pages: 3,
  failure_code: null,
  ...more,
});
