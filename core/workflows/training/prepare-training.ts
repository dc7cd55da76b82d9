/** Step PrepareTraining: the page records of annotated documents → the training channel's files, some documents a call. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { TrainingRefusedError } from '../../errors.ts';
import { withScratchFolder } from '../../storage/scratch-folder.ts';
import type { Service } from '../../service.ts';
import { hasEnded, trainingBlobs, trainingKeyOf, trainingKeySchema } from './training.ts';
import type { TrainingKey } from './training.ts';
import { trainingDocumentRecords } from '../training-documents.ts';
import { ensurePlan } from './training-plan.ts';
import type { TrainingPlan } from './training-plan.ts';
import { enterState, getTraining } from './trainings.ts';

/** Documents of one call: a minute or two of copying, far from what a function may take. */
const DOCUMENTS_A_CALL = 50;
const NEWLINE = 0x0a;

/** Where the preparation goes on; without it from the beginning. */
export const preparationSchema = trainingKeySchema.extend({ next: z.int().min(0).default(0) });
type Preparation = z.infer<typeof preparationSchema>;

export interface Prepared extends TrainingKey {
  /** False: call again, with this as the input. */
  readonly prepared: boolean;
  /** Place in the plan of the first document that was not looked at yet. */
  readonly next: number;
}

type Stores = Pick<Service, 'table' | 'blobs' | 'clock'>;

const copyInto = async (service: Stores, path: string, keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    const bytes = await service.blobs.get(key);
    await appendFile(path, bytes.at(-1) === NEWLINE ? bytes : Buffer.concat([bytes, Buffer.of(NEWLINE)]));
  }
};

/** Records last: where they are, the annotation is too. A document that was deleted meanwhile is not learnt from. */
const prepareDocument = async (
  service: Stores,
  key: TrainingKey,
  document: TrainingPlan['documents'][number],
): Promise<void> => {
  const blobs = trainingBlobs(key);
  const records = await service.blobs.list(trainingDocumentRecords({ ...key, document_id: document.document_id }));
  if (records.length === 0) return;
  const annotation = {
    schema_version: 1,
    sender: document.sender,
    ...(document.sub_documents === null ? {} : { sub_documents: document.sub_documents }),
  };
  await service.blobs.put(blobs.annotationOf(document.document_id), JSON.stringify(annotation), 'application/json');
  await withScratchFolder(async (folder) => {
    const path = join(folder, 'records.jsonl');
    await copyInto(service, path, records);
    await service.blobs.putFile(blobs.recordsOf(document.document_id), path, 'application/jsonl');
  });
};

const prepareServing = async (service: Stores, key: TrainingKey, { serving }: TrainingPlan): Promise<void> => {
  const { servingWeights } = trainingBlobs(key);
  if (serving === null || (await service.blobs.head(servingWeights)) !== undefined) return;
  await service.blobs.put(servingWeights, await service.blobs.get(serving.weights), 'application/json');
};

/** What was prepared, the annotations aside; none is refused: SageMaker does not start on an empty channel. */
const requireDocuments = async (service: Stores, key: TrainingKey): Promise<void> => {
  const files = await service.blobs.list(trainingBlobs(key).documents);
  if (!files.some((file) => file.endsWith('.jsonl')))
    throw new TrainingRefusedError('no_documents', 'The training documents have no pages any more. Add some.');
};

/**
 * Prepares the next documents of a training that is queued or preparing; of another there is nothing to prepare.
 * @throws TrainingRefusedError, NotFoundError (no such training), TemporarilyUnavailableError, StorageFullError
 */
export const prepareTraining = async (
  service: Stores,
  { next, ...key }: Preparation,
  documentsACall = DOCUMENTS_A_CALL,
): Promise<Prepared> => {
  await enterState(service, key, 'preparing', { set: { started_at: service.clock.now().toISOString() } });
  const training = await getTraining(service, key);
  if (training.state !== 'preparing') return { ...trainingKeyOf(key), prepared: true, next };
  const plan = await ensurePlan(service, training);
  const there = new Set(await service.blobs.list(trainingBlobs(key).documents));
  for (const document of plan.documents.slice(next, next + documentsACall)) {
    if (!there.has(trainingBlobs(key).recordsOf(document.document_id))) await prepareDocument(service, key, document);
  }
  const prepared = next + documentsACall >= plan.documents.length;
  if (prepared) {
    await requireDocuments(service, key);
    await prepareServing(service, key, plan);
  }
  // It may have ended meanwhile, cancelled perhaps: then nobody is left to delete these copies.
  if (hasEnded(await getTraining(service, key))) await service.blobs.deleteAll(trainingBlobs(key).input);
  return { ...trainingKeyOf(key), prepared, next: Math.min(next + documentsACall, plan.documents.length) };
};
