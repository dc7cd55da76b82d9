/**
 * Step DeployModel: copies the weights to their own key, scores two pages with them on the endpoint, then makes them
 * the workflow's model in one write.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ModelUnusableError, ServingModelChangedError } from '../../errors.ts';
import type { ConditionClause } from '../../ports.ts';
import { withBlobFile } from '../../storage/blob-file.ts';
import type { PageJson } from '../../documents/page-record.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { putModel } from './models.ts';
import { trainingBlobs, trainingKeyOf } from '../training/training.ts';
import type { TrainingKey } from '../training/training.ts';
import { readPlan } from '../training/training-plan.ts';
import type { TrainingPlan } from '../training/training-plan.ts';
import { enterState, getTraining } from '../training/trainings.ts';
import { readWorkflow, workflowBlobs } from '../workflow.ts';
import { workflowRowKey } from '../../requests/workflow-key.ts';

type DeployService = Pick<Service, 'table' | 'blobs' | 'splitModel' | 'clock'>;

/** Copies before the row points to the key. An existing version has the same bytes: its name contains their hash. */
const copyModel = async (service: DeployService, key: TrainingKey, version: string): Promise<string> => {
  const { weights, report } = trainingBlobs(key);
  const { modelWeights, modelReport } = workflowBlobs(key);
  for (const [from, to] of [
    [report, modelReport(version)],
    [weights, modelWeights(version)],
  ] as const) {
    if ((await service.blobs.head(to)) === undefined)
      await service.blobs.put(to, await service.blobs.get(from), 'application/json');
  }
  return modelWeights(version);
};

/** Pages that the endpoint scores with the new weights before the workflow uses them. */
const TRIAL_PAGES = 2;

const firstLines = async (path: string, count: number): Promise<PageJson[]> => {
  const lines: PageJson[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line !== '') lines.push(Buffer.from(line));
    if (lines.length === count) break;
  }
  return lines;
};

/** Returns the first pages of a training document. */
const trialPages = async (service: DeployService, key: TrainingKey): Promise<PageJson[]> => {
  const records = (await service.blobs.list(trainingBlobs(key).documents)).find((blob) => blob.endsWith('.jsonl'));
  if (records === undefined) throw new ModelUnusableError('There is no page to test the model with.');
  return withBlobFile(service.blobs, records, (path) => firstLines(path, TRIAL_PAGES));
};

/** The endpoint must be able to load the weights before a document is split with them. */
const tryModel = async (service: DeployService, key: TrainingKey, weights: string, version: string): Promise<void> => {
  const { modelVersion } = await service.splitModel.score(await trialPages(service, key), weights);
  if (modelVersion !== version)
    throw new ModelUnusableError(`The endpoint used model ${modelVersion} instead of ${version}.`);
};

const servesComparedModel = ({ serving }: TrainingPlan): ConditionClause =>
  serving === null
    ? { attribute: 'model_version', is: 'absent' }
    : { attribute: 'model_version', in: [serving.model_version] };

/** Writes only while the model in use is the one that the new model was compared with. */
const setModelInUse = async (
  service: DeployService,
  key: TrainingKey,
  weights: string,
  version: string,
): Promise<void> => {
  const plan = await readPlan(service, key);
  const written = await writeConditionally(service, [
    {
      update: workflowRowKey(key),
      set: { weights, model_version: version },
      when: [
        { attribute: 'training_id', in: [key.training_id] },
        { attribute: 'training_state', in: ['deploying'] },
        servesComparedModel(plan),
      ],
    },
    putModel(key, {
      model_version: version,
      before_version: plan.serving?.model_version ?? null,
      weights,
      created_at: service.clock.now().toISOString(),
    }),
  ]);
  if (written || (await readWorkflow(service, key))?.model_version === version) return;
  throw new ServingModelChangedError(
    "While the training ran another model became the workflow's, or the workflow was deleted. Train again.",
  );
};

/**
 * Deploys a model that the gate accepted. The previous model stays under its own key.
 * @throws ModelUnusableError, ServingModelChangedError, BlobNotFoundError, NotFoundError, TemporarilyUnavailableError,
 *   StorageFullError
 */
export const deployModel = async (service: DeployService, key: TrainingKey): Promise<TrainingKey> => {
  const { gate } = await getTraining(service, key);
  if (gate?.decision === 'go_live') await enterState(service, key, 'deploying');
  const { state, model_version: version } = await getTraining(service, key);
  if (state !== 'deploying') return trainingKeyOf(key);
  if (version === undefined) throw new ModelUnusableError('The model was not evaluated.');
  const weights = await copyModel(service, key, version);
  await tryModel(service, key, weights, version);
  await setModelInUse(service, key, weights, version);
  return trainingKeyOf(key);
};
