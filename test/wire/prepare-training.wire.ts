/** The memory that PrepareTraining needs for the largest training, as the deployed package, against moto. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { awsService } from '../../adapters/aws/aws-service.ts';
import { readAwsSettings } from '../../adapters/aws/settings.ts';
import type { Service } from '../../core/service.ts';
import type { PageRecord } from '../../core/documents/page-record.ts';
import { requestTraining } from '../../core/workflows/training/request-training.ts';
import { MAX_DOCUMENTS } from '../../core/workflows/training/steps/draw-documents.ts';
import { trainingBlobs } from '../../core/workflows/training/training.ts';
import { workflowRowKey } from '../../core/requests/workflows/workflow-key.ts';
import { noParsers } from '../../lambdas/entry/composition/no-parsers.ts';
import { buildPackages } from '../../lib/packages/build-packages.ts';
import { readStageSettings } from '../../lib/stages.ts';
import { addTrainingDocument, addWorkflow } from '../fakes/fake-workflows.ts';
import { EmulatedCloud } from '../lambda/emulated-cloud.ts';
import { recordOf } from '../service/harness/pipeline-harness.ts';

/** A page record of 45 KB, as a scanned letter has (PAGE_BYTES of bench/cost/measured-times.ts). */
const page = (number: number): PageRecord => ({
  ...recordOf(number),
  words: Array.from({ length: 350 }, (_, index) => ({
    x1: 10 + index,
    y1: 20,
    x2: 80 + index,
    y2: 40,
    text: `word-${number}-${index}`,
    entropy: 0.1,
    line: index,
    block: 0,
  })),
  fulltext: 'The quarterly statement of the northern branch follows below. '.repeat(40),
  thumbnail: { width: 74, height: 96, grey: Buffer.alloc(74 * 96, 7).toString('base64') },
});

const LONG_DOCUMENT_PAGES = 200;
/** Weights of a workflow's model, as large as those of the base model. */
const WEIGHTS_BYTES = 9_400_000;
/** Of a function's memory; the rest is for what Node.js frees late, and for Lambda's runtime. */
const SHARE_THAT_MAY_BE_USED = 0.75;

let folder: string;
let cloud: EmulatedCloud;
let processId = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-prepare-training-'));
  await chmod(folder, 0o755);
  const packages = await buildPackages({ arch: process.arch === 'arm64' ? 'arm64' : 'x64', outDir: folder });
  cloud = await EmulatedCloud.start({
    motoUrl: inject('motoUrl'),
    packages,
    onStage: (stage) => {
      processId = stage.processId;
    },
  });
}, 120_000);

afterAll(async () => {
  await cloud.close();
  await rm(folder, { recursive: true, force: true });
});

/** The largest resident set of the process so far, in megabytes. */
const peakMb = async (): Promise<number> =>
  Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${processId}/status`, 'utf8'))?.[1]) / 1024;

const addDocuments = async (service: Service) => {
  const workflow = await addWorkflow(service, randomUUID());
  const weights = `accounts/${workflow.account_id}/weights.json`;
  await service.blobs.put(weights, Buffer.alloc(WEIGHTS_BYTES, ' '), 'application/json');
  await service.table.write([{ update: workflowRowKey(workflow), set: { weights, model_version: 'earlier' } }]);
  const pages = Array.from({ length: LONG_DOCUMENT_PAGES }, (_, index) => page(index + 1));
  // One after another: moto answers 500 to some writes at the same time.
  for (let number = 0; number < MAX_DOCUMENTS; number += 1)
    await addTrainingDocument(service, workflow, number === 0 ? pages : pages.slice(0, 1 + (number % 4)));
  return workflow;
};

describe('PrepareTraining', () => {
  it(`prepares ${MAX_DOCUMENTS} documents within the memory of every stage`, async () => {
    const service = await awsService(readAwsSettings({ ...process.env, ...cloud.environment }), noParsers);
    const workflow = await addDocuments(service);
    const nothing = () => Promise.resolve();
    const started = { ...service, stateMachines: { start: nothing, resume: nothing } };
    const training = await requestTraining(started, { ...workflow, collections: null });
    const { account_id, workflow_id, training_id } = training;
    const key = { account_id, workflow_id, training_id };
    let calls = 0;
    for (let state = { ...key, prepared: false, next: 0 }; !state.prepared; calls += 1)
      state = (await cloud.invoke('PrepareTraining', state)) as typeof state;
    expect(calls).toBe(MAX_DOCUMENTS / 50);
    const copies = await service.blobs.list(trainingBlobs(key).documents);
    expect(copies).toHaveLength(2 * MAX_DOCUMENTS);
    const peak = await peakMb();
    process.stdout.write(`PrepareTraining: at most ${Math.round(peak)} MB resident\n`);
    for (const stage of ['dev', 'prod'])
      expect(peak, stage).toBeLessThan(SHARE_THAT_MAY_BE_USED * readStageSettings(stage).functions.boundaries.memoryMb);
  }, 900_000);
});
