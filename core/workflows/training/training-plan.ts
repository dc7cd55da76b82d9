/** The plan of a training, made when it begins: its documents, and the model that the new one is compared with. */
import { z } from 'zod';
import { findJsonBlob, readJsonBlob, writeJsonBlob } from '../../storage/json-blob.ts';
import type { Service } from '../../service.ts';
import { trainingBlobs } from './training.ts';
import type { Training, TrainingKey } from './training.ts';
import { annotatedDocuments } from '../documents/annotated-documents.ts';
import { modelsOf } from '../models/models.ts';
import { drawTrainable } from './draw-trainable.ts';
import { countDocuments } from './steps/draw-documents.ts';
import type { NamedPages } from '../../requests/pages/stream-pages.ts';
import { readableSubDocuments } from '../../requests/training-documents/addressed-sub-documents.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';
import { documentsOf, readWorkflow } from '../workflow.ts';

const weightsOfModelSchema = z.object({ weights: z.string(), model_version: z.string() });

const planSchema = z.object({
  documents: z.array(
    z.object({
      document_id: z.uuid(),
      sender: z.string().nullable(),
      collection: z.string(),
      /** Whether a person confirmed the documents of the file: an annotation, a correction or feedback. */
      verified: z.boolean().default(false),
      /** `crops` is there where a page of the file has several. */
      sub_documents: z.array(z.object({ pages: z.array(z.int()), crops: z.array(z.int()).optional() })).nullable(),
    }),
  ),
  /** The workflow's own weights when the training began; null: the base model. */
  serving: weightsOfModelSchema.nullable(),
  /** Other models of the workflow, to compare the new one with. */
  earlier: z.array(weightsOfModelSchema),
  /** Whether it is the training of a preview, which learns from the documents of its parent. */
  isPreview: z.boolean(),
  /** Documents in all annotated files, and in those of the plan. */
  counts: z.object({ annotated: z.int(), used: z.int() }),
});
export type TrainingPlan = z.infer<typeof planSchema>;

/** Models that a training evaluates beside the new one, the one in use and the base model. */
const EARLIER_MODELS = 4;

const earlierModels = async (
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
  serving: TrainingPlan['serving'],
): Promise<TrainingPlan['earlier']> =>
  (await modelsOf(service, workflow))
    .filter(({ model_version: version }) => version !== serving?.model_version)
    .slice(0, EARLIER_MODELS)
    .map(({ weights, model_version }) => ({ weights, model_version }));

const pagesOf = ({ pages, crops }: NamedPages): TrainingPlanPages => ({
  pages: [...pages],
  ...(crops === undefined ? {} : { crops: [...crops] }),
});

type TrainingPlanPages = NonNullable<TrainingPlan['documents'][number]['sub_documents']>[number];

const makePlan = async (service: Pick<Service, 'table'>, training: Training): Promise<TrainingPlan> => {
  const workflow = await readWorkflow(service, training);
  const owner = workflow === undefined ? training : documentsOf(workflow);
  const annotated = await annotatedDocuments(service, owner, training.collections);
  const used = drawTrainable(annotated, training.collections);
  const { weights, model_version: version } = (await readWorkflow(service, owner)) ?? {};
  const serving = weights === undefined || version === undefined ? null : { weights, model_version: version };
  return {
    documents: used.map(
      ({ document_id, sender = null, collection, annotated_at: at, upload_mode: mode, sub_documents: parts = [] }) => ({
        document_id,
        sender,
        collection,
        verified: at !== undefined,
        sub_documents: mode === 'already_split' ? null : readableSubDocuments(parts).map(pagesOf),
      }),
    ),
    serving,
    earlier: await earlierModels(service, owner, serving),
    isPreview: workflow?.preview ?? false,
    counts: { annotated: countDocuments(annotated), used: countDocuments(used) },
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
