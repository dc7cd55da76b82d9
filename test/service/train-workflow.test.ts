import { MessageRejected, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { sesClient, SesMailer } from '../../adapters/aws/ses-mailer.ts';
import { TemporarilyUnavailableError, TrainingStateError, WorkflowNotTrainableError } from '../../core/errors.ts';
import { GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';
import { resumeUnfinished } from '../../core/workflows/resume-unfinished.ts';
import { completeTraining } from '../../core/workflows/training/steps/complete-training.ts';
import { checkTraining } from '../../core/workflows/training/steps/check-training.ts';
import { prepareTraining } from '../../core/workflows/training/steps/prepare-training.ts';
import { recordTrainingFailure } from '../../core/workflows/training/steps/record-training-failure.ts';
import { endAsCancelled } from '../../core/workflows/training/cancel-training.ts';
import { requestTraining } from '../../core/workflows/training/request-training.ts';
import { startTraining } from '../../core/workflows/training/steps/start-training.ts';
import { openTrainings } from '../../core/workflows/training/trainings.ts';
import { trainingBlobs } from '../../core/workflows/training/training.ts';
import { activateModel } from '../../core/workflows/models/activate-model.ts';
import { putWorkflow, workflowBlobs } from '../../core/workflows/workflow.ts';
import { workflowPartition, workflowRowKey } from '../../core/requests/workflows/workflow-key.ts';
import { annotatedDocuments } from '../../core/workflows/documents/annotated-documents.ts';
import { PATHS } from '../../web/src/app/paths.ts';
import { TEST_CLIENT } from '../fakes/aws/test-clients.ts';
import type { FakeTraining } from '../fakes/fake-trainer.ts';
import { addTrainingDocument } from '../fakes/fake-workflows.ts';
import { documentedMembers } from './harness/documented-events.ts';
import { recordOf } from './harness/pipeline-harness.ts';
import { openWorld, splitting } from './harness/training-harness.ts';

const FOUR_DAYS_MS = 4 * 24 * 3_600_000;

describe('a training of a workflow', () => {
  it('ends as trained, and later documents are split with the new model', async () => {
    const world = await openWorld();
    expect(await splitting(world)).toEqual([[1, 2, 3]]);
    const training = await world.train();
    expect(training).toMatchObject({
      state: 'trained',
      gate: { decision: 'go_live' },
      error_rate_before: 0.1,
      error_rate_after: 0.02,
    });
    const version = training.model_version ?? '';
    expect(await world.state()).toMatchObject({
      training_state: 'trained',
      model_version: version,
      weights: workflowBlobs(world.workflow).modelWeights(version),
      last_training_date: training.finished_at,
    });
    expect(await splitting(world)).toEqual([[1], [2], [3]]);
  });

  it('is announced by one event and one mail, and its row is closed', async () => {
    const { service, mails, train } = await openWorld();
    const training = await train();
    expect(service.events.published).toMatchObject([
      {
        id: training.training_id,
        type: 'training.completed',
        data: { decision: 'go_live', model_version: training.model_version },
      },
    ]);
    expect(Object.keys(service.events.published[0]?.data ?? {})).toEqual(documentedMembers('training.completed'));
    expect(mails).toMatchObject([{ to: ['people@customer.example'], subject: 'Training complete: Incoming mail' }]);
    for (const part of ['10.0 %', '2.0 %', 'There are too few documents', 'About 35 more documents'])
      expect(mails[0]?.text).toContain(part);
    expect(mails[0]?.text).not.toContain('http');
    expect(await openTrainings(service)).toEqual([]);
  });

  it('has a mail that leads to the trainings, where the service knows where its web interface is', async () => {
    const { workflow, mails, train } = await openWorld(6, { webUrl: 'https://split.example.com' });
    await train();
    await train({ failure: 'It broke.' });
    const page = PATHS.training.replace('$workflowId', workflow.workflow_id);
    expect(mails.map(({ text }) => text.split('\n').at(-2))).toEqual(
      Array<string>(2).fill(`See it in the web interface: https://split.example.com${page}`),
    );
  });

  it('is finalised although SES refuses the mail permanently: no open row, no copied documents', async () => {
    const { service, train } = await openWorld();
    const client = sesClient(TEST_CLIENT);
    mockClient(client)
      .on(SendEmailCommand)
      .rejects(new MessageRejected({ message: 'Email address is not verified.', $metadata: { httpStatusCode: 400 } }));
    Object.assign(service, { mailer: new SesMailer({ client, from: 'tearline@example.com' }) });
    const training = await train();
    expect(training).toMatchObject({ state: 'trained', mail_failure: 'mail_refused' });
    expect(await openTrainings(service)).toEqual([]);
    expect(await service.blobs.list(trainingBlobs(training).input)).toEqual([]);
    await resumeUnfinished(service);
    expect(service.events.published).toHaveLength(1);
  });

  it('gives the trainer the records of annotated documents, those within merged files, and which a person confirmed', async () => {
    const world = await openWorld(2);
    const { service, workflow } = world;
    const merged = await addTrainingDocument(service, workflow, [recordOf(1), recordOf(2), recordOf(3)], {
      upload_mode: 'merged',
      sender: 'ACME',
      sub_documents: [
        { name: 'a', pages: [1, 2], crops: [1, 1] },
        { name: 'b', pages: [3], crops: [1] },
      ],
      annotated_at: '2026-11-26T09:00:00.000Z',
      annotated_by: 'test',
    });
    const split = await addTrainingDocument(service, workflow, [recordOf(1)], { collection: 'letters' });
    const waiting = await addTrainingDocument(service, workflow, [recordOf(1)], { status: 'awaiting_annotation' });
    service.stateMachines.runsAtOnce = false;
    const training = await requestTraining(service, { ...workflow, collections: null });
    await prepareTraining(service, { ...training, next: 0 });
    const blobs = trainingBlobs(training);
    const text = async (key: string) => new TextDecoder().decode(await service.blobs.get(key));
    expect(
      (await text(blobs.recordsOf(merged.document_id)))
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { page: number }).page),
    ).toEqual([1, 2, 3]);
    expect(JSON.parse(await text(blobs.annotationOf(merged.document_id)))).toEqual({
      schema_version: 1,
      sender: 'ACME',
      collection: 'unknown',
      verified: true,
      sub_documents: [{ pages: [1, 2] }, { pages: [3] }],
    });
    expect(JSON.parse(await text(blobs.annotationOf(split.document_id)))).toEqual({
      schema_version: 1,
      sender: null,
      collection: 'letters',
      verified: false,
    });
    expect(await service.blobs.head(blobs.recordsOf(waiting.document_id))).toBeUndefined();
  });

  it('uses the documents of the requested collections only', async () => {
    const { service, workflow } = await openWorld(2);
    const letters = [];
    for (let number = 0; number < 5; number += 1)
      letters.push(await addTrainingDocument(service, workflow, [recordOf(1), recordOf(2)], { collection: 'letters' }));
    service.stateMachines.runsAtOnce = false;
    const training = await requestTraining(service, { ...workflow, collections: ['letters'] });
    await prepareTraining(service, { ...training, next: 0 });
    expect(
      (await service.blobs.list(trainingBlobs(training).documents)).filter((key) => key.endsWith('.jsonl')),
    ).toEqual(letters.map((letter) => trainingBlobs(training).recordsOf(letter.document_id)).sort());
  });

  it('prepares documents in batches, and finishes although documents are deleted meanwhile', async () => {
    const { service, workflow } = await openWorld(5);
    service.stateMachines.runsAtOnce = false;
    const training = await requestTraining(service, { ...workflow, collections: null });
    let prepared = await prepareTraining(service, { ...training, next: 0, batchSize: 2 });
    expect(prepared).toMatchObject({ prepared: false, next: 2 });
    await service.blobs.deleteAll(`accounts/${workflow.account_id}/processings/`);
    prepared = await prepareTraining(service, { ...prepared, batchSize: 2 });
    prepared = await prepareTraining(service, { ...prepared, batchSize: 2 });
    expect(prepared).toMatchObject({ prepared: true, next: 5 });
    expect(
      (await service.blobs.list(trainingBlobs(training).documents)).filter((key) => key.endsWith('.jsonl')),
    ).toHaveLength(2);
  });

  it('writes the weights of a model again whose file was damaged', async () => {
    const world = await openWorld();
    const { service, workflow } = world;
    const { model_version: version = '' } = await world.train();
    const key = workflowBlobs(workflow).modelWeights(version);
    const whole = await service.blobs.get(key);
    await service.blobs.put(key, whole.subarray(0, 9), 'application/json');
    await activateModel(service, workflow, workflow.workflow_id, 'base');
    expect(await world.train()).toMatchObject({ state: 'trained', model_version: version });
    expect([await service.blobs.get(key), (await world.state())?.model_version]).toEqual([whole, version]);
  });

  it('replaces the model of an earlier training, which stays under its own key', async () => {
    const world = await openWorld();
    const first = await world.train();
    await addTrainingDocument(world.service, world.workflow, [recordOf(1), recordOf(2)]);
    const second = await world.train();
    expect([first.state, second.state]).toEqual(['trained', 'trained']);
    expect(second.model_version).not.toBe(first.model_version);
    expect((await world.state())?.model_version).toBe(second.model_version);
    expect(
      await world.service.blobs.head(workflowBlobs(world.workflow).modelWeights(first.model_version ?? '')),
    ).toBeDefined();
    const { items } = await world.service.table.query({
      pk: workflowPartition(world.workflow),
      skBeginsWith: 'MODEL#',
    });
    expect(items.map(({ model_version, before_version }) => ({ model_version, before_version }))).toEqual(
      expect.arrayContaining([
        { model_version: first.model_version, before_version: null },
        { model_version: second.model_version, before_version: first.model_version },
      ]),
    );
  });

  it('deletes the copies of the documents, whether it succeeds or fails', async () => {
    const world = await openWorld();
    const ended = [await world.train(), await world.train({ failure: 'one_document: One document alone.' })];
    for (const training of ended) expect(await world.service.blobs.list(trainingBlobs(training).input)).toEqual([]);
  });
});

describe('the model in use does not change', () => {
  it.each<[string, FakeTraining]>([
    ['the gate of the report keeps it', { gate: 'keep_serving_model', errorAfter: 0.2 }],
    [
      'the error rate rises, although the gate of the report accepts the new model',
      { gate: 'go_live', errorBefore: 0.01, errorAfter: 0.02 },
    ],
  ])('where %s', async (_what, training) => {
    const world = await openWorld();
    const first = await world.train();
    await addTrainingDocument(world.service, world.workflow, [recordOf(1)]);
    const ended = await world.train(training);
    expect(ended).toMatchObject({ state: 'trained', gate: { decision: 'keep_serving_model' } });
    expect((await world.state())?.model_version).toBe(first.model_version);
    expect(world.mails.at(-1)?.subject).toBe('Training complete, model kept: Incoming mail');
  });

  it('where the new model was compared with another one', async () => {
    const world = await openWorld();
    const first = await world.train();
    await addTrainingDocument(world.service, world.workflow, [recordOf(1)]);
    expect((await world.train({ beforeVersion: 'workflow-000000000000' })).gate?.decision).toBe('keep_serving_model');
    expect((await world.state())?.model_version).toBe(first.model_version);
  });

  it.each<[string, FakeTraining, object]>([
    [
      'the job is refused',
      { failure: 'too_few_documents: There are 3 documents; 5 different ones are the fewest to learn from.' },
      { code: 'too_few_documents', status: 422, caused_by_document: true },
    ],
    [
      'the job fails',
      { failure: 'internal_error: The training ended with a fault of the program.' },
      { status: 500, caused_by_document: false },
    ],
    [
      'the weights are damaged',
      { weights: '{"kind":"workflow"' },
      { code: 'model_unusable', caused_by_document: false },
    ],
    [
      'the weights are of another schema version',
      { weights: '{"kind":"workflow","schema_version":9,"base":"b","fine_tuned":{},"calibration":{}}' },
      { code: 'model_unusable' },
    ],
    [
      'the report describes other weights',
      { weights: '{"kind":"workflow","schema_version":3,"base":"b","fine_tuned":{},"calibration":{}}' },
      { code: 'model_unusable' },
    ],
  ])('where %s, and the training ends as failed', async (_what, fake, failure) => {
    const world = await openWorld();
    const first = await world.train();
    await addTrainingDocument(world.service, world.workflow, [recordOf(1)]);
    const training = await world.train(fake);
    expect(training).toMatchObject({ state: 'failed', failure });
    expect(await world.state()).toMatchObject({
      training_state: 'failed',
      model_version: first.model_version,
      weights: workflowBlobs(world.workflow).modelWeights(first.model_version ?? ''),
    });
    const event = world.service.events.published.at(-1);
    expect(event).toMatchObject({ id: training.training_id, type: 'training.failed' });
    expect(Object.keys(event?.data ?? {})).toEqual(documentedMembers('training.failed'));
    expect(world.mails.at(-1)?.subject).toBe('Training failed: Incoming mail');
  });

  it('where the endpoint does not load the new weights', async () => {
    const world = await openWorld();
    Object.assign(world.service, {
      splitModel: { score: () => Promise.resolve({ probabilities: [0.5], modelVersion: 'base-fake' }) },
    });
    expect(await world.train()).toMatchObject({ state: 'failed', failure: { code: 'model_unusable' } });
    expect((await world.state())?.weights).toBeUndefined();
  });

  it('where the file of the model in use is missing, and says what to do; not where that of an earlier one is', async () => {
    const world = await openWorld();
    const { service, workflow } = world;
    const { model_version: first = '' } = await world.train();
    await service.blobs.deleteAll(workflowBlobs(workflow).model(first));
    await addTrainingDocument(service, workflow, [recordOf(1), recordOf(2)]);
    expect(await world.train()).toMatchObject({
      state: 'failed',
      failure: {
        code: 'unusable_weights',
        detail: expect.stringContaining('Put another model into use') as string,
        caused_by_document: true,
      },
    });
    await activateModel(service, workflow, workflow.workflow_id, 'base');
    expect(await world.train()).toMatchObject({ state: 'trained', error_rate_after: expect.any(Number) as number });
  });

  it('where its training documents were deleted after the request', async () => {
    const world = await openWorld();
    const { service, workflow } = world;
    service.stateMachines.runsAtOnce = false;
    const training = await requestTraining(service, { ...workflow, collections: null });
    for (const { document_id } of await annotatedDocuments(service, workflow, null))
      await service.table.write([{ delete: { pk: workflowPartition(workflow), sk: `DOCUMENT#${document_id}` } }]);
    await service.stateMachines.runWaiting();
    expect(await world.read(training)).toMatchObject({
      state: 'failed',
      failure: { code: 'no_documents', caused_by_document: true },
    });
    expect(world.service.trainer.started).toEqual([]);
  });

  it('where another model was deployed while the training ran', async () => {
    const world = await openWorld();
    const { service, workflow } = world;
    const original = service.splitModel;
    const other = {
      update: workflowRowKey(workflow),
      set: { model_version: 'workflow-111111111111', weights: 'other' },
    };
    Object.assign(service, {
      splitModel: {
        score: async (...args: Parameters<typeof original.score>) => {
          await service.table.write([other]);
          return original.score(...args);
        },
      },
    });
    expect(await world.train()).toMatchObject({ state: 'failed', failure: { code: 'serving_model_changed' } });
    expect((await world.state())?.weights).toBe('other');
    expect(world.mails.at(-1)?.text).toContain("another model became the workflow's");
  });
});

describe('a cancelled training', () => {
  it('has its job stopped, does not change the model in use, and is not announced', async () => {
    const world = await openWorld();
    const { service, workflow } = world;
    service.stateMachines.runsAtOnce = false;
    const training = await requestTraining(service, { ...workflow, collections: null });
    await prepareTraining(service, { ...training, next: 0 });
    await startTraining(service, training);
    expect(await endAsCancelled(service, training)).toMatchObject({ state: 'cancelled' });
    expect(await service.trainer.state(training.training_id)).toEqual({ state: 'stopped' });
    await service.stateMachines.runWaiting();
    expect([(await world.read(training)).state, (await world.state())?.training_state]).toEqual([
      'cancelled',
      'cancelled',
    ]);
    expect([service.events.published, world.mails, await openTrainings(service)]).toEqual([[], [], []]);
    expect((await world.train()).state).toBe('queued');
  });

  it('has its job stopped where the job starts after the cancellation', async () => {
    const { service, workflow } = await openWorld();
    service.stateMachines.runsAtOnce = false;
    const training = await requestTraining(service, { ...workflow, collections: null });
    await prepareTraining(service, { ...training, next: 0 });
    const { trainer } = service;
    const cancelFirst = async (job: Parameters<typeof trainer.start>[0]) => {
      await endAsCancelled({ ...service, trainer }, training);
      await trainer.start(job);
    };
    Object.assign(service, { trainer: { start: cancelFirst } });
    await startTraining(service, training);
    Object.assign(service, { trainer });
    expect(await checkTraining(service, training)).toMatchObject({ job: 'ended' });
    expect(await trainer.state(training.training_id)).toEqual({ state: 'stopped' });
  });

  it('must not have ended before', async () => {
    const world = await openWorld();
    const training = await world.train();
    await expect(endAsCancelled(world.service, training)).rejects.toThrow(TrainingStateError);
    expect((await world.read(training)).state).toBe('trained');
  });
});

describe('a request for a training', () => {
  it('is refused for the generic workflow and while another one has not ended', async () => {
    const { service, workflow } = await openWorld();
    service.stateMachines.runsAtOnce = false;
    const generic = { ...workflow, workflow_id: GENERIC_WORKFLOW_ID, collections: null };
    await expect(requestTraining(service, generic)).rejects.toThrow(WorkflowNotTrainableError);
    await requestTraining(service, { ...workflow, collections: null });
    await expect(requestTraining(service, { ...workflow, collections: null })).rejects.toThrow(TrainingStateError);
  });

  it('is accepted although the state machines are down, and the next sweep starts it', async () => {
    const { service, workflow, read } = await openWorld();
    const { stateMachines } = service;
    Object.assign(service, { stateMachines: { start: () => Promise.reject(new TemporarilyUnavailableError('down')) } });
    const training = await requestTraining(service, { ...workflow, collections: null });
    expect((await read(training)).state).toBe('queued');
    Object.assign(service, { stateMachines });
    expect(await resumeUnfinished(service)).toEqual({ started: 1, announced: 0 });
    expect((await read(training)).state).toBe('trained');
  });
});

describe('a training with a late failure', () => {
  it('ends as trained where the new model is in use already', async () => {
    const world = await openWorld();
    const { service } = world;
    const { table } = service;
    // The step after DeployModel dies before its first write.
    let lost = false;
    Object.assign(service, {
      table: {
        get: table.get.bind(table),
        query: table.query.bind(table),
        write: async (operations: Parameters<typeof table.write>[0]) => {
          if (!lost && JSON.stringify(operations).includes('"state":"trained"')) {
            lost = true;
            throw new Error('lost');
          }
          await table.write(operations);
        },
      },
    });
    const training = await world.train();
    expect(lost).toBe(true);
    expect(training).toMatchObject({ state: 'trained' });
    expect(await world.state()).toMatchObject({ training_state: 'trained', model_version: training.model_version });
  });

  it('does not change when its last steps are repeated', async () => {
    const world = await openWorld();
    const training = await world.train();
    await recordTrainingFailure(world.service, { ...training, error: { Error: 'States.Timeout', Cause: '' } });
    await completeTraining(world.service, training);
    expect((await world.read(training)).state).toBe('trained');
    expect(new Set(world.service.events.published.map(({ id, type }) => `${id} ${type}`)).size).toBe(1);
    expect(world.mails).toHaveLength(1);
  });

  it('goes on after days in which the service was stopped, and is stopped where its job runs for days', async () => {
    const { service, workflow } = await openWorld();
    service.stateMachines.runsAtOnce = false;
    service.trainer.training = { runningPolls: 10 };
    const training = await requestTraining(service, { ...workflow, collections: null });
    await prepareTraining(service, { ...training, next: 0 });
    await startTraining(service, training);
    await service.clock.sleep(FOUR_DAYS_MS);
    // An execution that is resumed begins with its first steps.
    await prepareTraining(service, { ...training, next: 0 });
    await startTraining(service, training);
    expect(await checkTraining(service, training)).toMatchObject({ job: 'running', wait_seconds: 2 });
    await service.clock.sleep(FOUR_DAYS_MS);
    expect(await checkTraining(service, training)).toMatchObject({ job: 'stopped' });
  });

  it('goes on where the clock is set forward by days, while its job has run for a minute', async () => {
    const { service, workflow } = await openWorld();
    service.stateMachines.runsAtOnce = false;
    service.trainer.training = { runningPolls: 10, ranMs: 60_000 };
    const training = await requestTraining(service, { ...workflow, collections: null });
    await prepareTraining(service, { ...training, next: 0 });
    await startTraining(service, training);
    await service.clock.sleep(FOUR_DAYS_MS);
    expect(await checkTraining(service, training)).toMatchObject({ job: 'running', wait_seconds: 6 });
    service.trainer.training = { runningPolls: 10, ranMs: FOUR_DAYS_MS };
    expect(await checkTraining(service, training)).toMatchObject({ job: 'stopped' });
  });

  it('ends as failed where its workflow was deleted meanwhile', async () => {
    const world = await openWorld();
    const { service, workflow } = world;
    service.stateMachines.runsAtOnce = false;
    const training = await requestTraining(service, { ...workflow, collections: null });
    await service.table.write([{ delete: workflowRowKey(workflow) }]);
    await service.stateMachines.runWaiting();
    expect((await world.read(training)).state).toBe('failed');
    expect(await openTrainings(service)).toEqual([]);
    await service.table.write([putWorkflow(workflow)]);
    expect((await world.train()).state).toBe('queued');
  });
});
