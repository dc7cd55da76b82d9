/**
 * The function Parse with a parser that a document has taken over: the real entry, bundled as it is deployed, in a process
 * with Lambda's variables that speaks the runtime protocol; and a stand-in for S3 that checks presigned URLs.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3Client } from '../../../adapters/aws/s3/s3-client.ts';
import { bundleCode } from '../../../lib/packages/bundle-code.ts';
import { EmulatedFunction } from '../../lambda/emulated-function.ts';
import type { Loot } from '../../lambda/hostile-jobs.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const CREDENTIALS = { accessKeyId: 'tenant', secretAccessKey: 'secret', sessionToken: 'session' };
/** Variables that Lambda gives every function (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html). */
const OF_LAMBDA =
  /^(AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|REGION|DEFAULT_REGION|LAMBDA_.*)|LAMBDA_TASK_ROOT|_HANDLER|LANG|TZ|HOME|PATH|TMPDIR)$/;

let folder: string;
let store: Server;
let endpointUrl: string;
let parse: EmulatedFunction;
/** Documents by key. */
const documents = new Map<string, string>();

const sign = (key: string, signingDate = new Date(), expiresIn = 900): Promise<string> =>
  getSignedUrl(
    s3Client({ region: 'eu-central-1', endpointUrl, credentials: CREDENTIALS }),
    new GetObjectCommand({ Bucket: 'documents', Key: key }),
    { signingDate, expiresIn },
  );

const dateOf = (text: string): Date =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Whether the URL's signature is that of its own path. */
const isValid = async (url: URL): Promise<boolean> => {
  const key = url.pathname.replace('/documents/', '');
  const signed = await sign(
    key,
    dateOf(url.searchParams.get('X-Amz-Date') ?? ''),
    Number(url.searchParams.get('X-Amz-Expires')),
  );
  return new URL(signed).searchParams.get('X-Amz-Signature') === url.searchParams.get('X-Amz-Signature');
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-hostile-'));
  await chmod(folder, 0o755);
  await bundleCode(ROOT, {
    entries: {
      parse: 'lambdas/entry/parse.ts',
      'parser-process': 'lambdas/entry/parser-process.ts',
      'parser-job-table': 'test/lambda/hostile-jobs.ts',
    },
    outDir: folder,
    external: [],
    forbidden: [],
  });
  store = createServer((request, response) => {
    const url = new URL(request.url ?? '', endpointUrl);
    void isValid(url).then((valid) => {
      const document = documents.get(url.pathname.replace('/documents/', ''));
      response.writeHead(!valid ? 403 : document === undefined ? 404 : 200).end(valid ? document : '');
    });
  });
  await new Promise<void>((listening) => {
    store.listen(0, '127.0.0.1', listening);
  });
  endpointUrl = `http://127.0.0.1:${(store.address() as AddressInfo).port}`; // It listens on TCP.
  // As in the template: no variable of the deployment (test/infrastructure/machines.test.ts).
  parse = await EmulatedFunction.start({ name: 'Parse', codeFolder: folder, handler: 'parse.handler' });
}, 60_000);

afterAll(async () => {
  await parse.close();
  store.closeAllConnections();
  store.close();
  await rm(folder, { recursive: true, force: true });
});

/** Has a hostile document parsed, and returns what it got. */
const lootOf = async (key: string, plan: object, document: string): Promise<Loot> => {
  documents.set(key, JSON.stringify(plan));
  const answer = (await parse.invoke({
    document: document.repeat(64),
    job: 'inspect',
    reads: [await sign(key)],
    writes: [],
    input: { maxPages: null },
  })) as { readonly output?: Loot; readonly error?: unknown };
  if (answer.output === undefined) throw new Error(`Parse answered ${JSON.stringify(answer)}.`);
  return answer.output;
};

describe('A parser that a document has taken over', () => {
  it('finds in its environment what Node.js needs, and no credentials', async () => {
    const { ownVariables } = await lootOf('accounts/1/a', {}, 'a');
    expect(ownVariables.filter((name) => !/^(HOME|PATH|LANG|TZ|TMPDIR|NODE_CHANNEL_.*)$/.test(name))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'finds in that of its parent what Lambda gives every function, and no name of the deployment',
    async () => {
      const { parentVariables } = await lootOf('accounts/1/a', {}, 'a');
      expect(parentVariables).toContain('AWS_SECRET_ACCESS_KEY');
      expect(parentVariables.filter((name) => !OF_LAMBDA.test(name))).toEqual([]);
    },
  );

  it('finds no file of another document, though it can leave its own for the next job of the same', async () => {
    await lootOf('accounts/1/b', { keep: 'stolen from the first tenant' }, 'b');
    const again = await lootOf('accounts/1/b', { keep: 'once more' }, 'b');
    expect(again.temporaryFiles).toContain('stolen from the first tenant');
    const next = await lootOf('accounts/2/c', {}, 'c');
    expect(next.temporaryFiles).toEqual([JSON.stringify({})]);
  });

  it('meets no process that has parsed another document', async () => {
    await lootOf('accounts/1/d', {}, 'd');
    expect((await lootOf('accounts/2/e', {}, 'e')).siblings).toEqual([]);
  });

  it('reads its own document by its URL, and no other by a URL that it makes of it', async () => {
    documents.set('accounts/2/secret', 'of another account');
    documents.set('accounts/1/other', 'of the same account');
    const own = await sign('accounts/1/f');
    const swapped = ['accounts/2/secret', 'accounts/1/other'].map((key) => own.replace('accounts/1/f', key));
    const later = own.replace('X-Amz-Expires=900', 'X-Amz-Expires=604800');
    const { statuses } = await lootOf('accounts/1/f', { urls: [own, ...swapped, later] }, 'f');
    expect(statuses).toEqual([200, 403, 403, 403]);
  });
});
