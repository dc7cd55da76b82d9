/** Faults of the split endpoint over HTTP: after each the request has ended, and invalid responses are not stored. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ModelProcess } from '../../adapters/local/model/model-process.ts';
import { processDocument } from '../../core/processing/process-document.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../core/requests/processing-request.ts';
import { processingBlobs } from '../../core/requests/processing-blobs.ts';
import { getProcessingRequest } from '../../core/requests/processing-requests.ts';
import { writeFakeDocument } from '../fakes/documents/fake-document.ts';
import { checkRequestEnding } from './harness/fault-endings.ts';
import { openFaultWorld } from './harness/fault-world.ts';

const LIMIT_MS = 60_000;
const PAGES = 3;

/**
 * The program of a server whose first requests are answered by `fault`: code that uses `request` and `response`. It counts
 * them in a file, because it is killed when it does not answer in time.
 */
const serverOf = (fault: string, badRequests: number, listenAfterMs: number): string => `
import { appendFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
const countFile = import.meta.filename + '.requests';
const server = createServer((request, response) => {
  if (request.url === '/ping') return response.writeHead(200).end();
  request.resume().on('end', () => {
    appendFileSync(countFile, '.');
    if (statSync(countFile).size <= ${badRequests}) { ${fault}; return; }
    response.writeHead(200).end(JSON.stringify({ probabilities: [0.1, 0.9], model_version: 'base' }));
  });
});
const tellPort = () => console.log(JSON.stringify({ port: server.address().port }));
setTimeout(() => server.listen(Number(process.env.PORT), '127.0.0.1', tellPort), ${listenAfterMs});
process.stdin.on('end', () => process.exit(0)).resume();
`;

const answer = (body: string, status = 200): string => `response.writeHead(${status}).end(${JSON.stringify(body)})`;
const scores = (probabilities: readonly unknown[]): string =>
  answer(JSON.stringify({ probabilities, model_version: 'base' }));
const ALWAYS = 1_000_000;
/** Milliseconds for a response where one is awaited in vain; a response that comes after them is one fault more. */
const SHORT_LIMIT_MS = 500;

let model: ModelProcess | undefined;
let folder: string | undefined;
afterEach(async () => {
  await model?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

interface Circumstances {
  readonly listenAfterMs?: number;
  /** Default: longer than any response takes. */
  readonly scoreLimitMs?: number;
}

const processWith = async (
  fault: string,
  badRequests: number,
  { listenAfterMs = 0, scoreLimitMs = LIMIT_MS }: Circumstances = {},
) => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-endpoint-'));
  const program = join(folder, 'server.mjs');
  await writeFile(program, serverOf(fault, badRequests, listenAfterMs));
  model = new ModelProcess({ program, scoreLimitMs });
  const world = await openFaultWorld({ splitModel: model });
  const file = { name: 'mail.pdf', bytes: writeFakeDocument({ pages: PAGES }) };
  const { processing_id: id } = await processDocument(world.service, world.account, {
    workflowKey: GENERIC_WORKFLOW_ID,
    file,
    parameters: processingParametersSchema.parse({}),
  });
  await world.settled();
  return {
    world,
    id,
    ...(await checkRequestEnding(world, id)),
    request: await getProcessingRequest(world.sound, { account_id: world.account.account_id, processing_id: id }),
  };
};

describe('a request succeeds where the endpoint', () => {
  const succeeds = async (
    _what: string,
    fault: string,
    badRequests: number,
    circumstances?: Circumstances,
  ): Promise<void> => {
    const { breaches, request } = await processWith(fault, badRequests, circumstances);
    expect(breaches).toEqual([]);
    expect(request).toMatchObject({ state: 'succeeded', sub_document_count: 2 });
  };

  it.each<[string, string, number, Circumstances?]>([
    ['is cold', answer(''), 0, { listenAfterMs: 600 }],
    ['throttles', answer('slow down', 429), 3],
    ['does not respond', 'void 0', 2, { scoreLimitMs: SHORT_LIMIT_MS }],
  ])('%s for a while', succeeds, LIMIT_MS);

  it.each<[string, string, number, Circumstances?]>([
    ['answers 500', answer('{"code":"internal_error"}', 500), 3],
    ['answers 502 with an HTML page', answer('<html>Bad Gateway</html>', 502), 3],
    ['answers 503', answer('', 503), 3],
    ['closes the connection', 'request.socket.destroy()', 2],
    [
      'closes the connection in the middle of its response',
      'response.writeHead(200, { "content-length": 1000 }); response.write("{"); ' +
        'setTimeout(() => request.socket.destroy(), 20)',
      2,
    ],
    [
      'stops in the middle of its response',
      'response.writeHead(200, { "content-length": 1000 }); response.write("{")',
      2,
      { scoreLimitMs: SHORT_LIMIT_MS },
    ],
  ])('%s for a while', { tags: 'slow' }, succeeds);
});

describe('a request fails once where the endpoint', () => {
  const fails = async (
    _what: string,
    fault: string,
    code: string | undefined,
    circumstances?: Circumstances,
  ): Promise<void> => {
    const { breaches, request, world, id } = await processWith(fault, ALWAYS, circumstances);
    expect(breaches).toEqual([]);
    expect(request).toMatchObject({
      state: 'failed',
      failure: { caused_by_document: false, ...(code === undefined ? {} : { code }) },
    });
    expect(await world.blobs.head(processingBlobs(world.account.account_id, id).gapScores)).toBeUndefined();
  };

  it.each<[string, string, string | undefined, Circumstances?]>([
    ['stays down', answer('', 503), 'temporarily_unavailable'],
    ['refuses the pages', answer('{"code":"invalid_pages"}', 400), 'split_model_fault'],
    ['cannot load the weights', answer('{"code":"unusable_weights"}', 422), 'workflow_model_unusable'],
    ['responds with something other than JSON', answer('<html>OK</html>'), 'split_model_fault'],
    ['returns too few probabilities', scores([0.5]), undefined],
  ])('%s', fails, LIMIT_MS);

  it.each<[string, string, string | undefined, Circumstances?]>([
    ['never responds', 'void 0', 'temporarily_unavailable', { scoreLimitMs: SHORT_LIMIT_MS }],
    ['does not find the weights', answer('{"code":"weights_not_found"}', 404), 'workflow_model_unusable'],
    ['responds with an empty body', answer(''), 'split_model_fault'],
    ['responds with another schema', answer('{"predictions":[]}'), 'split_model_fault'],
    ['returns too many probabilities', scores([0.5, 0.5, 0.5]), undefined],
    ['returns a probability above 1', scores([0.5, 7]), 'split_model_fault'],
    ['returns null as a probability', scores([0.5, null]), 'split_model_fault'],
  ])('%s', { tags: 'slow' }, fails);
});
