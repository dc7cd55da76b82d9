/**
 * Ids in bodies and queries: one of another account is answered as one that does not exist, and a cursor of another
 * account's list is refused.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { accountKey } from '../../../core/accounts/account.ts';
import { operationsOf, resolveSchema } from '../../../bench/contract/openapi-operations.ts';
import type { JsonSchema } from '../../../bench/contract/openapi-operations.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { readWorkflow } from '../../../core/workflows/workflow.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addTrainingDocument } from '../../fakes/fake-workflows.ts';
import { contractDocument } from '../harness/openapi-answers.ts';
import { recordOf } from '../harness/pipeline-harness.ts';
import { processSample } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { contentsOf } from './account-contents.ts';
import { ids, IN_A_DAY, JSON_TYPE, PLANTED } from './fixtures.ts';
import { nestedIds } from './nested-fixtures.ts';

const UNKNOWN = '99999999-0000-4000-8000-000000000009';

let cases = 0;
afterAll(() => {
  process.stdout.write(`Isolation of ids in bodies and queries: ${cases} cases\n`);
});

const call = (api: TestApi, method: string, url: string, body?: object, key = api.key): Promise<Answer> =>
  api.call({
    method,
    url,
    key,
    ...(body === undefined ? {} : { headers: JSON_TYPE, body: JSON.stringify(body) }),
  });
const made = async (api: TestApi, name: string, key = api.key): Promise<string> => {
  const fixture = ids[name];
  if (fixture === undefined) throw new Error(`${name} has no fixture.`);
  return fixture.make(api, key);
};
const otherAccount = async (api: TestApi): Promise<string> =>
  (await api.call({ url: '/account', key: api.otherKey })).json<{ account_id: string }>().account_id;

/** A file that was sent, and that no request has used yet. */
const makeUpload = async (api: TestApi, key: string): Promise<string> => {
  const bytes = writeFakeDocument({ pages: 1 });
  const created = await call(
    api,
    'POST',
    '/uploads',
    { file_name: `${PLANTED}.pdf`, content_type: 'application/pdf', size: bytes.length },
    key,
  );
  const { upload_id: id, url } = created.json<{ upload_id: string; url: string }>();
  expect(await api.service.blobs.receive(url, 'application/pdf', bytes)).toBe(200);
  return id;
};

interface GivenId {
  /** `operationId member`. */
  readonly name: string;
  /** The documented status of a foreign id, as of an unknown one. */
  readonly refused: 403 | 404 | 422;
  readonly unknown: string;
  /** Makes what the id names, in the account of the key. */
  readonly make: (api: TestApi, key: string) => Promise<string>;
  /** What the first account asks with. */
  readonly prepare: (api: TestApi) => Promise<Prepared>;
}
interface Prepared {
  readonly ask: (id: string) => Promise<Answer>;
  /** Makes what can be asked for. Default: `make` with the account's key. */
  readonly makeOwn?: () => Promise<string>;
}

const below = (name: string) => async (api: TestApi, key: string) => {
  const fixture = nestedIds[name];
  if (fixture === undefined) throw new Error(`${name} has no fixture.`);
  return fixture.make(api, key, await made(api, fixture.below, key));
};

const compared =
  (member: 'base' | 'candidate') =>
  async (api: TestApi): Promise<Prepared> => {
    const workflow = await made(api, 'workflow_id');
    const makeOwn = async () => (await nestedIds['version']?.make(api, api.key, workflow)) ?? '';
    const first = await makeOwn();
    const query = (id: string) => new URLSearchParams({ base: first, candidate: first, [member]: id });
    return { ask: (id) => call(api, 'GET', `/workflows/${workflow}/models/compare?${query(id).toString()}`), makeOwn };
  };

const given: readonly GivenId[] = [
  {
    name: 'processDocument upload_id',
    refused: 422,
    unknown: UNKNOWN,
    make: makeUpload,
    prepare: (api) =>
      Promise.resolve({
        ask: (id) => call(api, 'POST', `/processing/${GENERIC_WORKFLOW_ID}`, { upload_id: id }),
      }),
  },
  {
    name: 'addTrainingDocuments upload_ids',
    refused: 422,
    unknown: UNKNOWN,
    make: makeUpload,
    prepare: async (api) => {
      const workflow = await made(api, 'workflow_id');
      const url = `/workflows/${workflow}/training-documents`;
      return { ask: (id) => call(api, 'POST', url, { upload_ids: [id], upload_mode: 'merged' }) };
    },
  },
  {
    name: 'importModel upload_id',
    refused: 422,
    unknown: UNKNOWN,
    make: makeUpload,
    prepare: async (api) => {
      const workflow = await made(api, 'workflow_id');
      return { ask: (id) => call(api, 'POST', `/workflows/${workflow}/models`, { upload_id: id }) };
    },
  },
  {
    name: 'addFeedback workflow_id',
    refused: 404,
    unknown: UNKNOWN,
    make: (api, key) => made(api, 'workflow_id', key),
    prepare: async (api) => {
      const result = await made(api, 'processing_id');
      return { ask: (id) => call(api, 'POST', `/processing/feedback/${result}`, { workflow_id: id }) };
    },
  },
  {
    name: 'createShareToken processing_id',
    refused: 403,
    unknown: UNKNOWN,
    make: (api, key) => made(api, 'processing_id', key),
    prepare: (api) =>
      Promise.resolve({
        ask: (id) => call(api, 'POST', '/share-tokens', { processing_id: id, expires_at: IN_A_DAY }),
      }),
  },
  {
    name: 'createErrorReport processing_id',
    refused: 403,
    unknown: UNKNOWN,
    make: (api, key) => made(api, 'processing_id', key),
    prepare: async (api) => {
      await api.service.table.write([{ update: accountKey(api.accountId), set: { error_reports: true } }]);
      return { ask: (id) => call(api, 'POST', '/processing/error-reports/extractions', { processing_id: id }) };
    },
  },
  {
    name: 'startTraining collections',
    refused: 422,
    unknown: 'nobody-has-this-name',
    make: below('collection_name'),
    prepare: async (api) => {
      const workflow = await made(api, 'workflow_id');
      return {
        ask: (id) => call(api, 'POST', `/workflows/${workflow}/trainings`, { collections: [id] }),
        makeOwn: async () => {
          const row = await readWorkflow(api.service, { account_id: api.accountId, workflow_id: workflow });
          if (row === undefined) throw new Error('The workflow is not stored.');
          for (let number = 0; number < 5; number += 1)
            await addTrainingDocument(api.service, row, [recordOf(1), recordOf(2)], { collection: 'letters' });
          return 'letters';
        },
      };
    },
  },
  {
    name: 'listShareTokens processing_id',
    refused: 403,
    unknown: UNKNOWN,
    make: async (api, key) => {
      const id = await made(api, 'processing_id', key);
      await call(api, 'POST', '/share-tokens', { processing_id: id, expires_at: IN_A_DAY }, key);
      return id;
    },
    prepare: (api) => Promise.resolve({ ask: (id) => call(api, 'GET', `/share-tokens?processing_id=${id}`) }),
  },
  {
    name: 'compareModels base',
    refused: 404,
    unknown: 'workflow-999999999999',
    make: below('version'),
    prepare: compared('base'),
  },
  {
    name: 'compareModels candidate',
    refused: 404,
    unknown: 'workflow-999999999999',
    make: below('version'),
    prepare: compared('candidate'),
  },
];

/** Names in bodies and queries of one workflow, with which nothing of another one can be reached. */
const NAMES = ['addTrainingDocuments collection', 'listTrainingDocuments collection'];

interface List {
  readonly operationId: string;
  /** Makes three entries for the account of the key. @returns the list's path */
  readonly fill: (api: TestApi, key: string) => Promise<string>;
}

const thrice = async (make: () => Promise<unknown>): Promise<void> => {
  for (let number = 0; number < 3; number += 1) await make();
};
const listOf =
  (path: string, name: string): List['fill'] =>
  async (api, key) => {
    await thrice(() => made(api, name, key));
    return path;
  };
const listBelow =
  (path: string, name: string): List['fill'] =>
  async (api, key) => {
    const fixture = nestedIds[name];
    if (fixture === undefined) throw new Error(`${name} has no fixture.`);
    const outer = await made(api, fixture.below, key);
    await thrice(() => fixture.make(api, key, outer));
    return path.replace('{}', outer);
  };

const lists: readonly List[] = [
  {
    operationId: 'listDocuments',
    fill: async (api, key) => {
      const workflow = await made(api, 'workflow_id', key);
      await thrice(() => processSample(api, { pages: 1 }, undefined, { url: `/processing/${workflow}`, key }));
      return `/workflows/${workflow}/documents`;
    },
  },
  {
    operationId: 'listErrorReports',
    fill: async (api, key) => {
      const account = key === api.key ? api.accountId : await otherAccount(api);
      await api.service.table.write([{ update: accountKey(account), set: { error_reports: true } }]);
      await thrice(async () =>
        call(
          api,
          'POST',
          '/processing/error-reports/extractions',
          { processing_id: await made(api, 'processing_id', key), description: PLANTED },
          key,
        ),
      );
      return '/processing/error-reports';
    },
  },
  { operationId: 'listShareTokens', fill: listOf('/share-tokens', 'token_id') },
  { operationId: 'listWorkflows', fill: listOf('/workflows', 'workflow_id') },
  { operationId: 'listProcessingWorkflows', fill: listOf('/processing/workflows', 'workflow_id') },
  { operationId: 'listTrainingDocuments', fill: listBelow('/workflows/{}/training-documents', 'document_id') },
  { operationId: 'listWebhooks', fill: listOf('/account/webhooks', 'webhook_id') },
  { operationId: 'listDeliveries', fill: listBelow('/account/webhooks/{}/deliveries', 'delivery_id') },
  {
    operationId: 'listTrainings',
    fill: async (api, key) => {
      const workflow = await made(api, 'workflow_id', key);
      await thrice(() => nestedIds['version']?.make(api, key, workflow) ?? Promise.resolve());
      return `/workflows/${workflow}/trainings`;
    },
  },
  { operationId: 'listModels', fill: listBelow('/workflows/{}/models', 'version') },
  { operationId: 'listApiKeys', fill: listOf('/account/api-keys', 'key_id') },
  { operationId: 'listMembers', fill: listOf('/account/members', 'member_id') },
  { operationId: 'listCollections', fill: listBelow('/workflows/{}/collections', 'collection_name') },
];

/** What distinguishes two refusals, beside their ids. */
const comparable = (answer: Answer, id: string): string =>
  answer
    .text()
    .replaceAll(id, '<id>')
    .replace(/"request_id":"[^"]*"/, '');

describe('The tables of ids in bodies and queries', () => {
  const membersOf = (schema: JsonSchema | undefined): string[] => {
    if (schema === undefined) return [];
    const {
      properties = {},
      anyOf = [],
      oneOf = [],
      allOf = [],
    } = resolveSchema(contractDocument, schema) as Readonly<{
      properties?: Readonly<Record<string, unknown>>;
      anyOf?: readonly JsonSchema[];
      oneOf?: readonly JsonSchema[];
      allOf?: readonly JsonSchema[];
    }>;
    return [...Object.keys(properties), ...[...anyOf, ...oneOf, ...allOf].flatMap(membersOf)];
  };
  const operations = operationsOf(contractDocument).filter(({ operationId }) => operationId !== 'sendFile');

  it('name every id that a body or a query can have', () => {
    const known = new Set([...given.map(({ name }) => name), ...NAMES]);
    const found = operations.flatMap(({ operationId, parameters, bodies }) =>
      [
        ...parameters.filter((one) => one.in === 'query').map(({ name }) => name),
        ...Object.values(bodies).flatMap(({ schema }) => membersOf(schema)),
      ]
        .filter((name) => /(?:^|_)ids?$|^collections?$|^base$|^candidate$/.test(name))
        .map((name) => `${operationId} ${name}`),
    );
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((name) => !known.has(name))).toEqual([]);
  });

  it('name every list with a cursor', () => {
    const found = operations
      .filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
      .map(({ operationId }) => operationId);
    expect(lists.map(({ operationId }) => operationId).sort()).toEqual(found.sort());
  });
});

describe.each(given.map((one) => [one.name, one] as const))('%s', (_, { refused, unknown, make, prepare }) => {
  it('answers a foreign id as an unknown one, and changes nothing of the other account', async () => {
    const api = await startTestApi();
    const { ask } = await prepare(api);
    const [foreign, other] = [await make(api, api.otherKey), await otherAccount(api)];
    const before = await contentsOf(api, other);
    const answers = [await ask(unknown), await ask(foreign)];
    cases += answers.length;
    for (const answer of answers) expect([answer.status, answer.text()]).toEqual([refused, expect.any(String)]);
    expect(answers[1]?.text().replaceAll(foreign, '<id>')).not.toContain(PLANTED);
    expect(answers.map((answer, at) => comparable(answer, at === 0 ? unknown : foreign))).toEqual(
      answers.map(() => comparable(answers[0] as Answer, unknown)),
    );
    expect(await contentsOf(api, other)).toBe(before);
  });

  it('finds an own id', async () => {
    const api = await startTestApi();
    const { ask, makeOwn = () => make(api, api.key) } = await prepare(api);
    const own = await makeOwn();
    cases += 1;
    const answer = await ask(own);
    const found = comparable(answer, own) !== comparable(await ask(unknown), unknown);
    expect(found, answer.text()).toBe(true);
  });
});

describe.each(lists.map((one) => [one.operationId, one] as const))('The cursor of %s', (_, { fill }) => {
  it('of another account is refused, and shows nothing', async () => {
    const api = await startTestApi();
    const [own, foreign] = [await fill(api, api.key), await fill(api, api.otherKey)];
    const page = (path: string, key: string, cursor = '') =>
      api.call({ url: `${path}?limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`, key });
    const { next } = (await page(foreign, api.otherKey)).json<{ next: string }>();
    expect((await page(foreign, api.otherKey, next)).status).toBe(200);
    const answer = await page(own, api.key, next);
    cases += 1;
    expect(answer.status).toBe(422);
    expect(answer.text()).not.toContain(PLANTED);
  });
});
