/** A processed document, for the tests of what comes after. */
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { ProcessingResult } from '../../../core/results/processing-result.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import type { FakeDocument } from '../../fakes/documents/fake-document.ts';
import { MULTIPART, uploadBody } from './multipart-body.ts';
import { startTestApi } from './test-api.ts';
import type { Answer, ApiCall, TestApi } from './test-api.ts';

export interface Sample {
  readonly api: TestApi;
  readonly id: string;
  /** Path of the result. */
  readonly path: string;
  get(rest: string, more?: Partial<ApiCall>): Promise<Answer>;
  /** POST …/document-splitting/verification. */
  verify(body?: unknown, more?: Partial<ApiCall>): Promise<Answer>;
}

export const VERIFICATION = '/document-splitting/verification';
export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends a document and returns the id of its processing request. */
export const processSample = async (
  api: TestApi,
  document: FakeDocument,
  parameters?: Readonly<Record<string, unknown>>,
  more: Partial<ApiCall> = {},
): Promise<string> => {
  const answer = await api.call({
    method: 'POST',
    url: `/processing/${GENERIC_WORKFLOW_ID}?include=pdf`,
    headers: MULTIPART,
    body: uploadBody(writeFakeDocument(document), parameters),
    ...more,
  });
  return answer.json<ProcessingResult>().processing_id;
};

/** Four pages, split after the second. */
export const startWithSample = async (
  document: FakeDocument = { pages: 4, starts: [3] },
  parameters?: Readonly<Record<string, unknown>>,
): Promise<Sample> => {
  const api = await startTestApi();
  const id = await processSample(api, document, parameters);
  const path = `/processing/results/${id}`;
  return {
    api,
    id,
    path,
    get: (rest, more = {}) => api.call({ url: `${path}${rest}`, ...more }),
    verify: (body, more = {}) =>
      api.call({
        method: 'POST',
        url: `${path}${VERIFICATION}`,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...more,
        headers: { ...(body === undefined ? {} : JSON_TYPE), ...more.headers },
      }),
  };
};
