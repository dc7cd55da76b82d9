/**
 * The ids below a workflow or a webhook: how to make the thing that each names. A route with a new kind of nested id
 * joins the isolation test by an entry here.
 */
import { readWorkflow } from '../../../core/workflows/workflow.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addTrainingDocument } from '../../fakes/fake-workflows.ts';
import { BOUNDARY, multipartBody } from '../harness/multipart-body.ts';
import { recordOf } from '../harness/pipeline-harness.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { JSON_TYPE, PLANTED } from './fixtures.ts';

export interface NestedFixture {
  /** The parameter of the path that it lies below. */
  readonly below: 'workflow_id' | 'webhook_id';
  /** A valid id that names nothing. */
  readonly unknown: string;
  /** Makes one below `outer`, and returns its id. */
  make(api: TestApi, key: string, outer: string): Promise<string>;
  /** Deletes it; absent: it cannot be deleted. */
  remove?(api: TestApi, key: string, outer: string, id: string): Promise<Answer>;
}

const UNKNOWN = '99999999-0000-4000-8000-000000000009';
const MINUTE_MS = 60_000;

const post = async (api: TestApi, key: string, url: string, body: object): Promise<Answer> =>
  api.call({ method: 'POST', url, key, headers: JSON_TYPE, body: JSON.stringify(body) });

const accountOf = async (api: TestApi, key: string): Promise<string> =>
  (await api.call({ url: '/account', key })).json<{ account_id: string }>().account_id;

/** Starts a training on five more documents. @returns its id */
const startTraining = async (api: TestApi, key: string, workflowId: string): Promise<string> => {
  const workflow = await readWorkflow(api.service, { account_id: await accountOf(api, key), workflow_id: workflowId });
  if (workflow === undefined) throw new Error(`There is no workflow ${workflowId}.`);
  for (let number = 0; number < 5; number += 1)
    await addTrainingDocument(api.service, workflow, [recordOf(1), recordOf(2)], { file_name: `${PLANTED}.pdf` });
  const answer = await post(api, key, `/workflows/${workflowId}/trainings`, {});
  return answer.json<{ training_id: string }>().training_id;
};

/** Trains to the end. @returns the version of the model */
const trainModel = async (api: TestApi, key: string, workflowId: string): Promise<string> => {
  const id = await startTraining(api, key, workflowId);
  await api.service.clock.sleep(MINUTE_MS);
  const training = await api.call({ url: `/workflows/${workflowId}/trainings/${id}`, key });
  return training.json<{ model_version: string }>().model_version;
};

const addDocument = async (api: TestApi, key: string, workflowId: string): Promise<string> => {
  const answer = await api.call({
    method: 'POST',
    url: `/workflows/${workflowId}/training-documents`,
    key,
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: multipartBody([
      { name: 'upload_mode', value: 'merged' },
      {
        name: 'file',
        value: writeFakeDocument({ pages: 2 }),
        disposition: `filename="${PLANTED}.pdf"`,
        type: 'application/pdf',
      },
    ]),
  });
  return answer.json<{ items: { document_id: string }[] }>().items[0]?.document_id ?? '';
};

const deleteAt =
  (path: string) =>
  (api: TestApi, key: string, outer: string, id: string): Promise<Answer> =>
    api.call({ method: 'DELETE', url: `/workflows/${outer}/${path}/${id}`, key });

/** By the parameter's name in path templates. */
export const nestedIds: Readonly<Record<string, NestedFixture>> = {
  document_id: { below: 'workflow_id', unknown: UNKNOWN, make: addDocument, remove: deleteAt('training-documents') },
  training_id: { below: 'workflow_id', unknown: UNKNOWN, make: startTraining },
  version: { below: 'workflow_id', unknown: 'workflow-999999999999', make: trainModel },
  collection_name: {
    below: 'workflow_id',
    unknown: 'nobody-has-this-name',
    make: async (api, key, outer) => {
      const name = `${PLANTED}-${api.service.ids.uuid()}`;
      await post(api, key, `/workflows/${outer}/collections`, { name });
      return name;
    },
    remove: deleteAt('collections'),
  },
  delivery_id: {
    below: 'webhook_id',
    unknown: UNKNOWN,
    make: async (api, key, outer) =>
      (await post(api, key, `/account/webhooks/${outer}/test`, {})).json<{ delivery_id: string }>().delivery_id,
  },
};
