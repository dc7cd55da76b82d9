/** Parsers in the function Parse, with a stand-in for Lambda. */
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lambdaClient } from '../../../adapters/aws/parsing/lambda-client.ts';
import { RemoteParsers } from '../../../adapters/aws/parsing/remote-parsers.ts';
import { tenantAddresses } from '../../../adapters/aws/parsing/tenant-addresses.ts';
import { DocumentUnreadableError, TemporarilyUnavailableError, UnauthenticatedError } from '../../../core/errors.ts';
import type { DocumentJob } from '../../../core/parser-jobs.ts';
import { parseRequestSchema } from '../../../core/processing/parsing/parse-messages.ts';
import { StepFailedError } from '../../../core/requests/failure.ts';
import { readBytes } from '../../lambda/read-bytes.ts';

const UPLOAD = 'accounts/11111111/processings/2/upload';
const INSPECT: DocumentJob<'inspect'> = { reads: [UPLOAD], writes: [], input: { maxPages: 10 } };
/** Bytes that Lambda takes and gives in one synchronous invocation. */
const MAX_PAYLOAD = 6 * 1024 * 1024;

interface Invocation {
  readonly path: string;
  readonly tenant: string | undefined;
  readonly bytes: number;
  readonly event: unknown;
}

const invocations: Invocation[] = [];
let answer: (response: ServerResponse) => void;
let lambda: Server;
let endpointUrl: string;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  lambda = createServer((request, response) => {
    void readBytes(request).then((body) => {
      const tenant = request.headers['x-amz-tenant-id'];
      invocations.push({
        path: request.url ?? '',
        tenant: typeof tenant === 'string' ? tenant : undefined,
        bytes: body.length,
        event: JSON.parse(body.toString()),
      });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => {
    lambda.listen(0, '127.0.0.1', resolve);
  });
  endpointUrl = `http://127.0.0.1:${(lambda.address() as AddressInfo).port}`; // It listens on TCP.
});
afterAll(() => {
  vi.unstubAllEnvs();
  lambda.closeAllConnections();
  lambda.close();
});
beforeEach(() => {
  invocations.length = 0;
  answers({ output: INSPECTION });
});

const INSPECTION = {
  kind: 'pdf',
  page_count: 1,
  encrypted: false,
  pages: [{ width_mm: 210, height_mm: 297, text_layer: 'good' }],
};

const answers = (body: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): void => {
  answer = (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
};

const open = (perTenant = false): RemoteParsers =>
  new RemoteParsers({
    client: lambdaClient({ region: 'eu-central-1', endpointUrl }, 60_000),
    functionName: 'Parse',
    addresses: tenantAddresses({ region: 'eu-central-1', bucket: 'documents' }),
    jobsPerChunk: 2,
    perTenant,
  });

const eventOf = (at = 0) => parseRequestSchema.parse(invocations[at]?.event);

describe('A job for Parse', () => {
  it('is sent with presigned URLs of its own blobs, at the address of the region, and gives the output', async () => {
    const job: DocumentJob<'cutPdfs'> = {
      reads: [UPLOAD],
      writes: [{ key: 'accounts/11111111/processings/2/sub-pdfs/0.pdf', contentType: 'application/pdf' }],
      input: { kind: 'pdf', cuts: [[1, 2]] },
    };
    answers({ output: { cut: 1 } });
    expect(await open().run('cutPdfs', job)).toEqual({ cut: 1 });
    expect(invocations[0]?.path).toBe('/2015-03-31/functions/Parse/invocations');
    const { reads, writes, input, document } = eventOf();
    const [read, write] = [new URL(reads[0] ?? ''), new URL(writes[0]?.url ?? '')];
    expect([read.host, read.pathname]).toEqual(['documents.s3.eu-central-1.amazonaws.com', `/${UPLOAD}`]);
    expect([write.host, write.pathname]).toEqual([
      'documents.s3.eu-central-1.amazonaws.com',
      '/accounts/11111111/processings/2/sub-pdfs/0.pdf',
    ]);
    expect(write.searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
    for (const url of [read, write]) {
      const seconds = Number(url.searchParams.get('X-Amz-Expires'));
      expect(seconds).toBeGreaterThanOrEqual(14 * 60);
      expect(seconds).toBeLessThanOrEqual(20 * 60);
    }
    expect(input).toEqual(job.input);
    expect(document).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has the address of the region in us-east-1 too: the global one would not pass a gateway endpoint', async () => {
    const addresses = tenantAddresses({ region: 'us-east-1', bucket: 'documents' });
    expect(new URL(await addresses.presignGet(UPLOAD, 60)).host).toBe('documents.s3.us-east-1.amazonaws.com');
  });

  it('names its tenant where environments serve one tenant, by a name that says nothing', async () => {
    const other = { ...INSPECT, reads: ['accounts/33333333/processings/4/upload'] };
    for (const job of [INSPECT, INSPECT, other]) await open(true).run('inspect', job);
    await open(false).run('inspect', INSPECT);
    const [one, again, foreign, none] = invocations.map(({ tenant }) => tenant);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect([again === one, foreign === one, none]).toEqual([true, false, undefined]);
  });

  it('gives the named error of its document', async () => {
    answers({ error: { name: 'DocumentUnreadableError', message: 'It is damaged.' } });
    await expect(open().run('inspect', INSPECT)).rejects.toThrow(new DocumentUnreadableError('It is damaged.'));
  });

  it.each([
    ['an error that no job has', { error: { name: 'UnauthenticatedError', message: 'no' } }],
    ['an output that is not one of the job', { output: { ...INSPECTION, page_count: -1 } }],
    ['something else', { result: 1 }],
    ['nothing', null],
  ])('fails without blame on the document where Parse, taken over, answers with %s', async (_, body) => {
    answers(body);
    const failure = open().run('inspect', INSPECT);
    await expect(failure).rejects.toBeInstanceOf(Error);
    await expect(failure).rejects.not.toBeInstanceOf(DocumentUnreadableError);
    await expect(failure).rejects.not.toBeInstanceOf(UnauthenticatedError);
  });

  it.each([
    ['is throttled', 'TooManyRequestsException', 429],
    ['has lost its network, as after weeks without a document', 'ResourceNotReadyException', 502],
    ['is given a network again', 'ResourceConflictException', 409],
  ])('is sent once, and fails for a moment, where Parse %s', async (_, name, status) => {
    answers({ Type: 'User', Message: 'Not now' }, { 'x-amzn-errortype': name }, status);
    const failure = open().run('inspect', INSPECT);
    await expect(failure).rejects.toBeInstanceOf(TemporarilyUnavailableError);
    const error: unknown = await failure.catch((thrown: unknown) => thrown);
    expect(new StepFailedError(error).name, 'as where the step itself is throttled').toBe(
      'Lambda.TooManyRequestsException',
    );
    expect(invocations).toHaveLength(1);
  });

  it('is sent once where the answer is lost: Parse may be at work', async () => {
    answer = (response) => {
      response.destroy();
    };
    await expect(open().run('inspect', INSPECT)).rejects.toBeInstanceOf(TemporarilyUnavailableError);
    expect(invocations).toHaveLength(1);
  });

  it.each([
    [{ errorType: 'Runtime.ExitError', errorMessage: 'RequestId: 1 Error: Runtime exited' }, 'Runtime.ExitError'],
    [{ errorMessage: '2026-11-25T12:00:00.000Z 1 Task timed out after 840.00 seconds' }, 'Sandbox.Timedout'],
  ])('fails with the name that state machines retry where Parse dies: %j', async (payload, name) => {
    answers(payload, { 'X-Amz-Function-Error': 'Unhandled' });
    await expect(open().run('inspect', INSPECT)).rejects.toMatchObject({ name });
  });

  it('ends when its signal aborts', async () => {
    const stop = new AbortController();
    answer = () => {
      stop.abort(new Error('the sibling failed'));
    };
    await expect(open().run('inspect', INSPECT, { signal: stop.signal })).rejects.toThrow('the sibling failed');
  });

  it('waits where four others of its invocation are at work', async () => {
    const waiting: ServerResponse[] = [];
    answer = (response) => waiting.push(response);
    const parsers = open();
    const jobs = Promise.all(Array.from({ length: 6 }, () => parsers.run('inspect', INSPECT)));
    await expect.poll(() => waiting.length).toBe(4);
    answers({ output: INSPECTION });
    for (const response of waiting) answer(response);
    await jobs;
    expect(invocations).toHaveLength(6);
  });
});

describe('The payload limit of Lambda', () => {
  const pages = Array.from({ length: 3000 }, () => ({
    width_mm: 215.9,
    height_mm: 279.4,
    text_layer: 'none' as const,
  }));

  it('is not reached by the inspection of 3,000 pages', async () => {
    const output = { ...INSPECTION, page_count: 3000, pages };
    expect(JSON.stringify({ output }).length).toBeLessThan(MAX_PAYLOAD / 20);
    answers({ output });
    expect((await open().run('inspect', INSPECT)).pages).toHaveLength(3000);
  });

  it(
    'is not reached by a rendered PDF of 3,000 pages from 1,500 blobs of records, whose URLs hold a session token',
    { tags: 'slow' },
    async () => {
      // Tokens of a session with a tag have some 1,000 characters.
      vi.stubEnv('AWS_SESSION_TOKEN', 'x+'.repeat(750));
      answers({ output: { pages: 3000 } });
      await open().run('writeRenderedPdf', {
        reads: [
          UPLOAD,
          ...Array.from({ length: 1500 }, (_, at) => `accounts/11111111/processings/2/records/${at}.jsonl`),
        ],
        writes: [{ key: 'accounts/11111111/processings/2/rendered/all.pdf', contentType: 'application/pdf' }],
        input: { kind: 'pdf', pages: pages.map((_, at) => at + 1), options: {}, title: 'All' },
      });
      vi.stubEnv('AWS_SESSION_TOKEN', undefined);
      expect(invocations[0]?.bytes).toBeGreaterThan(2_000_000);
      expect(invocations[0]?.bytes).toBeLessThan(MAX_PAYLOAD);
    },
  );
});
