/** Step DeployModel: the weights to their own key, a trial of them, then the one write that makes them the workflow's model. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ModelUnusableError, ServingModelChangedError } from '../../errors.ts';
import type { ConditionClause } from '../../ports.ts';
import { withBlobFile } from '../../storage/blob-file.ts';
import type { PageJson } from '../../documents/page-record.ts';
import { writeIfLegal } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { scoreGaps } from '../../splitting/score-gaps.ts';
import { putModel } from './models.ts';
import { trainingBlobs, trainingKeyOf } from '../training/training.ts';
import type { TrainingKey } from '../training/training.ts';
import { readPlan } from '../training/training-plan.ts';
import type { TrainingPlan } from '../training/training-plan.ts';
import { enterState, getTraining } from '../training/trainings.ts';
import { readWorkflow, workflowBlobs, workflowKey } from '../workflow.ts';

type Parts = Pick<Service, 'table' | 'blobs' | 'splitModel' | 'clock'>;

/** Copied before the row points there; a version that is there already has the same bytes. */
const copyModel = async (service: Parts, key: TrainingKey, version: string): Promise<string> => {
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

const TRIAL_PAGES = 2;

const firstLines = async (path: string, count: number): Promise<PageJson[]> => {
  const lines: PageJson[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line !== '') lines.push(Buffer.from(line));
    if (lines.length === count) break;
  }
  return lines;
};

/** Pages for the trial: the first that the model learnt from. */
const trialPages = async (service: Parts, key: TrainingKey): Promise<PageJson[]> => {
  const records = (await service.blobs.list(trainingBlobs(key).documents)).find((blob) => blob.endsWith('.jsonl'));
  if (records === undefined) throw new ModelUnusableError('There is no page to try the model on.');
  return withBlobFile(service.blobs, records, (path) => firstLines(path, TRIAL_PAGES));
};

/** The endpoint itself must open the weights before any document depends on it. */
const tryModel = async (service: Parts, key: TrainingKey, weights: string, version: string): Promise<void> => {
  const { modelVersion } = await scoreGaps(service.splitModel, await trialPages(service, key), weights);
  if (modelVersion !== version)
    throw new ModelUnusableError(`The endpoint answered with ${modelVersion} when it was asked for ${version}.`);
};

const stillServing = ({ serving }: TrainingPlan): ConditionClause =>
  serving === null
    ? { attribute: 'model_version', is: 'absent' }
    : { attribute: 'model_version', in: [serving.model_version] };

/** Only where the model in use is still the one that the new one was judged against. */
const goLive = async (service: Parts, key: TrainingKey, weights: string, version: string): Promise<void> => {
  const plan = await readPlan(service, key);
  const live = await writeIfLegal(service, [
    {
      update: workflowKey(key),
      set: { weights, model_version: version },
      when: [
        { attribute: 'training_id', in: [key.training_id] },
        { attribute: 'training_state', in: ['deploying'] },
        stillServing(plan),
      ],
    },
    putModel(key, {
      model_version: version,
      before_version: plan.serving?.model_version ?? null,
      weights,
      created_at: service.clock.now().toISOString(),
    }),
  ]);
  if (live || (await readWorkflow(service, key))?.model_version === version) return;
  throw new ServingModelChangedError(
    "While the training ran another model became the workflow's, or the workflow was deleted. Train again.",
  );
};

/**
 * Puts a trained model that the gate lets pass into use; the one before stays below its own key.
 * @throws ModelUnusableError, ServingModelChangedError, BlobNotFoundError, NotFoundError, TemporarilyUnavailableError, StorageFullError
 */
export const deployModel = async (service: Parts, key: TrainingKey): Promise<TrainingKey> => {
  const { gate } = await getTraining(service, key);
  if (gate?.decision === 'go_live') await enterState(service, key, 'deploying');
  const { state, model_version: version } = await getTraining(service, key);
  if (state !== 'deploying') return trainingKeyOf(key);
  if (version === undefined) throw new ModelUnusableError('The model was not evaluated.');
  const weights = await copyModel(service, key, version);
  await tryModel(service, key, weights, version);
  await goLive(service, key, weights, version);
  return trainingKeyOf(key);
};
