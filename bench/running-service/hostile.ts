/**
 * `npm run bench:hostile -- DIR MANIFEST.tsv`: posts every file of the manifest (columns `file`, `allowed_status`:
 * 201|413|422 …) to a running service, four at a time, with a valid file after every tenth, and reports the responses
 * that are not allowed.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { processDocument, type Processed } from './client/process-document.ts';
import { startService, watchMemory, type RunningService } from './running-service.ts';
import { readTable, samplePath } from '../shared-data.ts';
import { megabytes, rounded } from '../statistics.ts';

const AT_A_TIME = 4;
const LIMIT_SECONDS = 30;
const CHILD_LIMIT_MB = 1536;
const GOOD_FILE_EVERY = 10;

const { positionals } = parseArgs({ allowPositionals: true });
const [folder, manifest] = positionals;
if (folder === undefined || manifest === undefined) throw new Error('Usage: npm run bench:hostile -- DIR MANIFEST.tsv');

interface Job {
  readonly name: string;
  readonly path: string;
  readonly allowed: readonly number[];
  readonly good: boolean;
}

interface Violation {
  readonly file: string;
  readonly answered: string;
  readonly allowed: string;
  readonly seconds: number;
  readonly why: string;
}

const rows = await readTable(resolve(manifest));
const good: Job = { name: 'samples/mixed-mail.pdf', path: samplePath('mixed-mail.pdf'), allowed: [201], good: true };
const jobs: Job[] = rows.flatMap((row, index) => {
  const job = {
    name: row['file'] ?? '',
    path: join(resolve(folder), row['file'] ?? ''),
    allowed: (row['allowed_status'] ?? '').split('|').map(Number),
    good: false,
  };
  return index % GOOD_FILE_EVERY === 0 ? [job, good] : [job];
});

const service = await startService();
const violations: Violation[] = [];
const counts: Record<string, number> = {};
let slowest = 0;
let peak;
let usual = '';
try {
  usual = fingerprint(await processDocument(service, good.path));
  const watch = watchMemory(service);
  await pLimit(AT_A_TIME).map(jobs, (job) => checkAnswer(service, job));
  peak = await watch.stop();
} finally {
  await service.stop();
}
const childMb = megabytes(peak.child);
if (childMb >= CHILD_LIMIT_MB)
  violations.push({
    file: peak.childCommand,
    answered: `${childMb} MB`,
    allowed: `${CHILD_LIMIT_MB} MB`,
    seconds: 0,
    why: 'a child was over its limit',
  });
console.table(violations);
console.log(counts);
process.exitCode = violations.length === 0 ? 0 : 1;
console.log(
  JSON.stringify({
    files: rows.length,
    good_files: jobs.length - rows.length,
    violations: violations.length,
    statuses: counts,
    slowest_seconds: rounded(slowest, 1),
    server_mb: megabytes(peak.server),
    largest_child_mb: childMb,
  }),
);

async function checkAnswer(service: RunningService, job: Job): Promise<void> {
  const answer = await processDocument(service, job.path, 4 * LIMIT_SECONDS * 1000).catch(
    (error: unknown): Processed => ({ status: -1, milliseconds: 0, code: String(error) }),
  );
  const seconds = answer.milliseconds / 1000;
  slowest = Math.max(slowest, seconds);
  counts[answer.status] = (counts[answer.status] ?? 0) + 1;
  for (const why of faults(service, job, answer)) {
    violations.push({
      file: job.name,
      answered: `${answer.status} ${answer.code ?? ''}`.trim(),
      allowed: job.allowed.join('|'),
      seconds: rounded(seconds, 1),
      why,
    });
    console.log(`${job.name}: ${why} (${answer.status} ${answer.code ?? ''}, ${rounded(seconds, 1)} s)`);
  }
}

function faults(service: RunningService, job: Job, answer: Processed): string[] {
  return [
    ...(service.alive() ? [] : ['the server was gone']),
    ...(job.allowed.includes(answer.status) ? [] : ['status not allowed']),
    ...(answer.milliseconds > LIMIT_SECONDS * 1000 ? [`took longer than ${LIMIT_SECONDS} s`] : []),
    ...(job.good && fingerprint(answer) !== usual ? ['the result of a valid file differs'] : []),
  ];
}

/** The parts of a result that must be the same under any load: the split and all words. */
function fingerprint({ status, result }: Processed): string {
  return JSON.stringify([status, result?.document_splitting, result?.ocr]);
}
