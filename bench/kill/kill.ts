/**
 * `npm run bench:kill -- N [M]`: in each of N rounds, posts documents, kills the server with SIGKILL at a random moment and
 * restarts it. In every fourth round it is killed again while it resumes. Each accepted request must succeed exactly
 * once, with the result of an undisturbed run. In each of M further rounds (default N) the server is killed during
 * annotation, verification, webhook delivery or training. The last line of the output is one JSON object. The exit status
 * is 1 on any violation.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentsToKill } from './kill-documents.ts';
import type { KillDocument } from './kill-documents.ts';
import { readLedger } from './read-ledger.ts';
import { startService } from '../running-service/running-service.ts';
import type { RunningService } from '../running-service/running-service.ts';
import { fingerprintOf, finishedResult, postDocument } from './post-documents.ts';
import { Violations } from './violations.ts';
import { runWorkflowRounds } from './workflow/workflow-rounds.ts';

interface Totals {
  rounds: number;
  /** Posts answered with 201 or 202 before the kill. */
  answered: number;
  /** Posts without a response because of the kill, sent again with the same Idempotency-Key. */
  cut_off: number;
  /** Requests that were unfinished at the kill. */
  resumed: number;
  succeeded: number;
  lost: number;
  failed: number;
  different: number;
  duplicated: number;
  miscounted: number;
  events_missing: number;
}

/** Time in milliseconds within which all posts are usually answered. */
const ACCEPTING_MS = 300;

const totals: Totals = {
  rounds: 0,
  answered: 0,
  cut_off: 0,
  resumed: 0,
  succeeded: 0,
  lost: 0,
  failed: 0,
  different: 0,
  duplicated: 0,
  miscounted: 0,
  events_missing: 0,
};
const problems: string[] = [];

const violation = (kind: keyof Totals, text: string): void => {
  totals[kind] += 1;
  problems.push(text);
  console.log(`  VIOLATION ${kind}: ${text}`);
};

const inNewFolder = async <Result>(work: (dataFolder: string) => Promise<Result>): Promise<Result> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tearline-kill-'));
  try {
    return await work(dataFolder);
  } finally {
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
};

/** Fingerprints of the results of an undisturbed run, and its duration in milliseconds. */
const undisturbedRun = (
  documents: readonly KillDocument[],
): Promise<{ fingerprints: ReadonlyMap<string, string>; ms: number }> =>
  inNewFolder(async (dataFolder) => {
    const service = await startService({ dataFolder, warmUp: false });
    try {
      const started = performance.now();
      const entries = await Promise.all(
        documents.map(async (document): Promise<[string, string]> => {
          const id = await postDocument(service, document, `undisturbed-${document.name}`);
          return [document.name, fingerprintOf(await finishedResult(service, id))];
        }),
      );
      return { fingerprints: new Map(entries), ms: performance.now() - started };
    } catch (error) {
      throw new Error(`The undisturbed run failed. The server wrote:\n${service.log()}`, { cause: error });
    } finally {
      await service.stop();
    }
  });

/**
 * Posts all documents at once and kills the server `delayMs` later.
 * @returns the processing ids that were answered, by document
 */
const postAndKill = async (
  service: RunningService,
  documents: readonly KillDocument[],
  delayMs: number,
): Promise<ReadonlyMap<string, string>> => {
  const answered = new Map<string, string>();
  const posts = documents.map(async (document) => {
    try {
      answered.set(document.name, await postDocument(service, document, `key-${document.name}`));
    } catch {
      // Killed before the response: the ledger shows whether the request was accepted.
    }
  });
  await sleep(delayMs);
  await service.kill();
  await Promise.all(posts);
  return answered;
};

const startAgain = async (dataFolder: string, killsAgain: boolean, delayMs: number): Promise<RunningService> => {
  const service = await startService({ dataFolder, warmUp: false });
  if (!killsAgain) return service;
  await sleep(delayMs);
  await service.kill();
  return startService({ dataFolder, warmUp: false });
};

const checkRound = async (dataFolder: string, expectedIds: ReadonlyMap<string, string>): Promise<void> => {
  const ledger = await readLedger(dataFolder);
  const ids = new Set(ledger.requests.map(({ processing_id: id }) => id));
  for (const [name, id] of expectedIds) if (!ids.has(id)) violation('lost', `${name}: ${id} has no row`);
  if (ledger.requests.length > expectedIds.size)
    violation('duplicated', `${ledger.requests.length} requests of ${expectedIds.size} documents`);
  for (const request of ledger.requests) {
    if (request.state !== 'succeeded')
      violation('failed', `${request.file_name}: ${request.state} ${JSON.stringify(request.failure ?? {})}`);
  }
  const pages = ledger.requests.reduce((sum, request) => sum + (request.page_count ?? 0), 0);
  if (ledger.usage.requests !== ledger.requests.length || ledger.usage.pages !== pages) {
    const { usage, requests } = ledger;
    violation(
      'miscounted',
      `usage counts ${usage.requests} requests and ${usage.pages} pages, there are ${requests.length} and ${pages}`,
    );
  }
  for (const id of ids) if (!ledger.eventIds.has(id)) violation('events_missing', `no event of ${id}`);
};

const runRound = (
  documents: readonly KillDocument[],
  fingerprints: ReadonlyMap<string, string>,
  killMs: number,
  killsAgain: boolean,
): Promise<void> =>
  inNewFolder(async (dataFolder) => {
    const answered = await postAndKill(await startService({ dataFolder, warmUp: false }), documents, killMs);
    const before = await readLedger(dataFolder);
    const service = await startAgain(dataFolder, killsAgain, Math.random() * killMs);
    const ids = new Map(answered);
    try {
      for (const document of documents) {
        // The same Idempotency-Key: returns the accepted request, or creates it now.
        const id = await postDocument(service, document, `key-${document.name}`);
        if (ids.has(document.name) && ids.get(document.name) !== id)
          violation('duplicated', `${document.name} was accepted twice`);
        ids.set(document.name, id);
      }
      for (const [name, id] of ids) {
        const fingerprint = fingerprintOf(await finishedResult(service, id));
        if (fingerprint !== fingerprints.get(name))
          violation('different', `${name}: the result differs from the undisturbed run`);
        else totals.succeeded += 1;
      }
    } catch (error) {
      violation('failed', `${String(error)}\n${service.log()}`);
    } finally {
      await service.stop();
    }
    await checkRound(dataFolder, ids);
    totals.rounds += 1;
    totals.answered += answered.size;
    totals.cut_off += documents.length - answered.size;
    totals.resumed += before.requests.filter(({ state }) => state === 'queued' || state === 'processing').length;
  });

const runDocumentRounds = async (rounds: number, documents: readonly KillDocument[]): Promise<void> => {
  const { fingerprints, ms } = await undisturbedRun(documents);
  const names = documents.map(({ name }) => name).join(', ');
  console.log(`${documents.length} documents, undisturbed ${(ms / 1000).toFixed(1)} s: ${names}`);
  for (let round = 1; round <= rounds; round += 1) {
    // Every third kill is during the posts; some are after the last request has succeeded.
    const killMs = Math.random() * (round % 3 === 0 ? ACCEPTING_MS : ms * 1.1);
    const killsAgain = round % 4 === 0;
    await runRound(documents, fingerprints, killMs, killsAgain);
    const again = killsAgain ? ', and again while it resumed' : '';
    const counts = `${totals.answered} answered, ${totals.resumed} resumed so far`;
    console.log(`round ${round}: killed after ${killMs.toFixed(0)} ms${again}; ${counts}`);
  }
};

const [rounds = 100, workflowRounds = rounds] = process.argv.slice(2).map(Number);
if (![rounds, workflowRounds].every((count) => Number.isInteger(count) && count >= 0))
  throw new Error('Usage: npm run bench:kill -- N [M], with N and M rounds of 0 or more.');
const documents = await documentsToKill();
if (rounds > 0) await runDocumentRounds(rounds, documents);
const violations = new Violations();
const activities = workflowRounds > 0 ? await runWorkflowRounds(workflowRounds, violations) : {};
const found = problems.length + violations.total;
console.log(
  JSON.stringify({
    bench: 'kill',
    documents: documents.length,
    ...totals,
    workflow_rounds: activities,
    workflow_violations: Object.fromEntries(violations.counts),
    violations: found,
  }),
);
process.exitCode = found === 0 ? 0 : 1;
