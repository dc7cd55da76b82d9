// @module-tag slow
/**
 * The local host, from annotated documents to a split with the model that was trained on them: with the real state
 * machine, container program and model server.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalService } from '../../adapters/local/local-service.ts';
import type { LocalService } from '../../adapters/local/local-service.ts';
import { ensureFirstAccount } from '../../core/accounts/first-account.ts';
import { deleteWorkflow } from '../../core/workflows/deletion/delete-workflow.ts';
import { resumeUnfinished } from '../../core/workflows/resume-unfinished.ts';
import { requestTraining } from '../../core/workflows/training/request-training.ts';
import { getTraining, openTrainings } from '../../core/workflows/training/trainings.ts';
import { readWorkflow, workflowsOf } from '../../core/workflows/workflow.ts';
import type { DomainEvent } from '../../core/ports.ts';
import { stepHandlers } from '../../lambdas/steps/step-handlers.ts';
import { addTrainingDocument, addWorkflow } from '../fakes/fake-workflows.ts';
import { drawCustomer, makeBaseFolder } from '../unit/model/fine-tuning/training-fixtures.ts';

const LIMIT_MS = 120_000;
let dataDir: string;
let baseModelFolder: string;
let service: LocalService | undefined;

const open = async (): Promise<LocalService> => {
  service = await openLocalService({
    dataDir,
    baseModelFolder,
    parsers: { run: () => Promise.reject(new Error('There is nothing to parse.')), close: () => Promise.resolve() },
    steps: stepHandlers,
  });
  return service;
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tearline-local-training-'));
  baseModelFolder = await makeBaseFolder();
}, LIMIT_MS);
afterAll(async () => {
  await service?.close();
  await Promise.all([dataDir, baseModelFolder].map((folder) => rm(folder, { recursive: true, force: true })));
});

describe('a training on the local host', () => {
  it(
    'that is interrupted ends once after a restart, and then its model splits documents',
    async () => {
      const first = await open();
      const { account } = await ensureFirstAccount(first);
      const workflow = await addWorkflow(first, account.account_id);
      for (const pages of drawCustomer(4, 12)) await addTrainingDocument(first, workflow, pages);
      const training = await requestTraining(first, { ...workflow, collections: null });
      await expect
        .poll(async () => (await getTraining(first, training)).state, { timeout: LIMIT_MS, interval: 50 })
        .toBe('training');
      await first.close();

      const second = await open();
      expect(await resumeUnfinished(second)).toEqual({ started: 1, announced: 0 });
      await expect
        .poll(async () => (await getTraining(second, training)).state, { timeout: LIMIT_MS, interval: 100 })
        .toBe('trained');
      await expect.poll(() => openTrainings(second)).toEqual([]);
      const {
        gate,
        model_version: version,
        error_rate_before: before = 0,
        error_rate_after: after = 1,
      } = await getTraining(second, training);
      expect(gate?.decision).toBe('go_live');
      expect(after).toBeLessThan(before);
      const events = (await readFile(join(dataDir, 'events.jsonl'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as DomainEvent);
      expect(events.map(({ id, type }) => [id, type])).toEqual([[training.training_id, 'training.completed']]);

      const { weights } = (await readWorkflow(second, workflow)) ?? {};
      const pages = drawCustomer(9, 6).flat();
      const own = await second.splitModel.score(
        pages.map((page) => Buffer.from(JSON.stringify(page))),
        weights,
      );
      expect(own.modelVersion).toBe(version);
      expect(own.probabilities.map((probability) => probability > 0.5)).toEqual(
        pages.slice(1).map(({ page }) => page === 1),
      );
    },
    LIMIT_MS,
  );

  it('leaves no weights and no folder on the disk once its workflow is deleted', async () => {
    const running = service ?? (await open());
    const { account } = await ensureFirstAccount(running);
    const left = async (): Promise<readonly string[]> =>
      (await Promise.all(['workflow-models', 'trainings'].map((folder) => readdir(join(dataDir, folder))))).flat();
    await running.deleteForgotten();
    expect(await left()).toHaveLength(2);
    for await (const { workflow_id: id } of workflowsOf(running, account.account_id))
      await deleteWorkflow(running, account, id);
    await running.deleteForgotten();
    expect(await left()).toEqual([]);
  });
});
