import { beforeEach, describe, expect, it } from 'vitest';
import type { TrainingData } from '../../../core/workflows/documents/training-data.ts';
import type { TrainingDocumentView } from '../../../core/workflows/documents/list-training-documents.ts';
import type { TrainingView } from '../../../core/workflows/training/view/training-view.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { MULTIPART, multipartBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import { addFiles, createWorkflow, documentsPath, send } from './training-data-client.ts';

const twoPages = writeFakeDocument({ pages: 2 });
const broken = writeFakeDocument({ pages: 1, fails: { job: 'inspect', error: 'DocumentEncryptedError' } });

let api: TestApi;
let workflow: WorkflowView;
beforeEach(async () => {
  api = await startTestApi();
  workflow = await createWorkflow(api);
});
const read = async (): Promise<TrainingData> =>
  (await api.call({ url: `/workflows/${workflow.workflow_id}/training-data` })).json<TrainingData>();

describe('The training data of a workflow', () => {
  it('is counted, and what is missing for a good start is named', async () => {
    expect(await read()).toMatchObject({ files: 0, documents: 0, more_documents: 40 });
    const [merged] = (await addFiles(api, workflow, [writeFakeDocument({ pages: 3 })], {
      upload_mode: 'merged',
    })) as [TrainingDocumentView];
    await addFiles(api, workflow, [writeFakeDocument({ pages: 3 })], { upload_mode: 'merged' });
    await addFiles(api, workflow, [twoPages, twoPages, broken]);
    await send(api, 'PUT', `${documentsPath(workflow)}/${merged.document_id}/annotation`, {
      sub_documents: [{ pages: [1] }, { pages: [2] }, { pages: [3] }],
    });
    expect(await read()).toEqual({
      files: 5,
      files_by_status: { reading: 0, awaiting_annotation: 1, annotated: 3, failed: 1 },
      pages: 10,
      documents: 5,
      used_documents: 5,
      more_documents: 35,
      advice:
        'Add or annotate 35 documents more: 40 are a good start. A training is possible if 5 of them are different.',
      computed_from: {
        basis: 'general',
        model_version: null,
        documents: null,
        added_documents: null,
        target_error_rate: null,
      },
    });
  });

  it('is judged by the learning curve of the latest training', async () => {
    for (let number = 0; number < 6; number += 1) await addFiles(api, workflow, [twoPages]);
    expect((await send(api, 'POST', `/workflows/${workflow.workflow_id}/trainings`, {})).status).toBe(202);
    const trained = await read();
    expect(trained.computed_from).toMatchObject({
      basis: 'learning_curve',
      model_version: expect.stringMatching(/^workflow-/) as string,
    });
    expect(trained.advice).not.toBe('');
  });

  it(
    'counts towards the number that the training asked for in the collections that it used',
    { tags: 'slow' },
    async () => {
      const add = async (number: number, collection: string): Promise<void> => {
        for (let added = 0; added < number; added += 1)
          await addFiles(api, workflow, [twoPages], { upload_mode: 'already_split', collection });
      };
      await add(6, 'letters');
      await add(10, 'invoices');
      await send(api, 'POST', `/workflows/${workflow.workflow_id}/trainings`, { collections: ['letters'] });
      const advice = 'About 35 more documents should help.';
      expect(await read()).toMatchObject({ documents: 16, more_documents: 35, advice });
      expect((await read()).computed_from).toMatchObject({ documents: 6, added_documents: 0 });
      await add(3, 'invoices');
      expect(await read()).toMatchObject({ documents: 19, more_documents: 35, advice });
      await add(4, 'letters');
      expect(await read()).toMatchObject({
        more_documents: 31,
        advice: 'About 31 more documents should bring the error to 1.0 %.',
        computed_from: { documents: 6, added_documents: 4 },
      });
      await add(31, 'letters');
      expect(await read()).toMatchObject({
        more_documents: 0,
        advice: 'As many documents as the last training asked for have been added. Train again.',
      });
    },
  );

  it('counts no repeated file as added since the training', async () => {
    api.service.trainer.training = { repeated: 2 };
    for (let number = 0; number < 8; number += 1) await addFiles(api, workflow, [twoPages]);
    const url = `/workflows/${workflow.workflow_id}/trainings`;
    const { training_id: id } = (await send(api, 'POST', url, {})).json<TrainingView>();
    expect(await read()).toMatchObject({
      documents: 8,
      more_documents: 35,
      computed_from: { documents: 6, added_documents: 0 },
    });
    const training = (await api.call({ url: `${url}/${id}` })).json();
    expect(training).toMatchObject({ documents: { annotated: 8, used: 6 } });
  });

  it('of a model that came from elsewhere counts towards all its documents', async () => {
    for (let number = 0; number < 6; number += 1) await addFiles(api, workflow, [twoPages]);
    await send(api, 'POST', `/workflows/${workflow.workflow_id}/trainings`, {});
    const { model_version: version } = (await read()).computed_from;
    const url = `/workflows/${workflow.workflow_id}/models/${version ?? ''}/export`;
    const { body: exported } = await api.call({ url });
    workflow = await createWorkflow(api);
    const file = { name: 'file', value: exported, disposition: 'filename="m.tearline-model"' };
    const models = `/workflows/${workflow.workflow_id}/models`;
    await api.call({ method: 'POST', url: models, headers: MULTIPART, body: multipartBody([file]) });
    await addFiles(api, workflow, [twoPages]);
    expect(await read()).toMatchObject({ documents: 1, more_documents: 40, computed_from: { documents: 6 } });
  });

  it('of the generic workflow does not exist', async () => {
    const answer = await api.call({ url: `/workflows/${GENERIC_WORKFLOW_ID}/training-data` });
    expect([answer.status, answer.json()['code']]).toEqual([422, 'workflow_not_trainable']);
  });
});
