import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { GATEWAY_PROBLEMS } from '../../../lib/constructs/api/gateway-problems.ts';
import { EmulatedFunction } from '../../lambda/emulated-function.ts';
import { Gateway } from '../../lambda/gateway.ts';

const HANDLERS = `
export const echo = async (event, context) => ({ event, name: context.functionName, remaining: context.getRemainingTimeInMillis() > 0, region: process.env.AWS_REGION });
export const fail = async () => { throw Object.assign(new Error('what went wrong'), { name: 'NamedError' }); };
export const large = async () => 'x'.repeat(7 * 1024 * 1024);
export const dieOnce = async (event) => { if (event === 'die') process.exit(7); return 'alive'; };
export const hang = () => new Promise(() => setInterval(() => undefined, 1000));
`;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const start = async (handler: string, timeoutMs?: number): Promise<EmulatedFunction> => {
  const codeFolder = await mkdtemp(join(tmpdir(), 'tearline-function-'));
  await writeFile(join(codeFolder, 'index.mjs'), HANDLERS, { mode: 0o644 });
  const { chmod } = await import('node:fs/promises');
  await chmod(codeFolder, 0o755);
  const emulated = await EmulatedFunction.start({
    name: 'probe',
    codeFolder,
    handler,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  closers.push(
    () => emulated.close(),
    () => rm(codeFolder, { recursive: true, force: true }),
  );
  return emulated;
};

describe('An emulated function', () => {
  it('passes event and context to the handler, one event after the other', async () => {
    const echo = await start('index.echo');
    const answers = await Promise.all([echo.invoke({ number: 1 }), echo.invoke({ number: 2 })]);
    expect(answers).toEqual(
      [1, 2].map((number) => ({ event: { number }, name: 'probe', remaining: true, region: 'eu-central-1' })),
    );
  });

  it('returns the name and message of an error of the handler', async () => {
    await expect((await start('index.fail')).invoke({})).rejects.toMatchObject({
      payload: { errorType: 'NamedError', errorMessage: 'what went wrong' },
    });
  });

  it('fails where the handler does not exist', { tags: 'slow' }, async () => {
    await expect((await start('index.nothing')).invoke({})).rejects.toThrow('index.mjs exports no function nothing');
  });

  it('rejects a response of more than 6 MB, as Lambda does', { tags: 'slow' }, async () => {
    await expect((await start('index.large')).invoke({})).rejects.toMatchObject({
      payload: { errorType: 'Function.ResponseSizeTooLarge' },
    });
  });

  it(
    'fails the current event where its process ends, and starts a new process for the next',
    { tags: 'slow' },
    async () => {
      const function_ = await start('index.dieOnce');
      await expect(function_.invoke('die')).rejects.toMatchObject({ payload: { errorType: 'Runtime.ExitError' } });
      expect(await function_.invoke('again')).toBe('alive');
    },
  );

  it('is stopped at its timeout', async () => {
    await expect((await start('index.hang', 300)).invoke({})).rejects.toMatchObject({
      payload: { errorType: 'Sandbox.Timedout' },
    });
  });
});

describe('The gateway of emulated functions', () => {
  const MB = 1024 * 1024;
  const answered = async (bytes: number): Promise<[number, string[]]> => {
    const invoked: string[] = [];
    const gateway = new Gateway((name) => {
      invoked.push(name);
      return Promise.resolve(name === 'Authorizer' ? { principalId: 'a', context: {} } : { statusCode: 200, body: '' });
    });
    const { status } = await gateway.call({
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}`,
      headers: { Authorization: 'ApiKey a' },
      body: new Uint8Array(bytes),
    });
    return [status, invoked];
  };

  it('rejects a body above the Lambda limit of about 4.5 MB, which the response names', async () => {
    expect(await answered(4.4 * MB)).toEqual([200, ['Authorizer', 'Api']]);
    expect(await answered(4.6 * MB)).toEqual([413, ['Authorizer']]);
    expect(GATEWAY_PROBLEMS.find(({ status }) => status === 413)?.detail).toContain('about 4.5 MB');
  });
});
