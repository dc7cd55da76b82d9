/**
 * The container's server as SageMaker hosting starts it: `serve`, only the environment that SageMaker documents and that
 * of the model, another user, and no folder that it may write. Docker, the image and its root are not covered.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { servingEnvironment } from '../../../../lib/constructs/model/serving-environment.ts';
import { drawPage } from '../features/draw-pages.ts';

const PROGRAM = fileURLToPath(new URL('../../../../model-container/start.ts', import.meta.url));
/** nobody */
const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;

let running: ChildProcess | undefined;
afterEach(() => running?.kill('SIGKILL'));

const start = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sagemaker-'));
  await chmod(folder, 0o555);
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    cwd: folder,
    env: {
      // What SageMaker documents for a container that serves, and what Docker sets.
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: folder,
      HOSTNAME: 'container',
      ...servingEnvironment({ bucket: 'documents', region: 'eu-central-1' }),
      SM_MODEL_DIR: join(dirname(PROGRAM), 'weights'),
      // The system chooses a port for each start. SageMaker names none.
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot ? { uid: OTHER_USER, gid: OTHER_USER } : {}),
  });
  running = child;
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(errors.join('')))),
  ])) as [string];
  const { port } = JSON.parse(line) as { port: number };
  return { child, url: `http://127.0.0.1:${port}` };
};

describe('The container as SageMaker starts it', () => {
  it('answers /ping and /invocations, and ends at SIGTERM', async () => {
    const { child, url } = await start();
    expect((await fetch(`${url}/ping`)).status).toBe(200);
    const answer = await fetch(`${url}/invocations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ pages: [drawPage({ head: 'Invoice' }), drawPage({ head: 'Invoice' })] }),
    });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { probabilities: number[] }).probabilities).toHaveLength(1);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  }, 300_000);

  it('names a fault of the weights of a workflow with a status that is not retried', async () => {
    const { url } = await start();
    const answer = await fetch(`${url}/invocations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Amzn-SageMaker-Custom-Attributes': '../other' },
      body: JSON.stringify({ pages: [drawPage({ head: 'Invoice' })] }),
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'invalid_weights_key']);
  }, 300_000);
});

describe('The environment of the model', () => {
  it('names host, port, folder of the base model, bucket and region', () => {
    expect(servingEnvironment({ bucket: 'documents', region: 'eu-central-1' })).toEqual({
      HOST: '0.0.0.0',
      PORT: '8080',
      SM_MODEL_DIR: '/opt/tearline/model-container/weights',
      AWS_REGION: 'eu-central-1',
      TEARLINE_BUCKET: 'documents',
    });
  });
});
