/** Step PrepareTraining: copies the page records of annotated documents to the training channel, in batches. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { TrainingRefusedError } from '../../../errors.ts';
import { writeConditionally } from '../../../requests/processing-requests.ts';
import { withScratchFolder } from '../../../storage/scratch-folder.ts';
import type { Service } from '../../../service.ts';
import { hasEnded, trainingBlobs, trainingKeyOf, trainingKeySchema } from '../training.ts';
import type { TrainingKey } from '../training.ts';
import { trainingDocumentRecords } from '../../../requests/training-documents/training-document.ts';
import { ensurePlan } from '../training-plan.ts';
import type { TrainingPlan } from '../training-plan.ts';
import { enterState, getTraining, updateTraining } from '../trainings.ts';

/** Documents copied in one call: one or two minutes, far below the time limit of a function. */
const BATCH_SIZE = 50;
const NEWLINE = 0x0a;
const RECORDS_TYPE = 'application/jsonl';

/** `next` is the index in the plan of the first document to prepare. */
export const prepareTrainingInputSchema = trainingKeySchema.extend({ next: z.int().min(0).default(0) });

export interface PrepareTrainingInput extends z.infer<typeof prepareTrainingInputSchema> {
  /** Documents to copy in this call. */
  readonly batchSize?: number;
}

export interface PrepareTrainingOutput extends TrainingKey {
  /** False: documents remain; the next call takes this output as its input. */
  readonly prepared: boolean;
  /** Index in the plan of the first document that no call has processed. */
  readonly next: number;
}

type Stores = Pick<Service, 'table' | 'blobs' | 'clock'>;

const readLines = async ({ blobs }: Stores, key: string): Promise<Uint8Array> => {
  const bytes = await blobs.get(key);
  return bytes.at(-1) === NEWLINE ? bytes : Buffer.concat([bytes, Buffer.of(NEWLINE)]);
};

/** Joins the page records of a document. Those of one chunk, as most documents have, need no file. */
const copyRecords = async (service: Stores, keys: readonly string[], to: string): Promise<void> => {
  const [only] = keys;
  if (only !== undefined && keys.length === 1) {
    await service.blobs.put(to, await readLines(service, only), RECORDS_TYPE);
    return;
  }
  await withScratchFolder(async (folder) => {
    const path = join(folder, 'records.jsonl');
    for (const key of keys) await appendFile(path, await readLines(service, key));
    await service.blobs.putFile(to, path, RECORDS_TYPE);
  });
};

/**
 * Writes the records after the annotation: where the records exist, the annotation does. A document that was deleted
 * meanwhile is left out.
 */
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
    collection: document.collection,
    verified: document.verified,
    ...(document.sub_documents === null ? {} : { sub_documents: document.sub_documents }),
  };
  await service.blobs.put(blobs.annotationOf(document.document_id), JSON.stringify(annotation), 'application/json');
  await copyRecords(service, records, blobs.recordsOf(document.document_id));
};

/** Returns false where the weights are missing, as from a backup that is not whole. */
const copyOnce = async ({ blobs }: Stores, from: string, to: string): Promise<boolean> => {
  if ((await blobs.head(to)) !== undefined) return true;
  if ((await blobs.head(from)) === undefined) return false;
  await blobs.put(to, await blobs.get(from), 'application/json');
  return true;
};

/**
 * An earlier model whose weights are missing is left out, as the container leaves out one that it cannot read.
 * @throws TrainingRefusedError where those of the model in use are missing
 */
const copyWeights = async (service: Stores, key: TrainingKey, { serving, earlier }: TrainingPlan): Promise<void> => {
  const { servingWeights, earlierWeights } = trainingBlobs(key);
  for (const { weights, model_version: version } of earlier) await copyOnce(service, weights, earlierWeights(version));
  if (serving !== null && !(await copyOnce(service, serving.weights, servingWeights)))
    throw new TrainingRefusedError(
      'unusable_weights',
      'The file of the model in use is missing. Put another model into use, such as the base model, and train again.',
    );
};

/** Refuses a training whose documents have all been deleted: SageMaker does not start on an empty channel. */
const requireDocuments = async (service: Stores, key: TrainingKey): Promise<void> => {
  const files = await service.blobs.list(trainingBlobs(key).documents);
  if (!files.some((file) => file.endsWith('.jsonl')))
    throw new TrainingRefusedError('no_documents', 'The training documents have no pages any more. Add some.');
};

/** A training that has been cancelled meanwhile does not change. */
const noteProgress = async (
  service: Stores,
  key: TrainingKey,
  { documents, counts }: TrainingPlan,
  prepared: number,
): Promise<void> => {
  await writeConditionally(service, [
    updateTraining(key, 'preparing', {
      documents: counts,
      preparation: { prepared, documents: documents.length },
    }),
  ]);
};

/**
 * Prepares the next batch of documents. A training that is neither queued nor preparing is left as it is.
 * @throws TrainingRefusedError, NotFoundError (no such training), TemporarilyUnavailableError, StorageFullError
 */
export const prepareTraining = async (
  service: Stores,
  { next, batchSize = BATCH_SIZE, ...key }: PrepareTrainingInput,
): Promise<PrepareTrainingOutput> => {
  await enterState(service, key, 'preparing', { set: { started_at: service.clock.now().toISOString() } });
  const training = await getTraining(service, key);
  if (training.state !== 'preparing') return { ...trainingKeyOf(key), prepared: true, next };
  const plan = await ensurePlan(service, training);
  const existing = new Set(await service.blobs.list(trainingBlobs(key).documents));
  for (const document of plan.documents.slice(next, next + batchSize)) {
    if (!existing.has(trainingBlobs(key).recordsOf(document.document_id)))
      await prepareDocument(service, key, document);
  }
  const reached = Math.min(next + batchSize, plan.documents.length);
  const prepared = reached === plan.documents.length;
  await noteProgress(service, key, plan, reached);
  if (prepared) {
    await requireDocuments(service, key);
    await copyWeights(service, key, plan);
  }
  // The training may have ended meanwhile, for example by cancellation: no later step would delete these copies.
  if (hasEnded(await getTraining(service, key))) await service.blobs.deleteAll(trainingBlobs(key).input);
  return { ...trainingKeyOf(key), prepared, next: reached };
};
