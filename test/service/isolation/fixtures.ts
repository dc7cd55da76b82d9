/**
 * What the isolation test knows of the routes: how to make the thing that an id in a path names, and a valid body for
 * each operation that has one. A route with a new kind of id, or with a body, joins the test by an entry here.
 */
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { BOUNDARY, multipartBody, MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { processSample } from '../harness/process-sample.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';

export const JSON_TYPE = { 'Content-Type': 'application/json' };

export interface IdFixture {
  /** Status of a foreign, an unknown and a deleted id. */
  readonly refused: 403 | 404;
  /** Makes one in the account of the key, and returns its id. */
  make(api: TestApi, key: string): Promise<string>;
  /** Deletes it; absent: it cannot be deleted. */
  remove?(api: TestApi, id: string, key: string): Promise<Answer>;
}

const post = async (api: TestApi, key: string, url: string, body: object, member: string): Promise<string> => {
  const answer = await api.call({ method: 'POST', url, key, headers: JSON_TYPE, body: JSON.stringify(body) });
  return String(answer.json()[member]);
};
const deleteAt =
  (path: string) =>
  (api: TestApi, id: string, key: string): Promise<Answer> =>
    api.call({ method: 'DELETE', url: `${path}/${id}`, key });

export const IN_A_DAY = '2026-11-22T08:00:00Z';
/** Stands in everything that an account makes: no other account may see it. */
export const PLANTED = 'planted-words-of-the-owner';

const workflow: IdFixture = {
  refused: 404,
  make: (api, key) => post(api, key, '/workflows', { workflow_name: PLANTED }, 'workflow_id'),
  remove: deleteAt('/workflows'),
};
const processing: IdFixture = {
  refused: 403,
  make: (api, key) => processSample(api, { pages: 2 }, undefined, { key }),
  remove: deleteAt('/processing/results'),
};

/** By the parameter's name in path templates. */
export const ids: Readonly<Record<string, IdFixture>> = {
  processing_id: processing,
  workflow_id: workflow,
  workflow_key: workflow,
  token_id: {
    refused: 404,
    make: async (api, key) =>
      post(
        api,
        key,
        '/share-tokens',
        { processing_id: await processing.make(api, key), expires_at: IN_A_DAY },
        'token_id',
      ),
    remove: deleteAt('/share-tokens'),
  },
  webhook_id: {
    refused: 404,
    make: (api, key) =>
      post(api, key, '/account/webhooks', { url: 'https://93.184.216.34/hook', description: PLANTED }, 'webhook_id'),
    remove: deleteAt('/account/webhooks'),
  },
  key_id: {
    refused: 404,
    make: (api, key) =>
      post(
        api,
        key,
        '/account/api-keys',
        { name: PLANTED, role: 'reviewer', expires_at: '2100-01-01T00:00:00Z' },
        'key_id',
      ),
  },
  member_id: {
    refused: 404,
    make: (api, key) =>
      post(
        api,
        key,
        '/account/members',
        { email: `${PLANTED}-${api.service.ids.uuid()}@example.com`, role: 'reviewer' },
        'member_id',
      ),
    remove: deleteAt('/account/members'),
  },
};

/** Values of the other parameters of paths. What they name below a foreign id does not matter. */
export const values: Readonly<Record<string, string>> = {
  page_num: '1',
  index: '0',
  interval: 'daily',
  version: 'workflow-0123456789ab',
  collection_name: 'unknown',
  processing_result: 'extractions',
  document_id: '11111111-0000-4000-8000-000000000001',
  training_id: '11111111-0000-4000-8000-000000000001',
  delivery_id: '11111111-0000-4000-8000-000000000001',
};

/** Queries that a route requires. */
export const queries: Readonly<Record<string, string>> = {
  compareModels: '?base=base&candidate=workflow-0123456789ab',
  getWorkflowSnippets: '?language=python',
};

interface Body {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}
const json = (value: object): Body => ({ headers: JSON_TYPE, body: JSON.stringify(value) });
const form = (fields: Readonly<Record<string, string>>, file = writeFakeDocument({ pages: 1 })): Body => ({
  headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  body: multipartBody([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', value: file, disposition: 'filename="a.pdf"', type: 'application/pdf' },
  ]),
});

/** Valid bodies by operationId. */
export const bodies: Readonly<Record<string, Body>> = {
  processDocument: { headers: MULTIPART, body: uploadBody(writeFakeDocument({ pages: 1 })) },
  createUpload: json({ file_name: 'a.pdf', content_type: 'application/pdf', size: 9 }),
  updateAccount: json({}),
  createApiKey: json({ name: 'k', role: 'reviewer', expires_at: '2100-01-01T00:00:00Z' }),
  addMember: json({ email: 'ann@example.com', role: 'reviewer' }),
  changeMember: json({ role: 'member' }),
  addTrainingDocuments: form({ upload_mode: 'merged' }),
  createCollection: json({ name: 'a' }),
  startTraining: json({}),
  importModel: form({}),
  decideMigration: json({ decision: 'decline' }),
  annotateTrainingDocument: json({ sub_documents: [{ name: 'a', pages: [1] }] }),
  createWorkflow: json({ workflow_name: 'a' }),
  createWebhook: json({ url: 'https://93.184.216.34/hook' }),
};
