import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../bench/contract/openapi-operations.ts';
import type { Operation } from '../../bench/contract/openapi-operations.ts';
import { drawRequest } from '../../bench/contract/draw-request.ts';
import type { DrawnRequest, Known } from '../../bench/contract/draw-request.ts';
import { unfittingText } from '../../bench/contract/draw-values.ts';
import { findBreaches } from '../../bench/contract/find-breaches.ts';
import { GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';
import { decimalParameter, integerParameter } from '../../core/results/pdf/pdf-query.ts';
import { requestExamples } from '../../lambdas/api/openapi/examples.ts';
import type { RouteRow } from '../../lambdas/api/routes/route-row.ts';
import { routes } from '../../lambdas/api/routes/routes.ts';
import { writeFakeDocument } from '../fakes/documents/fake-document.ts';
import { answers, contractDocument } from './harness/openapi-answers.ts';
import { startTestApi } from './harness/test-api.ts';
import type { TestApi } from './harness/test-api.ts';
import { ids } from './isolation/fixtures.ts';

/** Storage, not the API, answers `sendFile`. */
const operations = operationsOf(contractDocument).filter(({ operationId }) => operationId !== 'sendFile');
const file = writeFakeDocument({ pages: 3, starts: [2] });

const send = (api: TestApi, { operation, url, headers, body, credentials }: DrawnRequest) =>
  api.call({
    method: operation.method,
    url,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(credentials === 'key' ? {} : { key: credentials === 'none' ? null : 'tl_test_wrong' }),
  });

describe('The OpenAPI document', () => {
  it('has every route', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(routes).sort());
    expect(Object.entries(routes).filter(([name, { operationId }]) => name !== operationId)).toEqual([]);
  });

  it('has ids of the schemas from which clients generate types', () => {
    expect(Object.keys(contractDocument.components.schemas)).toEqual(
      expect.arrayContaining([
        'ProcessingResult',
        'DocumentSplitting',
        'SubDocument',
        'OcrResult',
        'Extractions',
        'Problem',
        'ProcessingParameters',
        'InProgress',
      ]),
    );
  });

  it('has examples that match its schemas', () => {
    const breaches = operations.flatMap((operation) =>
      Object.entries(operation.responses).flatMap(([status, { headers = {}, content = {} }]) =>
        Object.entries(content).flatMap(([type, media]) =>
          'example' in media
            ? answers.findBreaches(operation, {
                status: Number(status),
                headers: {
                  ...Object.fromEntries(Object.keys(headers).map((name) => [name.toLowerCase(), 'x'])),
                  'content-type': type,
                },
                body: Buffer.from(JSON.stringify(media.example)),
              })
            : [],
        ),
      ),
    );
    expect(breaches).toEqual([]);
  });

  it('has an example of every request body, and of the main response of every operation that answers with a text', () => {
    const missing = operations.flatMap(({ operationId, bodies, responses }) => {
      const { content: answer = {} } = responses['200'] ?? responses['201'] ?? responses['202'] ?? {};
      const texts = Object.keys(answer).filter((type) => /^(application\/json|text\/html)$/.test(type));
      return [
        ...Object.entries(bodies).map(([type, media]) => [`request of ${type}`, media] as const),
        ...texts.map((type) => [`response of ${type}`, answer[type] ?? {}] as const),
      ].flatMap(([what, media]) => ('example' in media ? [] : [`${operationId}: ${what}`]));
    });
    expect(missing).toEqual([]);
  });

  it('has examples of JSON requests that the routes accept', () => {
    for (const row of Object.values<RouteRow>(routes)) {
      const schema = row.request.body?.['application/json'];
      if (schema === undefined) continue;
      const example = requestExamples[row.operationId]?.['application/json'];
      expect(schema.safeParse(example).error?.issues ?? [], row.operationId).toEqual([]);
    }
  });
});

describe('A generated request for an operation', () => {
  const known = { path: { processing_id: [GENERIC_WORKFLOW_ID] }, files: [file] };

  it('matches no other operation: no path segment is empty or consists of dots', () => {
    fc.assert(
      fc.property(drawRequest(contractDocument, operations, known), ({ operation, url }) => {
        const { pathname } = new URL(url, 'http://127.0.0.1');
        expect(pathname.split('/').filter((segment) => segment !== '')).toHaveLength(
          operation.path.split('/').filter((segment) => segment !== '').length,
        );
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
});

describe('A text that is generated as invalid', () => {
  it.each([
    ['a number', 'number', decimalParameter(5, 5000, 'Millimetres')],
    ['a whole number', 'integer', integerParameter(5, 5000, 'Pixels')],
  ])('is no way to write %s', (_, type, parameter) => {
    const texts = unfittingText(contractDocument, { type, minimum: 5, maximum: 5000 });
    if (texts === undefined) throw new Error('No text is generated.');
    fc.assert(
      fc.property(texts, (text) => {
        expect(parameter.safeParse(text).success, text).toBe(false);
      }),
      { numRuns: 1000, seed: 1 },
    );
  });
});

/** A service with what the ids in the path of an operation name, and those ids. */
async function prepare({ path }: Operation): Promise<{ readonly api: TestApi; readonly known: Known }> {
  const api = await startTestApi();
  const existing: Record<string, readonly string[]> = {
    page_num: ['1', '2'],
    index: ['0', '1'],
    version: ['base', 'workflow-0123456789ab'],
    collection_name: ['unknown'],
  };
  for (const [name, fixture] of Object.entries(ids)) {
    if (!path.includes(`{${name}}`)) continue;
    // More than one, so that a deletion finds some more than once.
    existing[name] = [await fixture.make(api, api.key), await fixture.make(api, api.key)];
  }
  const generic = path.includes('{workflow_key}') ? [GENERIC_WORKFLOW_ID] : [];
  return {
    api,
    known: { path: { ...existing, workflow_key: [...(existing['workflow_key'] ?? []), ...generic] }, files: [file] },
  };
}

const CASES = 40;

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'Any request generated for %s',
  (name, operation) => {
    it('is answered as documented: never with 5xx, with 4xx where it is invalid, and with 401 without a key', async () => {
      const { api, known } = await prepare(operation);
      await fc.assert(
        fc.asyncProperty(drawRequest(contractDocument, [operation], known), async (request) => {
          // After the deletion of the account its key is refused: every case has its own account.
          const asked = name === 'deleteAccount' ? await startTestApi() : api;
          expect(findBreaches(answers, request, await send(asked, request))).toEqual([]);
          expect(asked.logged).toEqual([]);
        }),
        // The requests change the service: a smaller failing request would be looked for in another state.
        { numRuns: CASES, endOnFailure: true },
      );
    });
  },
);
