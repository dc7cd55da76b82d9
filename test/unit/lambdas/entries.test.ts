/** The entries as Lambda loads them, while AWS accepts calls and does not answer. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addAccount, fakeService } from '../../fakes/fake-service.ts';

const ID = '0b7e6c52-9f0a-4f5e-8c1d-2f6f3a9b7c10';
const KEY = { account_id: ID, processing_id: ID };
const { key } = await addAccount(fakeService(), 'one');
const REQUEST = {
  httpMethod: 'GET',
  path: `/processing/results/${ID}`,
  headers: { Authorization: `ApiKey ${key}` },
  requestContext: {},
};
const COMPLAINT = JSON.stringify({
  eventType: 'Complaint',
  complaint: { complainedRecipients: [{ emailAddress: 'a@example.com' }] },
});

/** Milliseconds after which calls are aborted. */
const CALLS_END_MS = 500;

/** Calls are aborted after CALLS_END_MS; the invocation would end a second later. */
const context = () => {
  const end = Date.now() + 3_500;
  return { awsRequestId: 'one', getRemainingTimeInMillis: () => end - Date.now() };
};

type Handler = (event: unknown, context: unknown) => Promise<unknown>;
const load = async (entry: string): Promise<Handler> =>
  ((await import(`../../../lambdas/entry/${entry}.ts`)) as { handler: Handler }).handler;

describe('While AWS does not answer', () => {
  let silent: Server;
  /** Requests that AWS has received. */
  let received = 0;
  beforeAll(async () => {
    silent = createServer(() => {
      received += 1;
    });
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const { port } = silent.address() as AddressInfo; // A server that listens on TCP has an AddressInfo.
    const settings = {
      TEARLINE_ENVIRONMENT: 'test',
      TEARLINE_TABLE: 'table',
      TEARLINE_BUCKET: 'bucket',
      TEARLINE_PARSE_FUNCTION: 'Parse',
      TEARLINE_USER_POOL_ID: 'eu-central-1_abcdefghi',
      TEARLINE_USER_POOL_CLIENT_ID: 'client',
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterAll(() => {
    silent.closeAllConnections();
    silent.close();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  // The time of an invocation passes when its call has arrived, however long it took to load the SDK.
  beforeEach(() => {
    received = 0;
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const untilCallsEnd = async (): Promise<void> => {
    await expect.poll(() => received).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(CALLS_END_MS);
  };

  it.each([
    [
      'authorizer',
      { ...REQUEST, type: 'REQUEST', methodArn: 'arn:aws:execute-api:eu-central-1:123456789012:api/v1/GET/' },
    ],
    ['create-key', {}],
    ['manage-accounts', { action: 'list_accounts' }],
    ['mail-feedback', { Records: [{ Sns: { Message: COMPLAINT } }] }],
    ['resume-unfinished', {}],
    ['complete', KEY],
    ['inspect', KEY],
  ])('%s throws TemporarilyUnavailableError before its invocation ends', async (entry, event) => {
    const handler = await load(entry);
    const refused = expect(handler(event, context())).rejects.toThrow('is not available just now');
    await untilCallsEnd();
    await refused;
  });

  it.each(['api', 'render-api'])('%s answers 503 before its invocation ends', async (entry) => {
    const handler = await load(entry);
    const invocation = context();
    const answer = handler(REQUEST, invocation);
    await untilCallsEnd();
    expect(await answer).toMatchObject({ statusCode: 503 });
    expect(invocation.getRemainingTimeInMillis()).toBeGreaterThan(2_000);
  });
});
