/**
 * Property-based tests generated from the OpenAPI document of a running service: no 5xx; an invalid request is answered
 * with 4xx and a problem body, one without a key with 401; every response conforms to the document.
 *
 *   npm run bench:contract -- [--url URL --key KEY] [--requests 400] [--seed N]
 *
 * Without --url it starts its own service, and also sends webhooks and deletes accounts. A workflow is trained first, so
 * that requests can name its parts. It is deleted last. The last line of the output is one JSON object. The exit status is
 * 1 on any violation.
 */
import { Command } from 'commander';
import fc from 'fast-check';
import { performance } from 'node:perf_hooks';
import { answerCheck } from './check-answer.ts';
import type { SeenAnswer } from './check-answer.ts';
import { operationsOf } from './openapi-operations.ts';
import type { ContractDocument, Operation } from './openapi-operations.ts';
import { prepareKnown } from './prepare-known.ts';
import { drawRequest } from './draw-request.ts';
import type { DrawnRequest } from './draw-request.ts';
import { findBreaches } from './find-breaches.ts';
import { createAccount } from '../running-service/client/create-account.ts';
import { startService } from '../running-service/running-service.ts';
import { startReceiver } from '../running-service/webhook-receiver.ts';

interface Target {
  readonly url: string;
  readonly key: string;
  /** Address for webhooks; absent: the service may send to no address of this machine. */
  readonly webhookUrl?: string;
  /** Makes an account, and returns its key; absent: the data folder of the service is not known. */
  readonly createAccount?: () => Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  readonly url?: string;
  readonly key?: string;
  readonly requests: string;
  readonly seed: string;
}

/** Requests of each operation that deletes. */
const DELETION_REQUESTS = 10;
/** Time limit of a request in milliseconds: the longest wait plus rendering. */
const REQUEST_LIMIT = 180_000;

async function openTarget(options: Options): Promise<Target> {
  if (options.url !== undefined) {
    if (options.key === undefined) throw new Error('--url needs --key.');
    return { url: options.url.replace(/\/$/, ''), key: options.key, stop: () => Promise.resolve() };
  }
  const receiver = await startReceiver();
  const service = await startService({ warmUp: false, arguments: ['--webhook-host', receiver.host] });
  return {
    url: service.baseUrl,
    key: service.apiKey,
    webhookUrl: receiver.url,
    createAccount: () => createAccount(service.dataFolder, 'contract', 'unlimited'),
    stop: async () => {
      await service.stop();
      await receiver.close();
    },
  };
}

async function send(
  target: Target,
  request: Pick<DrawnRequest, 'operation' | 'url' | 'headers' | 'body' | 'credentials'>,
): Promise<SeenAnswer> {
  const headers = new Headers(request.headers);
  if (request.credentials !== 'none')
    headers.set('authorization', `ApiKey ${request.credentials === 'key' ? target.key : 'tl_local_wrong'}`);
  const response = await fetch(target.url + request.url, {
    method: request.operation.method,
    headers,
    ...(request.body === undefined ? {} : { body: Buffer.from(request.body) }),
    signal: AbortSignal.timeout(REQUEST_LIMIT),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

interface Seen {
  readonly byOperation: Map<string, Map<number, number>>;
  readonly milliseconds: number[];
}

/** Sends random requests for the operations. @returns the breaches of the first request that has any */
async function explore(
  drawn: fc.Arbitrary<DrawnRequest>,
  {
    document,
    target,
    requests,
    seed,
    seen,
  }: { document: ContractDocument; target: () => Promise<Target>; requests: number; seed: number; seen: Seen },
): Promise<string[]> {
  const check = answerCheck(document);
  const property = fc.asyncProperty(drawn, async (request) => {
    const asked = await target();
    const started = performance.now();
    const answer = await send(asked, request);
    seen.milliseconds.push(performance.now() - started);
    const statuses = seen.byOperation.get(request.operation.operationId) ?? new Map<number, number>();
    seen.byOperation.set(
      request.operation.operationId,
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1),
    );
    const breaches = findBreaches(check, request, answer);
    if (breaches.length > 0) throw new Error(breaches.join('\n'));
  });
  const details = await fc.check(property, { numRuns: requests, seed, endOnFailure: true });
  if (!details.failed) return [];
  return [details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)];
}

async function exploreAll(target: Target, document: ContractDocument, options: Options, seen: Seen): Promise<string[]> {
  const known = await prepareKnown(
    {
      request: (path, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set('authorization', `ApiKey ${target.key}`);
        return fetch(`${target.url}${path}`, { ...init, headers });
      },
    },
    target.webhookUrl,
  );
  const operations = operationsOf(document);
  const named = (name: string) => operations.filter(({ operationId }) => operationId === name);
  // After a deletion other requests find nothing: deletions come last, that of the workflow after those of its parts.
  const last = ['deleteWorkflow', 'deleteAccount'];
  const deletions = operations.filter(({ method, operationId: id }) => method === 'DELETE' && !last.includes(id));
  const usual = operations.filter(({ method }) => method !== 'DELETE');
  const phase = (of: readonly Operation[], requests: number, asked = () => Promise.resolve(target)) =>
    explore(drawRequest(document, of, known), {
      document,
      seed: Number(options.seed),
      seen,
      target: asked,
      requests,
    });
  const { createAccount: create } = target;
  return [
    ...(await phase(usual, Number(options.requests))),
    ...(await phase(deletions, DELETION_REQUESTS * deletions.length)),
    ...(await phase(named('deleteWorkflow'), DELETION_REQUESTS)),
    // Each account is deleted once: afterwards its key is refused.
    ...(create === undefined
      ? []
      : await phase(named('deleteAccount'), DELETION_REQUESTS, async () => ({ ...target, key: await create() }))),
  ];
}

function report(seen: Seen): void {
  const statuses = [...new Set([...seen.byOperation.values()].flatMap((counts) => [...counts.keys()]))].sort(
    (a, b) => a - b,
  );
  console.log(['operation'.padEnd(24), ...statuses.map((status) => String(status).padStart(5))].join(''));
  for (const [name, counts] of [...seen.byOperation].sort()) {
    console.log([name.padEnd(24), ...statuses.map((status) => String(counts.get(status) ?? '').padStart(5))].join(''));
  }
}

async function main(): Promise<void> {
  const options = new Command()
    .option('--url <url>', 'a running service; absent: one is started')
    .option('--key <key>', 'its API key')
    .option('--requests <n>', 'how many requests', '400')
    .option('--seed <n>', 'of the random requests', String(Date.now() % 2 ** 31))
    .parse()
    .opts<Options>();
  const target = await openTarget(options);
  const seen: Seen = { byOperation: new Map(), milliseconds: [] };
  try {
    const document = (await (await fetch(`${target.url}/openapi.json`)).json()) as ContractDocument;
    const breaches = await exploreAll(target, document, options, seen);
    report(seen);
    for (const breach of breaches) console.log(`BREACH ${breach}`);
    const times = seen.milliseconds.toSorted((a, b) => a - b);
    const passed = breaches.length === 0;
    const at = (share: number): number =>
      Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
    console.log(
      JSON.stringify({
        bench: 'contract',
        passed,
        requests: times.length,
        operations: seen.byOperation.size,
        seed: Number(options.seed),
        median_ms: at(0.5),
        p99_ms: at(0.99),
        breaches: breaches.length,
      }),
    );
    if (!passed) process.exitCode = 1;
  } finally {
    await target.stop();
  }
}

await main();
