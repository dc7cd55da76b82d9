/**
 * Property-based tests generated from the OpenAPI document of a running service: no 5xx; an invalid request is answered
 * with 4xx and a problem body, one without a key with 401; every response conforms to the document.
 *
 *   npm run bench:contract -- [--url URL --key KEY] [--requests 400] [--seed N]
 *
 * Without --url it starts its own service. The last line of the output is one JSON object. The exit status is 1 on any
 * violation.
 */
import { Command } from 'commander';
import fc from 'fast-check';
import { performance } from 'node:perf_hooks';
import { answerCheck } from './check-answer.ts';
import type { SeenAnswer } from './check-answer.ts';
import { operationsOf } from './openapi-operations.ts';
import type { ContractDocument } from './openapi-operations.ts';
import { drawTwoPagePdf } from './two-page-pdf.ts';
import { drawRequest } from './draw-request.ts';
import type { DrawnRequest, Known } from './draw-request.ts';
import { findBreaches } from './find-breaches.ts';
import { startService } from '../running-service/running-service.ts';

interface Target {
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

interface Options {
  readonly url?: string;
  readonly key?: string;
  readonly requests: string;
  readonly seed: string;
}

const GENERIC_WORKFLOW = '00000000-0000-4000-8000-000000000001';
/** Time limit of a request in milliseconds: the longest wait plus rendering. */
const REQUEST_LIMIT = 180_000;

async function openTarget(options: Options): Promise<Target> {
  if (options.url !== undefined) {
    if (options.key === undefined) throw new Error('--url needs --key.');
    return { url: options.url.replace(/\/$/, ''), key: options.key, stop: () => Promise.resolve() };
  }
  const service = await startService();
  return { url: service.baseUrl, key: service.apiKey, stop: () => service.stop() };
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

/** Processes one document, so that the result endpoints have a result. */
async function prepare(target: Target, document: ContractDocument): Promise<Known> {
  const file = await drawTwoPagePdf();
  const operation = operationsOf(document).find(({ operationId }) => operationId === 'processDocument');
  if (operation === undefined) throw new Error('The document has no operation processDocument.');
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(file)]), 'contract.pdf');
  form.set('parameters', '{"mode":"per_page"}');
  const response = await fetch(`${target.url}/processing/${GENERIC_WORKFLOW}?wait_for=60`, {
    method: 'POST',
    headers: { authorization: `ApiKey ${target.key}` },
    body: form,
  });
  const answer = (await response.json()) as { processing_id?: string };
  if (response.status !== 201 || answer.processing_id === undefined)
    throw new Error(`The first document was answered ${response.status}: ${JSON.stringify(answer)}`);
  return {
    path: {
      processing_id: [answer.processing_id],
      workflow_key: [GENERIC_WORKFLOW],
      page_num: ['1', '2'],
      index: ['0', '1'],
    },
    files: [file],
  };
}

interface Seen {
  readonly byOperation: Map<string, Map<number, number>>;
  readonly milliseconds: number[];
}

async function explore(target: Target, document: ContractDocument, options: Options, seen: Seen): Promise<string[]> {
  const check = answerCheck(document);
  // After the deletion of the account every key is refused. test/service/contract.test.ts tests it.
  const operations = operationsOf(document).filter(({ operationId }) => operationId !== 'deleteAccount');
  const drawn = drawRequest(document, operations, await prepare(target, document));
  const property = fc.asyncProperty(drawn, async (request) => {
    const started = performance.now();
    const answer = await send(target, request);
    seen.milliseconds.push(performance.now() - started);
    const statuses = seen.byOperation.get(request.operation.operationId) ?? new Map<number, number>();
    seen.byOperation.set(
      request.operation.operationId,
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1),
    );
    const breaches = findBreaches(check, request, answer);
    if (breaches.length > 0) throw new Error(breaches.join('\n'));
  });
  const details = await fc.check(property, {
    numRuns: Number(options.requests),
    seed: Number(options.seed),
    endOnFailure: false,
  });
  if (!details.failed) return [];
  const cause = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  return [cause];
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
    const breaches = await explore(target, document, options, seen);
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
