import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURE_NAMES } from '../../../../model-container/features/gap-features.ts';
import { STAGE_1 } from '../../../../model-container/classifiers/stage-1.ts';
import type { Stage } from '../../../../model-container/classifiers/stage.ts';
import type { SplitModel } from '../../../../model-container/classifiers/split-model.ts';
import { DEFAULT_MAX_BODY_BYTES, readSettings } from '../../../../model-container/settings.ts';
import { createSplitServer } from '../../../../model-container/serving/split-server.ts';
import { openWorkflowModels } from '../../../../model-container/serving/workflow-models.ts';
import { blank, drawPage } from '../features/draw-pages.ts';

/**
 * A model with a single feature, the similarity of the heads: enough to test that the response depends on the pages.
 */
const column = FEATURE_NAMES.indexOf('here_head');
const stage: Stage = {
  definition: STAGE_1,
  quantiles: FEATURE_NAMES.map((_, at) =>
    at === column ? { values: [0, 1], quantiles: [-1, 1] } : { values: [], quantiles: [] },
  ),
  networks: [
    [
      {
        inputs: FEATURE_NAMES.length,
        outputs: 1,
        dilation: 0,
        weights: Float32Array.from(FEATURE_NAMES, (_, at) => (at === column ? -3 : 0)),
        bias: Float32Array.of(0),
        residual: false,
      },
    ],
  ],
  trees: [],
  previousSlope: 0,
};
const model: SplitModel & { digest: string } = {
  version: 'base-test',
  digest: 'd'.repeat(64),
  ensemble: [{ stages: [stage] }],
  calibration: { slope: 1, intercept: 0, prior: 0.3 },
};

let server: Server;
let url: string;
const faults: unknown[] = [];
beforeAll(async () => {
  server = createSplitServer(
    { base: model, workflows: openWorkflowModels(undefined, 1) },
    { maxBodyBytes: DEFAULT_MAX_BODY_BYTES, onFault: (error) => faults.push(error) },
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const invoke = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/invocations`, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });

describe('the split server', () => {
  it('answers a ping', async () => {
    expect((await fetch(`${url}/ping`)).status).toBe(200);
  });

  it('returns one probability a gap and the version of its weights', async () => {
    const pages = [
      drawPage({ head: 'ACME Ltd', body: ['a'] }),
      drawPage({ head: 'ACME Ltd', body: ['b'] }),
      drawPage({ head: 'Botanical Society', body: ['c'] }),
    ];
    const response = await invoke(JSON.stringify({ pages }));
    expect(response.status).toBe(200);
    const answer = (await response.json()) as { probabilities: number[]; prior: number; model_version: string };
    expect(answer.prior).toBe(0.3);
    expect(answer.model_version).toBe('base-test');
    expect(answer.probabilities).toHaveLength(2);
    expect(answer.probabilities[0]).toBeLessThan(0.5);
    expect(answer.probabilities[1]).toBeGreaterThan(0.5);
  });

  it('returns no probability for one page and for none', async () => {
    expect(await (await invoke(JSON.stringify({ pages: [blank()] }))).json()).toMatchObject({ probabilities: [] });
    expect(await (await invoke('{"pages":[]}')).json()).toMatchObject({ probabilities: [] });
  });

  it.each([
    ['no JSON', '{"pages":', {}, 400, 'not_json'],
    ['no pages', '{}', {}, 400, 'invalid_pages'],
    ['a page without words', JSON.stringify({ pages: [{ ...blank(), words: undefined }] }), {}, 400, 'invalid_pages'],
    [
      'a picture of another size',
      JSON.stringify({ pages: [{ ...blank(), thumbnail: { width: 9, height: 9, grey: 'AAAA' } }] }),
      {},
      400,
      'invalid_pages',
    ],
    ['another content type', 'page,words', { 'Content-Type': 'text/csv' }, 415, 'unsupported_media_type'],
    [
      'weights that are not there',
      '{"pages":[]}',
      { 'X-Amzn-SageMaker-Custom-Attributes': 'accounts/a/weights/1.json' },
      404,
      'weights_not_found',
    ],
    ['a body over the limit', `{"pages":[],"x":"${'y'.repeat(DEFAULT_MAX_BODY_BYTES)}"}`, {}, 413, 'body_too_large'],
  ])('refuses %s as the caller’s fault', async (_what, body, headers, status, code) => {
    const response = await invoke(body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
    expect(faults).toEqual([]);
  });

  it('refuses other paths and methods', async () => {
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await fetch(`${url}/invocations`)).status).toBe(405);
    expect((await fetch(`${url}/ping`, { method: 'POST' })).status).toBe(405);
  });

  it('answers an internal error with 500', async () => {
    const seen: unknown[] = [];
    const broken = createSplitServer(
      {
        base: {
          ...model,
          ensemble: [
            {
              stages: [
                {
                  ...stage,
                  get quantiles(): never {
                    throw new Error('broken weights');
                  },
                },
              ],
            },
          ],
        },
        workflows: openWorkflowModels(undefined, 1),
      },
      { maxBodyBytes: DEFAULT_MAX_BODY_BYTES, onFault: (error) => seen.push(error) },
    ).listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const response = await fetch(`http://127.0.0.1:${(broken.address() as AddressInfo).port}/invocations`, {
      method: 'POST',
      body: JSON.stringify({ pages: [blank(), blank()] }),
      headers: { 'Content-Type': 'application/json' },
    });
    broken.close();
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 'internal_error' });
    expect(seen).toHaveLength(1);
  });
});

describe('the server’s program', () => {
  it('reports when it is ready, scores with the shipped weights, and ends when its parent closes the pipe', async () => {
    const program = fileURLToPath(new URL('../../../../model-container/serve.ts', import.meta.url));
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const ready = JSON.parse(line.toString('utf8')) as { event: string; port: number; model_version: string };
    expect(ready.event).toBe('ready');
    const pages = [drawPage({ body: ['a'], foot: 'Page 1 of 2' }), drawPage({ body: ['b'], foot: 'Page 2 of 2' })];
    const response = await fetch(`http://127.0.0.1:${ready.port}/invocations`, {
      method: 'POST',
      body: JSON.stringify({ pages }),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(await response.json()).toMatchObject({ model_version: ready.model_version });
    child.stdin.end();
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  }, 30_000);

  it('reads its port and its folder from the environment, and refuses a malformed port', () => {
    expect(readSettings({ PORT: '9000', SM_MODEL_DIR: '/opt/ml/model' })).toMatchObject({
      host: '0.0.0.0',
      port: 9000,
      modelFolder: '/opt/ml/model',
      workflowFolder: undefined,
    });
    expect(readSettings({}).port).toBe(8080);
    expect(() => readSettings({ PORT: 'http' })).toThrow('PORT');
  });
});
