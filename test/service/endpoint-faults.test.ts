/** The split endpoint, over HTTP, in every bad mood: after each the request has ended, and nonsense is not kept. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ModelProcess } from '../../adapters/local/model-process.ts';
import { acceptUpload } from '../../core/processing/process-document.ts';
import {
  GENERIC_WORKFLOW_ID,
  processingBlobs,
  processingParametersSchema,
} from '../../core/requests/processing-request.ts';
import { getProcessingRequest } from '../../core/requests/processing-requests.ts';
import { drawFakeDocument } from '../fakes/fake-document.ts';
import { judgeRequest } from './fault-endings.ts';
import { openFaultWorld } from './fault-world.ts';

const LIMIT_MS = 60_000;
const PAGES = 3;

/** A server that is in a bad mood for its first requests. `mood` is code with `response` at hand. */
const serverOf = (mood: string, badRequests: number, listenAfterMs: number): string => `
import { createServer } from 'node:http';
let requests = 0;
const server = createServer((request, response) => {
  if (request.url === '/ping') return response.writeHead(200).end();
  request.resume().on('end', () => {
    requests += 1;
    if (requests <= ${badRequests}) { ${mood}; return; }
    response.writeHead(200).end(JSON.stringify({ probabilities: [0.1, 0.9], model_version: 'base' }));
  });
});
setTimeout(() => server.listen(Number(process.env.PORT), '127.0.0.1'), ${listenAfterMs});
process.stdin.on('end', () => process.exit(0)).resume();
`;

const answer = (body: string, status = 200): string => `response.writeHead(${status}).end(${JSON.stringify(body)})`;
const scores = (probabilities: readonly unknown[]): string =>
  answer(JSON.stringify({ probabilities, model_version: 'base' }));
const ALWAYS = 1_000_000;

let model: ModelProcess | undefined;
let folder: string | undefined;
afterEach(async () => {
  await model?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const processWith = async (mood: string, badRequests: number, listenAfterMs = 0) => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-endpoint-'));
  const program = join(folder, 'server.mjs');
  await writeFile(program, serverOf(mood, badRequests, listenAfterMs));
  model = new ModelProcess({ program, scoreLimitMs: 200 });
  const world = await openFaultWorld({ splitModel: model });
  const file = { name: 'mail.pdf', bytes: drawFakeDocument({ pages: PAGES }) };
  const { processing_id: id } = await acceptUpload(world.service, world.account, {
    workflowKey: GENERIC_WORKFLOW_ID,
    file,
    parameters: processingParametersSchema.parse({}),
  });
  await world.settled();
  return { world, id, ...(await judgeRequest(world, id)), request: await getProcessingRequest(world.sound, id) };
};

describe('a request succeeds where the endpoint', () => {
  it.each([
    ['is cold', answer(''), 0, 600],
    ['throttles', answer('slow down', 429), 3, 0],
    ['answers 500', answer('{"code":"internal_error"}', 500), 3, 0],
    ['answers 502 with a page for people', answer('<html>Bad Gateway</html>', 502), 3, 0],
    ['answers 503', answer('', 503), 3, 0],
    ['does not answer', 'void 0', 2, 0],
    ['hangs up', 'request.socket.destroy()', 2, 0],
    [
      'hangs up in the middle of its answer',
      'response.writeHead(200, { "content-length": 1000 }); response.write("{"); setTimeout(() => request.socket.destroy(), 20)',
      2,
      0,
    ],
    [
      'stops in the middle of its answer',
      'response.writeHead(200, { "content-length": 1000 }); response.write("{")',
      2,
      0,
    ],
  ])(
    '%s for a while',
    async (_what, mood, badRequests, listenAfterMs) => {
      const { breaches, request } = await processWith(mood, badRequests, listenAfterMs);
      expect(breaches).toEqual([]);
      expect(request).toMatchObject({ state: 'succeeded', sub_document_count: 2 });
    },
    LIMIT_MS,
  );
});

describe('a request fails, once, where the endpoint', () => {
  it.each([
    ['stays down', answer('', 503), 'temporarily_unavailable'],
    ['never answers', 'void 0', 'temporarily_unavailable'],
    ['refuses the pages', answer('{"code":"invalid_pages"}', 400), 'split_model_fault'],
    ['answers what is not JSON', answer('<html>OK</html>'), 'split_model_fault'],
    ['answers nothing', answer(''), 'split_model_fault'],
    ['answers something else', answer('{"predictions":[]}'), 'split_model_fault'],
    ['answers too few probabilities', scores([0.5]), undefined],
    ['answers too many', scores([0.5, 0.5, 0.5]), undefined],
    ['answers a probability that is none', scores([0.5, 7]), 'split_model_fault'],
    ['answers no number', scores([0.5, null]), 'split_model_fault'],
  ])(
    '%s',
    async (_what, mood, code) => {
      const { breaches, request, world, id } = await processWith(mood, ALWAYS);
      expect(breaches).toEqual([]);
      expect(request).toMatchObject({
        state: 'failed',
        failure: { caused_by_document: false, ...(code === undefined ? {} : { code }) },
      });
      expect(await world.blobs.head(processingBlobs(world.account.account_id, id).gapScores)).toBeUndefined();
    },
    LIMIT_MS,
  );
});
