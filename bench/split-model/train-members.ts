/** Trains the members of an ensemble at the same time, each in a thread that reads the documents itself. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { STAGE_DEFINITIONS } from '../../model-container/classifiers/split-model.ts';
import { trainMember } from '../../model-container/training/base/train-base.ts';
import type { BasePlan, TrainedMember } from '../../model-container/training/base/train-base.ts';
import { readCollections } from '../../model-container/training/training-documents.ts';

interface MemberTask {
  readonly records: string;
  readonly auxiliary: string | undefined;
  readonly plan: BasePlan;
}

/** What a thread posts: a line of the log, or at last the member, whose stages have no definitions. */
type Message = { readonly line: string } | { readonly trained: TrainedMember };

/** Heap of a thread in megabytes at most: the documents, and the rows of 10,000 streams. */
const HEAP_MB = 12_000;

/** @throws the error of the first thread that fails */
export const trainMembersInThreads = (task: MemberTask, log: (line: string) => void): Promise<TrainedMember[]> =>
  Promise.all(Array.from({ length: task.plan.members }, (_, member) => trainInThread(task, member, log)));

const trainInThread = (task: MemberTask, member: number, log: (line: string) => void): Promise<TrainedMember> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), {
      workerData: { task, member },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    thread.on('message', (message: Message) => {
      if ('line' in message) log(message.line);
      else resolve(withDefinitions(message.trained));
    });
    thread.on('error', reject);
    thread.on('exit', (status) => {
      reject(new Error(`The thread of member ${member + 1} ended with status ${status} before it was trained.`));
    });
  });

/** Functions cannot be posted between threads: the definitions of the stages are left out, and put back here. */
const withDefinitions = (trained: TrainedMember): TrainedMember => ({
  ...trained,
  member: {
    stages: STAGE_DEFINITIONS.flatMap((definition, at) => {
      const stage = trained.member.stages[at];
      return stage === undefined ? [] : [{ ...stage, definition }];
    }),
  },
});

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  // The cast repeats what trainInThread passes.
  const { task, member } = workerData as { task: MemberTask; member: number };
  const documents = await readCollections(task.records, task.auxiliary);
  const trained = await trainMember(documents, task.plan, member, (line) => {
    port.postMessage({ line });
  });
  const stages = trained.member.stages.map((stage) => ({ ...stage, definition: undefined }));
  port.postMessage({ trained: { ...trained, member: { stages } } });
}
