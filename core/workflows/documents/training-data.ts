/** How much training data a workflow has, and how much more makes a good model. */
import { z } from 'zod';
import type { Account } from '../../accounts/account.ts';
import { composedName } from '../../requests/training-documents/collection.ts';
import { trainingDocumentsOf } from '../../requests/training-documents/training-document.ts';
import type { TrainingDocument, TrainingDocumentStatus } from '../../requests/training-documents/training-document.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';
import type { Service } from '../../service.ts';
import { findOwnWorkflow } from '../find-own-workflow.ts';
import type { ModelReport } from '../models/evaluation/model-report.ts';
import { modelsOf } from '../models/models.ts';
import type { WorkflowModel } from '../models/models.ts';
import { readReport } from '../models/read-models.ts';
import { countDocuments, documentsIn, drawDocuments, MAX_DOCUMENTS } from '../training/steps/draw-documents.ts';
import { MIN_DOCUMENTS } from '../training/require-trainable.ts';
import { getTraining } from '../training/trainings.ts';
import { documentsOf } from '../workflow.ts';

/**
 * Documents from which fine-tuning reduced the error rate of twelve sources from 8.0 % to 2.1 % in the mean
 * (docs/benchmarks/split-model.md, "Fine-tuning").
 */
const GOOD_START = 40;

const count = z.int().min(0);

export const trainingDataSchema = z
  .strictObject({
    files: count,
    files_by_status: z.strictObject({
      reading: count,
      awaiting_annotation: count,
      annotated: count,
      failed: count,
    }),
    pages: count.describe('Pages of the files that have been read'),
    documents: count.describe('Documents in the annotated files, repeated ones counted: those that a training can use'),
    used_documents: count.describe(
      `Of them, those that a training takes: at most ${MAX_DOCUMENTS}, and no file in part. It uses repeated ones once`,
    ),
    more_documents: count
      .nullable()
      .describe('Annotated documents still needed for a good model; null: no number is known'),
    advice: z.string(),
    computed_from: z
      .strictObject({
        basis: z
          .enum(['learning_curve', 'general'])
          .describe('learning_curve: of the latest training; general: the benchmark of other sources'),
        model_version: z.string().nullable().describe('The model whose learning curve it is'),
        documents: count.nullable().describe('Documents that this model was trained on'),
        added_documents: count
          .nullable()
          .describe('Documents annotated since its training, in the collections that the training used'),
        target_error_rate: z.number().min(0).max(1).nullable(),
      })
      .describe('What the number and the advice rest on'),
  })
  .meta({ id: 'TrainingData' });
export type TrainingData = z.infer<typeof trainingDataSchema>;

type Counts = Pick<TrainingData, 'files' | 'files_by_status' | 'pages' | 'documents' | 'used_documents'>;
type Advice = Pick<TrainingData, 'more_documents' | 'advice' | 'computed_from'>;

/** Number of documents in the annotated files of each collection, whose names are composed. */
type AnnotatedCounts = ReadonlyMap<string, number>;

/** @param collections  null: all */
const countIn = (annotated: AnnotatedCounts, collections: readonly string[] | null): number =>
  (collections?.map(composedName) ?? [...annotated.keys()]).reduce((sum, name) => sum + (annotated.get(name) ?? 0), 0);

const countFiles = async (
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
): Promise<{ readonly counts: Counts; readonly annotated: AnnotatedCounts }> => {
  const byStatus: Record<TrainingDocumentStatus, number> = {
    reading: 0,
    awaiting_annotation: 0,
    annotated: 0,
    failed: 0,
  };
  const annotated = new Map<string, number>();
  const usable: TrainingDocument[] = [];
  let [files, pages] = [0, 0];
  for await (const file of trainingDocumentsOf(service, workflow)) {
    files += 1;
    byStatus[file.status] += 1;
    pages += file.page_count ?? 0;
    if (file.status !== 'annotated') continue;
    const collection = composedName(file.collection);
    annotated.set(collection, (annotated.get(collection) ?? 0) + documentsIn(file));
    usable.push(file);
  }
  const documents = countIn(annotated, null);
  const counts = {
    files,
    files_by_status: byStatus,
    pages,
    documents,
    used_documents: countDocuments(drawDocuments(usable)),
  };
  return { counts, annotated };
};

const asDocuments = (number: number): string => (number === 1 ? '1 document' : `${number} documents`);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Advice before the first training. */
const generalAdvice = (documents: number): Advice => {
  const more = Math.max(0, GOOD_START - documents);
  const least = Math.max(0, MIN_DOCUMENTS - documents);
  const advice =
    more === 0
      ? `${asDocuments(documents)} are enough for a good start. Train the workflow: its learning curve then says whether more help.`
      : `Add or annotate ${asDocuments(more)} more: ${GOOD_START} are a good start.` +
        // Which documents repeat others is known when a training has read their pages.
        (least > 0
          ? ` A training needs at least ${MIN_DOCUMENTS}.`
          : ` A training is possible if ${MIN_DOCUMENTS} of them are different.`);
  return {
    more_documents: more,
    advice,
    computed_from: {
      basis: 'general',
      model_version: null,
      documents: null,
      added_documents: null,
      target_error_rate: null,
    },
  };
};

/**
 * Documents that were annotated since the training of a model, in the collections that it used, repeated ones counted;
 * below 0 where more were deleted.
 */
const addedSince = async (
  service: Pick<Service, 'table'>,
  { training_id: id, ...model }: WorkflowModel,
  { documents, repeated_documents: repeated }: ModelReport['data'],
  annotated: AnnotatedCounts,
): Promise<number> => {
  // A model that was imported, or came with a migration, has no training in this workflow.
  const training = id === null ? undefined : await getTraining(service, { ...model, training_id: id });
  return countIn(annotated, training?.collections ?? null) - (training?.documents?.annotated ?? documents + repeated);
};

/** The advice of a training, with the number of documents that it still asks for. */
const adviceWith = (
  { more_documents: asked, advice, target_error_rate: target }: ModelReport['more_data'],
  more: number | null,
): string => {
  if (more === null || more === asked) return advice;
  return more === 0
    ? 'As many documents as the last training asked for have been added. Train again.'
    : `About ${more} more ${more === 1 ? 'document' : 'documents'} should bring the error to ${percent(target)}.`;
};

/** Advice from the learning curve of the latest model; undefined where the workflow has no model of its own. */
const measuredAdvice = async (
  service: Pick<Service, 'table' | 'blobs'>,
  workflow: WorkflowKey,
  annotated: AnnotatedCounts,
): Promise<Advice | undefined> => {
  const [latest] = await modelsOf(service, workflow);
  if (latest === undefined) return undefined;
  const { more_data: data, data: trained } = await readReport(service, latest);
  const added = await addedSince(service, latest, trained, annotated);
  const { more_documents: asked } = data;
  // Where the training asked for none, deleted documents are not asked for either.
  const more = asked === null || asked === 0 ? asked : Math.max(0, asked - added);
  return {
    more_documents: more,
    advice: adviceWith(data, more),
    computed_from: {
      basis: 'learning_curve',
      model_version: latest.model_version,
      documents: trained.documents,
      added_documents: Math.max(0, added),
      target_error_rate: data.target_error_rate,
    },
  };
};

/** Of a preview, the training data of its parent. @throws WorkflowNotFoundError, WorkflowNotTrainableError */
export const describeTrainingData = async (
  service: Pick<Service, 'table' | 'blobs'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
): Promise<TrainingData> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  const { counts, annotated } = await countFiles(service, documentsOf(workflow));
  const advice = (await measuredAdvice(service, workflow, annotated)) ?? generalAdvice(counts.documents);
  return { ...counts, ...advice };
};
