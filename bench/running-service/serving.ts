/**
 * `npm run bench:serving [-- --seconds 8 --rounds 3 --accept-encoding gzip --compare ../other-checkout]`: requests per
 * second and latency of four results at 50 keep-alive connections, and the server's memory before and after. With
 * `--compare`, the service of another checkout is measured alternately in the same run. The load comes from `ab`
 * (Debian: apache2-utils); load generators in JavaScript take more processor time for a body than the server.
 */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs, promisify } from 'node:util';
import pidusage from 'pidusage';
import { processDocument } from './client/process-document.ts';
import { startService } from './running-service.ts';
import type { RunningService } from './running-service.ts';
import { samplePath } from '../shared-data.ts';
import { megabytes, median, rounded } from '../statistics.ts';

const CONNECTIONS = 50;
/** More than any run makes: the time ends it. */
const MOST_REQUESTS = 10_000_000;
const WARM_UP_SECONDS = 3;
const GOAL_P99_MS = 100;
const run = promisify(execFile);
const PATHS = ['document-splitting', 'ocr', 'page-images/1', 'split-pdfs/0'] as const;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    'accept-encoding': { type: 'string' },
    compare: { type: 'string' },
  },
});

interface Measured {
  readonly perSecond: number;
  /** Processor time of the server for one request, in milliseconds; unlike latency, hardly affected by other programs. */
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
}

interface Subject {
  readonly name: string;
  readonly service: RunningService;
  readonly base: string;
  readonly rounds: Map<string, Measured[]>;
  /** Resident memory in bytes: after the start, after the warm-up, and after each round. */
  readonly rss: number[];
}

const headers = (service: RunningService): Record<string, string> => ({
  authorization: `ApiKey ${service.apiKey}`,
  ...(values['accept-encoding'] === undefined ? {} : { 'accept-encoding': values['accept-encoding'] }),
});

const serverRss = async (service: RunningService): Promise<number> => (await service.processes())[0]?.rss ?? 0;
/** Processor time that the server has used, in milliseconds. */
const serverCpu = async (service: RunningService): Promise<number> => (await pidusage(service.pid)).ctime;

/** Starts a service with one processed document, whose four results have been requested once. */
async function open(name: string, checkout?: string): Promise<Subject> {
  const service = await startService(checkout === undefined ? {} : { checkout });
  const { result } = await processDocument(service, samplePath('mixed-mail.pdf'));
  if (result === undefined) throw new Error(`${name}: the sample was not processed.\n${service.log()}`);
  const base = `/processing/results/${result.processing_id}`;
  for (const path of PATHS) {
    const response = await service.request(`${base}/${path}`, { headers: headers(service) });
    const bytes = (await response.arrayBuffer()).byteLength;
    console.log(`${name}: ${path} has ${bytes} bytes${codingOf(response)}`);
  }
  return { name, service, base, rounds: new Map(), rss: [await serverRss(service)] };
}

const codingOf = (response: Response): string => {
  const coding = response.headers.get('content-encoding');
  return coding === null ? '' : `, sent as ${coding}`;
};

async function load(service: RunningService, path: string, seconds: number): Promise<Measured> {
  const cpuBefore = await serverCpu(service);
  const { stdout } = await run('ab', [
    ...['-q', '-k', '-c', String(CONNECTIONS), '-t', String(seconds), '-n', String(MOST_REQUESTS)],
    ...Object.entries(headers(service)).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    `${service.baseUrl}${path}`,
  ]);
  const figure = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? 0);
  const requests = figure(/^Complete requests: +(\d+)/m);
  const failed = figure(/^Failed requests: +(\d+)/m) + figure(/^Non-2xx responses: +(\d+)/m);
  if (requests === 0 || failed > 0) throw new Error(`${path}: ${failed} of ${requests} requests failed.\n${stdout}`);
  return {
    perSecond: figure(/^Requests per second: +([\d.]+)/m),
    cpu: ((await serverCpu(service)) - cpuBefore) / requests,
    p50: figure(/^ +50% +(\d+)/m),
    p99: figure(/^ +99% +(\d+)/m),
  };
}

/** The first seconds of load compile code and grow the heap. */
async function warmUp(subject: Subject): Promise<void> {
  for (const path of PATHS) await load(subject.service, `${subject.base}/${path}`, WARM_UP_SECONDS);
  subject.rss.push(await serverRss(subject.service));
}

async function measureRound(subjects: readonly Subject[]): Promise<void> {
  for (const path of PATHS) {
    for (const { service, base, rounds } of subjects) {
      const measured = await load(service, `${base}/${path}`, Number(values.seconds));
      rounds.set(path, [...(rounds.get(path) ?? []), measured]);
    }
  }
  for (const { service, rss } of subjects) rss.push(await serverRss(service));
}

const medianOf = (rounds: readonly Measured[], member: keyof Measured): number =>
  median(rounds.map((round) => round[member]));

/** The medians over the rounds. */
const rowsOf = ({ name, rounds }: Subject) =>
  [...rounds].map(([path, measured]) => ({
    service: name,
    path,
    requests_per_second: Math.round(medianOf(measured, 'perSecond')),
    server_cpu_ms: rounded(medianOf(measured, 'cpu')),
    p50_ms: rounded(medianOf(measured, 'p50'), 1),
    p99_ms: rounded(medianOf(measured, 'p99'), 1),
    goal_p99_ms: GOAL_P99_MS,
    reached: medianOf(measured, 'p99') <= GOAL_P99_MS,
  }));

const memoryOf = ({ name, rss: [started = 0, warm = 0, ...rounds] }: Subject) => ({
  service: name,
  rss_started_mb: megabytes(started),
  rss_warm_mb: megabytes(warm),
  rss_by_round_mb: rounds.map(megabytes).join(' '),
});

const subjects: Subject[] = [];
try {
  if (values.compare !== undefined) subjects.push(await open('compared', values.compare));
  subjects.push(await open('this'));
  for (const subject of subjects) await warmUp(subject);
  for (let round = 1; round <= Number(values.rounds); round += 1) await measureRound(subjects);
  const rows = subjects.flatMap(rowsOf);
  const memory = subjects.map(memoryOf);
  console.log(`${CONNECTIONS} keep-alive connections, ${availableParallelism()} cores shared with the load generator`);
  console.table(rows);
  console.table(memory);
  console.log(JSON.stringify({ connections: CONNECTIONS, rows, memory }));
  process.exitCode = rows.some(({ service, reached }) => service === 'this' && !reached) ? 1 : 0;
} finally {
  for (const { service } of subjects) await service.stop();
}
