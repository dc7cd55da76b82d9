/** Invariants of a request and of a training that must hold after any fault. Each breach is described by a sentence. */
import { countedUsage } from '../../fakes/counted-usage.ts';
import { documentSplittingSchema } from '../../../core/requests/processing-request.ts';
import { processingBlobs } from '../../../core/requests/processing-blobs.ts';
import type { ProcessingRequest } from '../../../core/requests/processing-request.ts';
import { readJsonBlob } from '../../../core/storage/json-blob.ts';
import { readProcessingRequest } from '../../../core/requests/processing-requests.ts';
import { trainingBlobs, trainingSchema } from '../../../core/workflows/training/training.ts';
import type { Training } from '../../../core/workflows/training/training.ts';
import { readWorkflow } from '../../../core/workflows/workflow.ts';
import { workflowPartition } from '../../../core/requests/workflows/workflow-key.ts';
import type { WorkflowKey } from '../../../core/requests/workflows/workflow-key.ts';
import { takenSlots } from '../../../core/requests/admission/admission.ts';
import type { FaultWorld } from './fault-world.ts';

type Check = readonly [holds: boolean, breach: string];

const breachesIn = (findings: readonly Check[]): string[] =>
  findings.filter(([holds]) => !holds).map(([, breach]) => breach);

const openIn = async ({ sound }: FaultWorld, partition: string): Promise<number> =>
  (await sound.table.query({ index: 'by_index', pk: partition })).items.length;

/** True if the event with this id was published at least once, always with this type. */
const isAnnounced = ({ events }: FaultWorld, id: string, type: string): boolean => {
  const own = events.filter((event) => event.id === id);
  return own.length > 0 && own.every((event) => event.type === type);
};

/** Returns all requests, whether or not their callers received a response. */
const requestsOf = async ({ sound, account, ids }: FaultWorld): Promise<ProcessingRequest[]> =>
  (
    await Promise.all(
      ids.map((id) => readProcessingRequest(sound, { account_id: account.account_id, processing_id: id })),
    )
  ).filter((request) => request !== undefined);

const missingResults = async ({ sound }: FaultWorld, request: ProcessingRequest): Promise<string[]> => {
  const blobs = processingBlobs(request.account_id, request.processing_id);
  const { sub_documents: parts } = await readJsonBlob(sound.blobs, blobs.documentSplitting, documentSplittingSchema);
  const existing = new Set(await sound.blobs.list(blobs.prefix));
  return [
    blobs.ocr,
    blobs.hocr,
    blobs.pageGeometry,
    blobs.thumbnail,
    blobs.extractions,
    ...parts.map((_, index) => blobs.subPdf(index)),
  ].filter((key) => !existing.has(key));
};

const requestChecks = async (world: FaultWorld, request: ProcessingRequest): Promise<Check[]> => {
  const { state } = request;
  return [
    [state === 'succeeded' || state === 'failed', `it is ${state}`],
    [isAnnounced(world, request.processing_id, `processing.${state}`), `it is not announced as ${state}`],
    [
      state !== 'succeeded' || (await missingResults(world, request)).length === 0,
      'it succeeded without all of its results',
    ],
    [state !== 'failed' || request.failure !== undefined, 'it failed without a reason'],
  ];
};

const usageOf = ({ sound, account }: FaultWorld) => countedUsage(sound, account.account_id);

export interface Ending {
  readonly breaches: readonly string[];
  readonly state: string;
}

/** @param accepted  the request's id, where its caller received it */
export const checkRequestEnding = async (world: FaultWorld, accepted: string | undefined): Promise<Ending> => {
  const requests = await requestsOf(world);
  const states = requests.map(({ state }) => state);
  const usage = await usageOf(world);
  const count = (state: string): number => states.filter((each) => each === state).length;
  const findings: Check[] = [
    [requests.length <= 1, `there are ${requests.length} requests for one upload`],
    [
      accepted === undefined || requests.some(({ processing_id: id }) => id === accepted),
      'it was accepted and is lost',
    ],
    [
      usage.requests === requests.length && usage.succeeded === count('succeeded') && usage.failed === count('failed'),
      `it is counted as ${JSON.stringify(usage)}`,
    ],
    [(await openIn(world, 'OPEN_PROCESSINGS')) === 0, 'its row is still open'],
    [(await takenSlots(world.sound)).length === 0, 'its slot is still taken'],
    [
      requests.length > 0 || (await world.sound.blobs.list(`accounts/${world.account.account_id}/`)).length === 0,
      'it was not accepted and left blobs behind',
    ],
    ...(await Promise.all(requests.map((request) => requestChecks(world, request)))).flat(),
  ];
  return { breaches: breachesIn(findings), state: states[0] ?? 'none' };
};

const trainingsOf = async ({ sound }: FaultWorld, workflow: WorkflowKey): Promise<Training[]> => {
  const { items } = await sound.table.query({ pk: workflowPartition(workflow), skBeginsWith: 'TRAINING#' });
  return items.map((item) => trainingSchema.parse(item));
};

const hasStopped = async ({ trainer }: FaultWorld, { training_id: id }: Training): Promise<boolean> =>
  !trainer.started.includes(id) || (await trainer.state(id)).state !== 'running';

const trainingChecks = async (world: FaultWorld, training: Training): Promise<Check[]> => {
  const { state, model_version: version } = training;
  const row = await readWorkflow(world.sound, training);
  const type = state === 'trained' ? 'training.completed' : 'training.failed';
  return [
    [state === 'trained' || state === 'failed', `it is ${state}`],
    [row?.training_state === state, `it is ${state}, its workflow ${row?.training_state ?? 'gone'}`],
    [isAnnounced(world, training.training_id, type), `it is not announced as ${state}`],
    [
      world.mails.length > 0 && new Set(world.mails.map(({ subject }) => subject)).size === 1,
      `it is mailed as ${JSON.stringify(world.mails.map(({ subject }) => subject))}`,
    ],
    [
      state === 'trained' ? row?.model_version === version && row?.weights !== undefined : row?.weights === undefined,
      `it is ${state} and ${row?.model_version ?? 'the base model'} is in use`,
    ],
    [
      row?.weights === undefined || (await world.sound.blobs.head(row.weights)) !== undefined,
      'the weights in use do not exist',
    ],
    [await hasStopped(world, training), 'its job still runs'],
    [(await world.sound.blobs.list(trainingBlobs(training).input)).length === 0, 'copies of the documents are left'],
  ];
};

/** @param accepted  the training's id, where its caller received it */
export const checkTrainingEnding = async (
  world: FaultWorld,
  workflow: WorkflowKey,
  accepted: string | undefined,
): Promise<Ending> => {
  const trainings = await trainingsOf(world, workflow);
  const findings: Check[] = [
    [trainings.length <= 1, `there are ${trainings.length} trainings for one request`],
    [accepted === undefined || trainings.some(({ training_id: id }) => id === accepted), 'it was accepted and is lost'],
    [(await openIn(world, 'OPEN_TRAININGS')) === 0, 'its row is still open'],
    [world.trainer.started.length <= 1, `${world.trainer.started.length} jobs were started`],
    ...(await Promise.all(trainings.map((training) => trainingChecks(world, training)))).flat(),
  ];
  return { breaches: breachesIn(findings), state: trainings[0]?.state ?? 'none' };
};
