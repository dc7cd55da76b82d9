import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../bench/contract/openapi-operations.ts';
import { drawRequest } from '../../bench/contract/draw-request.ts';
import type { DrawnRequest } from '../../bench/contract/draw-request.ts';
import { findBreaches } from '../../bench/contract/find-breaches.ts';
import { GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';
import type { ProcessingResult } from '../../core/results/processing-result.ts';
import { routes } from '../../lambdas/api/routes/routes.ts';
import { writeFakeDocument } from '../fakes/fake-document.ts';
import { MULTIPART, uploadBody } from './harness/multipart-body.ts';
import { answers, contractDocument } from './harness/openapi-answers.ts';
import { startTestApi } from './harness/test-api.ts';
import type { TestApi } from './harness/test-api.ts';

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
      { numRuns: 5000, seed: 1 },
    );
  });
});

describe('Any request generated from the OpenAPI document', () => {
  it('is answered as documented: never with 5xx, with 4xx where it is invalid, and with 401 without a key', async () => {
    const api = await startTestApi();
    const answer = await api.call({
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}`,
      headers: MULTIPART,
      body: uploadBody(file),
    });
    const known = {
      path: {
        processing_id: [answer.json<ProcessingResult>().processing_id],
        workflow_key: [GENERIC_WORKFLOW_ID],
        page_num: ['1', '2', '3'],
        index: ['0', '1'],
      },
      files: [file],
    };
    await fc.assert(
      fc.asyncProperty(drawRequest(contractDocument, operations, known), async (request) => {
        expect(findBreaches(answers, request, await send(api, request))).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(api.logged).toEqual([]);
  });
});
