/** The plan of a training, made when it begins: its documents, and the model that the new one is compared with. */
import { z } from 'zod';
import { TrainingRefusedError } from '../../errors.ts';
import { findJsonBlob, readJsonBlob, writeJsonBlob } from '../../storage/json-blob.ts';
import type { Service } from '../../service.ts';
import { trainingBlobs } from './training.ts';
import type { Training, TrainingKey } from './training.ts';
import { annotatedDocuments } from '../documents/annotated-documents.ts';
import { readWorkflow } from '../workflow.ts';

/** The container refuses more documents than this, and each file holds at least one document. */
const MAX_DOCUMENTS = 1000;

const planSchema = z.object({
  documents: z.array(
    z.object({
      document_id: z.uuid(),
      sender: z.string().nullable(),
      sub_documents: z.array(z.object({ pages: z.array(z.int()) })).nullable(),
    }),
  ),
  /** The workflow's own weights when the training began; null: the base model. */
  serving: z.object({ weights: z.string(), model_version: z.string() }).nullable(),
});
export type TrainingPlan = z.infer<typeof planSchema>;

const checkCount = (count: number): void => {
  if (count === 0)
    throw new TrainingRefusedError(
      'no_documents',
      'There are no annotated training documents. Add some, or choose other collections.',
    );
  if (count > MAX_DOCUMENTS)
    throw new TrainingRefusedError(
      'too_many_documents',
      `There are ${count} training documents; ${MAX_DOCUMENTS} are the most. Leave out the oldest.`,
    );
};

const makePlan = async (service: Pick<Service, 'table'>, training: Training): Promise<TrainingPlan> => {
  const documents = await annotatedDocuments(service, training, training.collections);
  checkCount(documents.length);
  const { weights, model_version: version } = (await readWorkflow(service, training)) ?? {};
  return {
    documents: documents.map(({ document_id, sender = null, upload_mode: mode, sub_documents: parts = [] }) => ({
      document_id,
      sender,
      sub_documents: mode === 'already_split' ? null : parts.map(({ pages }) => ({ pages })),
    })),
    serving: weights === undefined || version === undefined ? null : { weights, model_version: version },
  };
};

/** Returns the training's plan and makes it where it does not exist. @throws TrainingRefusedError */
export const ensurePlan = async (
  service: Pick<Service, 'table' | 'blobs'>,
  training: Training,
): Promise<TrainingPlan> => {
  const { plan: key } = trainingBlobs(training);
  const before = await findJsonBlob(service.blobs, key, planSchema);
  if (before !== undefined) return before;
  const plan = await makePlan(service, training);
  await writeJsonBlob(service.blobs, key, plan);
  return plan;
};

/** @throws BlobNotFoundError */
export const readPlan = (service: Pick<Service, 'blobs'>, key: TrainingKey): Promise<TrainingPlan> =>
  readJsonBlob(service.blobs, trainingBlobs(key).plan, planSchema);
