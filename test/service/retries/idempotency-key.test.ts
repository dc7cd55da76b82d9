/** `Idempotency-Key`: a request is answered once, and its retries get the same answer. */
import { countedUsage } from '../../fakes/counted-usage.ts';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { StorageFullError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { WriteOperation } from '../../../core/ports.ts';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { deleteRow } from '../../../core/requests/processing-requests.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { routes } from '../../../lambdas/api/routes/routes.ts';
import type { RouteRow } from '../../../lambdas/api/routes/route-row.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { JumpingClock } from '../../fakes/fake-world.ts';
import { withPlan } from '../../fakes/plans.ts';
import { MULTIPART, multipartBody, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, ApiCall, TestApi } from '../harness/test-api.ts';

const URL = `/processing/${GENERIC_WORKFLOW_ID}`;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const threePages = writeFakeDocument({ pages: 3, starts: [3] });
const upload = { file_name: 'a.pdf', content_type: 'application/pdf', size: threePages.length };

const post = (api: TestApi, call: Partial<ApiCall> = {}): Promise<Answer> =>
  api.call({
    method: 'POST',
    url: URL,
    body: uploadBody(threePages),
    ...call,
    headers: { ...MULTIPART, 'Idempotency-Key': 'one', ...call.headers },
  });

const postUpload = (api: TestApi, call: Partial<ApiCall> = {}): Promise<Answer> =>
  post(api, { url: '/uploads', body: JSON.stringify(upload), ...call, headers: { ...JSON_TYPE, ...call.headers } });

/** The ids of the account's requests, in any state. */
const requestsOf = async (api: TestApi): Promise<string[]> => [
  ...new Set(
    (await api.service.blobs.list(`accounts/${api.accountId}/processings/`)).map((key) => key.split('/')[3] ?? ''),
  ),
];

const usageOf = async ({ service, accountId }: TestApi): Promise<number> =>
  (await countedUsage(service, accountId)).requests;

const expectReplay = (again: Answer, first: Answer): void => {
  expect([again.status, again.text()]).toEqual([first.status, first.text()]);
  expect(again.headers['idempotency-replayed']).toBe('true');
};

const expectReused = (answer: Answer): void => {
  expect([answer.status, answer.json<Problem>().code]).toEqual([422, 'idempotency_key_reused']);
  expect(answer.json<Problem>().errors?.[0]?.loc).toEqual(['header', 'idempotency-key']);
};

describe('Every POST that makes something', () => {
  const rows = Object.values<RouteRow>(routes).filter(({ method }) => method === 'POST');

  it.each(rows.map((row) => [row.operationId, row] as const))('is idempotent and describes it: %s', (_, row) => {
    expect(row.idempotent).toBe(true);
    expect(Object.keys(row.request.headers?.shape ?? {})).toContain('idempotency-key');
    // With a question mark where another 409 of the route has no such header.
    expect(row.responses[409]?.headers?.map((name) => name.replace('?', ''))).toContain('Retry-After');
  });
});

describe('A retry with the same Idempotency-Key and request', () => {
  it('gets the first 201 byte for byte, with its headers and its own request id, and processes nothing', async () => {
    const api = await startTestApi();
    const first = await post(api, { headers: { 'X-Request-Id': 'first' } });
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    const again = await post(api, { headers: { 'X-Request-Id': 'second' } });
    expectReplay(again, first);
    expect(again.headers['location']).toBe(first.headers['location']);
    expect(again.headers['x-request-id']).toBe('second');
    expect([(await requestsOf(api)).length, await usageOf(api)]).toEqual([1, 1]);
  });

  it('gets the first 202 again, whatever it prefers and although the result is there', async () => {
    const api = await startTestApi();
    api.service.stateMachines.runsAtOnce = false;
    const first = await post(api, { headers: { Prefer: 'respond-async' } });
    expect(first.status).toBe(202);
    await api.service.stateMachines.runWaiting();
    const again = await post(api, { headers: { Prefer: 'wait=9' } });
    expectReplay(again, first);
    expect([again.headers['location'], again.headers['retry-after']]).toEqual([
      first.headers['location'],
      first.headers['retry-after'],
    ]);
    expect((await api.call({ url: first.headers['location'] ?? '' })).status).toBe(200);
  });

  it('gets the first upload address again, and makes no second upload', async () => {
    const api = await startTestApi();
    const first = await postUpload(api);
    expect(first.status).toBe(201);
    expectReplay(await postUpload(api), first);
    expect((await api.service.table.query({ index: 'by_index', pk: 'UNCLAIMED_UPLOADS' })).items).toHaveLength(1);
  });

  const other = { name: 'parameters', value: '{ "threshold": 5e-1, "mode": "auto" }' };
  const file = { name: 'file', value: threePages, disposition: 'filename="inbox.pdf"' };
  const parameters = { mode: 'auto', threshold: 0.5 };

  it.each([
    ['another name of the file', { body: uploadBody(threePages, parameters, 'other.pdf') }],
    ['no name of the file', { body: multipartBody([{ name: 'file', value: threePages }, other]) }],
    ['the fields and members in another order', { body: multipartBody([other, file]) }],
    [
      'another boundary',
      {
        headers: { 'Content-Type': 'multipart/form-data; boundary="other one"' },
        body: Buffer.from(
          Buffer.from(uploadBody(threePages, parameters)).toString('latin1').replaceAll('x-tearline-test', 'other one'),
          'latin1',
        ),
      },
    ],
    ['the query parameters in another order', { url: `${URL}?wait_for=9&include=pdf` }],
    [
      'the id of the workflow in upper case',
      { url: `/processing/${GENERIC_WORKFLOW_ID.toUpperCase()}?include=pdf&wait_for=9` },
    ],
  ])('is the same request with %s', async (_, retry: Partial<ApiCall>) => {
    const api = await startTestApi();
    const request = { url: `${URL}?include=pdf&wait_for=9`, body: uploadBody(threePages, parameters) };
    const first = await post(api, request);
    expect(first.status).toBe(201);
    expectReplay(await post(api, { ...request, ...retry }), first);
  });

  it('is the same request with the members of a JSON body in another order', async () => {
    const api = await startTestApi();
    const first = await postUpload(api);
    const { size, ...others } = upload;
    expectReplay(await postUpload(api, { body: JSON.stringify({ size, ...others }, undefined, 2) }), first);
  });

  it.each([
    ['another file', { body: uploadBody(writeFakeDocument({ pages: 2 })) }],
    ['other parameters', { body: uploadBody(threePages, { mode: 'none' }) }],
    ['another part of the result', { url: `${URL}?include=pdf` }],
    ['another wait', { url: `${URL}?wait_for=3` }],
    ['another workflow', { url: '/processing/3b241101-e2bb-4255-8caf-4136c566a962' }],
    ['an invalid body', { body: uploadBody(threePages, { mode: 'some' }) }],
    ['a malformed body', { body: Buffer.from('hello') }],
    ['JSON', { headers: JSON_TYPE, body: JSON.stringify({ upload_id: GENERIC_WORKFLOW_ID }) }],
    ['another operation', { url: '/uploads', headers: JSON_TYPE, body: JSON.stringify(upload) }],
  ])('is refused with %s', async (_, retry: Partial<ApiCall>) => {
    const api = await startTestApi();
    const first = await post(api);
    expectReused(await post(api, retry));
    expectReplay(await post(api), first);
    expect(await usageOf(api)).toBe(1);
  });

  it('is a new request for another account, and after 24 hours', async () => {
    const api = await startTestApi();
    const first = await post(api);
    const foreign = await post(api, { key: api.otherKey });
    await api.service.clock.sleep(DAY_MS - 1000);
    expectReplay(await post(api), first);
    await api.service.clock.sleep(2000);
    const later = await post(api);
    expect(new Set([first, foreign, later].map((answer) => answer.headers['location'])).size).toBe(3);
  });

  it('gets the first result although the stored results have changed since', async () => {
    const api = await startTestApi();
    const first = await post(api);
    const [id = ''] = await requestsOf(api);
    const key = `accounts/${api.accountId}/processings/${id}/document-splitting.json`;
    await api.service.blobs.put(
      key,
      '{"schema_version":1,"sub_documents":[],"split_point_confidences":[]}',
      'application/json',
    );
    expectReplay(await post(api), first);
  });

  it('gets the first body in the coding that the retry accepts', async () => {
    const api = await startTestApi();
    const request = { body: uploadBody(writeFakeDocument({ pages: 60 })) };
    const first = await post(api, request);
    const again = await post(api, { ...request, headers: { 'Accept-Encoding': 'gzip' } });
    expect([again.headers['content-encoding'], again.headers['vary']]).toEqual(['gzip', 'Accept-Encoding']);
    expect(gunzipSync(again.body).equals(first.body)).toBe(true);
    expectReplay(await post(api, request), first);
  });

  it('gets the body itself where the host carries it as text, but not as bytes', async () => {
    const largeAnswers = {
      maxBytes: 1_000_000,
      downloads: { presignDownload: () => Promise.reject(new Error('No redirect is needed.')) },
      clock: new JumpingClock(),
    };
    const api = await startTestApi({}, { largeAnswers });
    const request = { url: `${URL}?include=page-images`, body: uploadBody(writeFakeDocument({ pages: 100 })) };
    const first = await post(api, request);
    // The size of the text as a JSON string; in base64 it has a third more than the text.
    largeAnswers.maxBytes = JSON.stringify(first.text()).length;
    expect(largeAnswers.maxBytes).toBeLessThan((first.body.length * 4) / 3);
    expectReplay(await post(api, request), first);
  });

  it('gets the CORS headers of its own origin, by which pages may see that it is a replay', async () => {
    const origins = ['https://one.example.com', 'https://two.example.com'];
    const api = await startTestApi({}, { corsOrigins: origins });
    const answers: Answer[] = [];
    for (const origin of origins) answers.push(await post(api, { headers: { Origin: origin } }));
    expect(answers.map(({ headers }) => headers['access-control-allow-origin'])).toEqual(origins);
    const [first, again] = answers as [Answer, Answer];
    expectReplay(again, first);
    expect(again.headers['access-control-expose-headers']).toContain('Idempotency-Replayed');
  });

  it('gets a redirect to the same bytes where the result is larger than the host carries', async () => {
    const largeAnswers = {
      maxBytes: 300,
      downloads: {
        presignDownload: (key: string, until: Date) =>
          Promise.resolve(`https://storage.test/${key}?${until.getTime()}`),
      },
      clock: new JumpingClock(),
    };
    const api = await startTestApi({}, { largeAnswers });
    const request = { body: uploadBody(writeFakeDocument({ pages: 60 })), headers: { Prefer: 'wait=9' } };
    const first = await post(api, request);
    await largeAnswers.clock.sleep(60_000);
    const again = await post(api, request);
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([303, 303, 'true']);
    expect([first, again].map(({ headers }) => headers['preference-applied'])).toEqual(['wait=9', 'wait=9']);
    const [address, addressAgain] = [first, again].map(({ headers }) => (headers['location'] ?? '').split('?'));
    expect(addressAgain?.[0]).toBe(address?.[0]);
    expect(addressAgain?.[1]).not.toBe(address?.[1]);
  });

  it('gets 410 where the request has been deleted, and processes nothing', async () => {
    const api = await startTestApi();
    await post(api);
    const [id = ''] = await requestsOf(api);
    await api.service.table.write([deleteRow({ account_id: api.accountId, processing_id: id })]);
    await api.service.blobs.deleteAll(`accounts/${api.accountId}/processings/${id}/`);
    const again = await post(api);
    expect([again.status, again.json<Problem>().code]).toEqual([410, 'processing_gone']);
    expect([await requestsOf(api), await usageOf(api)]).toEqual([[], 1]);
  });

  it('gets 410 where the file of the first answer has been deleted: an export, after an hour', async () => {
    const api = await startTestApi();
    const exportAgain = () => post(api, { url: '/account/export', body: '' });
    const first = await exportAgain();
    expectReplay(await exportAgain(), first);
    await api.service.clock.sleep(2 * HOUR_MS);
    await deleteExpired(api.service);
    const again = await exportAgain();
    expect([again.status, again.json<Problem>().code]).toEqual([410, 'answer_gone']);
  });
});

describe('The answer to a request with an Idempotency-Key', () => {
  it('costs a copy of the result only where a key is given and the result is long', async () => {
    const api = await startTestApi();
    const copies = async () => (await api.service.blobs.list('accounts/')).filter((key) => key.includes('/result-'));
    await post(api, { headers: { 'Idempotency-Key': 'short' }, url: `${URL}?include=pdf` });
    await api.call({ method: 'POST', url: URL, headers: MULTIPART, body: uploadBody(threePages) });
    expect(await copies()).toEqual([]);
    const pages = 60;
    const answer = await post(api, { body: uploadBody(writeFakeDocument({ pages })) });
    expect(answer.body.length).toBeGreaterThan(4096);
    expect(await copies()).toHaveLength(1);
    expectReplay(await post(api, { body: uploadBody(writeFakeDocument({ pages })) }), answer);
  });
});

describe('A refusal whose cause is the request', () => {
  const tooLarge = uploadBody(Buffer.concat([threePages, Buffer.alloc(70_000)]));

  it.each<[string, number, Partial<ApiCall>]>([
    ['an unknown workflow', 404, { url: '/processing/3b241101-e2bb-4255-8caf-4136c566a962' }],
    ['a workflow key that is not a UUID', 422, { url: '/processing/generic' }],
    ['an unknown query parameter', 422, { url: `${URL}?waitfor=1` }],
    ['parameters out of range', 422, { body: uploadBody(threePages, { threshold: 2 }) }],
    ['parameters that are not JSON', 422, { body: uploadBody(threePages, '{mode:') }],
    [
      'parameters that contradict each other',
      422,
      { body: uploadBody(threePages, { split_before: [2], keep_together: [[1, 3]] }) },
    ],
    ['a body that is not a form', 422, { body: Buffer.from('hello') }],
    ['a file that is too large', 413, { body: tooLarge }],
    ['a file of an unsupported format', 422, { body: uploadBody(Buffer.from('hello')) }],
    ['malformed JSON', 422, { headers: JSON_TYPE, body: '{' }],
    [
      'JSON that is nested a hundred thousand times',
      422,
      { headers: JSON_TYPE, body: '['.repeat(1e5) + ']'.repeat(1e5) },
    ],
    ['parameters that do not fit the document', 422, { body: uploadBody(threePages, { split_before: [9] }) }],
    [
      'a document that fails',
      422,
      { body: uploadBody(writeFakeDocument({ pages: 1, fails: { job: 'inspect', error: 'DocumentEncryptedError' } })) },
    ],
  ])('is given again, and the key takes no other request: %s', async (_, status, request) => {
    const api = await startTestApi();
    const first = await post(api, request);
    expect(first.status).toBe(status);
    expectReplay(await post(api, request), first);
    expectReused(await post(api));
  });

  it('is the same for a form whose boundary changed, although the form is malformed', async () => {
    const api = await startTestApi();
    const form = (boundary: string): Partial<ApiCall> => ({
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-`,
    });
    const first = await post(api, form('one'));
    expect(first.status).toBe(422);
    expectReplay(await post(api, form('quite-another')), first);
  });

  it(
    'is answered in time for a malformed form that is nothing but its boundary, repeated',
    { tags: 'slow' },
    async () => {
      const api = await startTestApi();
      const form = { headers: { 'Content-Type': 'multipart/form-data; boundary=a' }, body: Buffer.alloc(40e6, 'a') };
      const first = await post(api, form);
      expect(first.status).toBe(422);
      expectReplay(await post(api, form), first);
    },
  );
});

describe('A body that is not read', () => {
  it.each([{ 'Content-Type': 'text/plain' }, { 'Content-Encoding': 'gzip' }])(
    'is no other request: after an answer, %j is refused with 415',
    async (headers) => {
      const api = await startTestApi();
      const first = await post(api);
      expect((await post(api, { headers })).status).toBe(415);
      expectReplay(await post(api), first);
    },
  );
});

describe('The key is free again', () => {
  const expectFree = async (api: TestApi, refused: Answer, status: number): Promise<void> => {
    expect(refused.status).toBe(status);
    const answer = await post(api);
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, undefined]);
  };

  it.each<[string, number, Partial<ApiCall>]>([
    ['missing credentials', 401, { key: null }],
    ['an Accept that cannot be met', 406, { headers: { Accept: 'text/html' } }],
    ['a Content-Type that is not accepted', 415, { headers: { 'Content-Type': 'text/plain' } }],
    ['a Content-Encoding that is not known', 415, { headers: { 'Content-Encoding': 'gzip' } }],
    ['an invalid header', 422, { headers: { Prefer: 'x'.repeat(501) } }],
    ['an unknown upload', 422, { headers: JSON_TYPE, body: JSON.stringify({ upload_id: GENERIC_WORKFLOW_ID }) }],
    [
      'a failure of the service',
      500,
      { body: uploadBody(writeFakeDocument({ pages: 1, fails: { job: 'inspect', error: 'segmentation fault' } })) },
    ],
  ])('after %s', async (_, status, request) => {
    const api = await startTestApi();
    await expectFree(api, await post(api, request), status);
  });

  it('after 403, where another key of the account has a role that is sufficient', async () => {
    const api = await startTestApi();
    const key = await addKey(api.service, api.accountId, 'reviewer');
    await expectFree(api, await post(api, { key }), 403);
  });

  it('after 429, once the rate allows another request', async () => {
    const api = await startTestApi(withPlan({ work_per_second: 1 }));
    await post(api, { headers: { 'Idempotency-Key': 'another' } });
    const refused = await post(api);
    await api.service.clock.sleep(1000);
    await expectFree(api, refused, 429);
  });

  it('after 503, where nothing was accepted', async () => {
    const api = await startTestApi();
    api.service.blobs.failWrites = new StorageFullError();
    const refused = await post(api, { body: uploadBody(writeFakeDocument({ pages: 1 })) });
    api.service.blobs.failWrites = undefined;
    await expectFree(api, refused, 503);
  });

  it('after 503, where the claim took effect and its response was lost', async () => {
    const api = await startTestApi();
    const write = api.service.table.write.bind(api.service.table);
    let lost = false;
    api.service.table.write = async (operations) => {
      await write(operations);
      if (lost) return;
      lost = true;
      throw new TemporarilyUnavailableError('injected');
    };
    await expectFree(api, await post(api), 503);
  });

  it('for an upload whose file has not been sent yet', async () => {
    const api = await startTestApi();
    const { upload_id, url } = (await postUpload(api, { headers: { 'Idempotency-Key': 'upload' } })).json<{
      upload_id: string;
      url: string;
    }>();
    const request = { headers: JSON_TYPE, body: JSON.stringify({ upload_id }) };
    expect((await post(api, request)).json<Problem>().errors).toMatchObject([{ type: 'upload_not_sent' }]);
    await api.service.blobs.receive(url, 'application/pdf', threePages);
    expect((await post(api, request)).status).toBe(201);
  });
});

describe('A key whose request is still being answered', () => {
  const expectInUse = (answer: Answer): void => {
    expect([answer.status, answer.json<Problem>().code]).toEqual([409, 'idempotency_key_in_use']);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  };

  it.each([
    ['the processing of a document', post],
    ['an upload', postUpload],
  ])('is refused with 409 and Retry-After: of simultaneous calls for %s, one works', async (_, send) => {
    const api = await startTestApi();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(api)));
    const [done = [], refused = []] = [201, 409].map((status) => answers.filter((answer) => answer.status === status));
    expect([done.length, refused.length]).toEqual([1, 7]);
    refused.forEach(expectInUse);
    expectReplay(await send(api), done[0] as Answer);
    expect((await requestsOf(api)).length).toBe(send === post ? 1 : 0);
  });

  it('is refused with 422 for another request', async () => {
    const api = await startTestApi();
    const [first, other] = await Promise.all([post(api), post(api, { url: `${URL}?include=pdf` })]);
    expect(first.status).toBe(201);
    expectReused(other);
  });

  /** The names of the attributes that an operation sets. */
  const namesSet = (operation: WriteOperation | undefined): string[] =>
    operation !== undefined && 'update' in operation ? Object.keys(operation.set ?? {}) : [];

  /** Kills the process at its first write for which `isLast` holds: it and all later writes of the process fail. */
  const killAt = (
    api: TestApi,
    isLast: (operations: readonly WriteOperation[]) => boolean,
    when: 'before' | 'after' = 'before',
  ) => {
    const write = api.service.table.write.bind(api.service.table);
    let dead = false;
    api.service.table.write = async (operations) => {
      const last = isLast(operations);
      if (last && when === 'after' && !dead) await write(operations);
      dead ||= last;
      if (dead) throw new Error('killed');
      await write(operations);
    };
    return () => {
      api.service.table.write = write;
    };
  };
  const storesAnswer = ([operation]: readonly WriteOperation[]) => namesSet(operation).includes('answer');
  const acceptsRequest = (operations: readonly WriteOperation[]) =>
    operations.length > 1 && operations.some((operation) => namesSet(operation).includes('processing_id'));
  /** The longest wait of the fake host, and a minute. */
  const CLAIM_MS = 90_000;

  it.each([
    ['storing its answer', storesAnswer, 'before'],
    ['accepting the request', acceptsRequest, 'after'],
  ] as const)('is answered from the accepted request where the process died after %s', async (_, isLast, when) => {
    const api = await startTestApi();
    const revive = killAt(api, isLast, when);
    expect((await post(api)).status).toBe(500);
    revive();
    const [id = ''] = await requestsOf(api);
    expectInUse(await post(api));
    await api.service.clock.sleep(CLAIM_MS);
    const again = await post(api);
    expect([again.status, again.json()['processing_id']]).toEqual([201, id]);
    expectReplay(await post(api), again);
    expect([await requestsOf(api), await usageOf(api)]).toEqual([[id], 1]);
  });

  it('is processed where the process died before it accepted the request', async () => {
    const api = await startTestApi();
    const revive = killAt(api, acceptsRequest);
    expect((await post(api)).status).toBe(500);
    revive();
    expectInUse(await post(api));
    await api.service.clock.sleep(CLAIM_MS);
    const again = await post(api);
    expect(again.status).toBe(201);
    expect(await usageOf(api)).toBe(1);
  });

  it('is never processed by a slow process that lost its claim', async () => {
    const api = await startTestApi();
    const write = api.service.table.write.bind(api.service.table);
    const { promise: goOn, resolve: release } = Promise.withResolvers<undefined>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<undefined>();
    let slow = true;
    api.service.table.write = async (operations) => {
      if (slow && acceptsRequest(operations)) {
        slow = false;
        reach(undefined);
        await goOn;
      }
      await write(operations);
    };
    const first = post(api);
    await reached;
    await api.service.clock.sleep(CLAIM_MS);
    const second = await post(api);
    expect(second.status).toBe(201);
    release(undefined);
    expectInUse(await first);
    expectReplay(await post(api), second);
    expect([(await requestsOf(api)).length, await usageOf(api)]).toEqual([1, 1]);
  });

  it('is taken over at once by the next process of a host that has only one', async () => {
    const api = await startTestApi({ soleProcessId: 'first' });
    const revive = killAt(api, storesAnswer);
    await post(api);
    revive();
    expectInUse(await post(api));
    Object.assign(api.service.settings, { soleProcessId: 'second' });
    expect((await post(api)).json()['processing_id']).toBe((await requestsOf(api))[0]);
  });

  it('stays with an accepted request after 503: a retry gets that request, and another body is refused', async () => {
    const api = await startTestApi();
    const get = api.service.table.get.bind(api.service.table);
    api.service.table.get = (key) =>
      key.pk.includes('#PROCESSING#') && !api.service.stateMachines.runsAtOnce
        ? Promise.reject(new TemporarilyUnavailableError('injected'))
        : get(key);
    api.service.stateMachines.runsAtOnce = false;
    expect((await post(api)).status).toBe(503);
    const [id = ''] = await requestsOf(api);
    expectReused(await post(api, { url: `${URL}?include=pdf` }));
    api.service.stateMachines.runsAtOnce = true;
    await api.service.stateMachines.runWaiting();
    const again = await post(api);
    expect([again.status, again.json()['processing_id']]).toEqual([201, id]);
    expect(await usageOf(api)).toBe(1);
  });
});

describe('A key that version 0.1.0 stored', () => {
  it('is answered from its request', async () => {
    const api = await startTestApi();
    const first = await post(api, { headers: { 'Idempotency-Key': 'another' } });
    const [id = ''] = await requestsOf(api);
    const { createHash } = await import('node:crypto');
    const row = {
      pk: `IDEMPOTENCY#${api.accountId}#${createHash('sha256').update('one').digest('hex')}`,
      sk: 'REQUEST',
      body_hash: 'a hash of version 0.1.0',
      processing_id: id,
      expires_at: Math.floor(api.service.clock.now().getTime() / 1000) + 3600,
    };
    await api.service.table.write([{ put: row }]);
    const again = await post(api);
    expect([again.status, again.text()]).toEqual([201, first.text()]);
    expectReplay(await post(api), first);
    expect(await usageOf(api)).toBe(1);
  });
});
