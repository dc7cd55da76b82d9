/**
 * `npm run bench:serving [-- --seconds 8 --rounds 3 --accept-encoding gzip --compare ../other-checkout]`: requests per
 * second and latency of four results at 50 keep-alive connections, and the server's memory before and after. With
 * `--compare`, the service of another checkout is measured alternately in the same run.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { processDocument } from './process-document.ts';
import { startService } from './running-service.ts';
import type { RunningService } from './running-service.ts';
import { samplePath } from '../shared-data.ts';
import { megabytes, median, rounded } from '../statistics.ts';

const CONNECTIONS = 50;
const GOAL_P99_MS = 100;
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
  readonly p50: number;
  readonly p99: number;
}

interface Subject {
  readonly name: string;
  readonly service: RunningService;
  readonly base: string;
  readonly rounds: Map<string, Measured[]>;
  readonly rssBefore: number;
}

const headers = (service: RunningService): Record<string, string> => ({
  authorization: `ApiKey ${service.apiKey}`,
  ...(values['accept-encoding'] === undefined ? {} : { 'accept-encoding': values['accept-encoding'] }),
});

const serverRss = async (service: RunningService): Promise<number> => (await service.processes())[0]?.rss ?? 0;

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
  await load(service, `${base}/${PATHS[0]}`, 2);
  return { name, service, base, rounds: new Map(), rssBefore: await serverRss(service) };
}

const codingOf = (response: Response): string => {
  const coding = response.headers.get('content-encoding');
  return coding === null ? '' : `, sent as ${coding}`;
};

async function load(service: RunningService, path: string, seconds: number): Promise<Measured> {
  const result = await autocannon({
    url: `${service.baseUrl}${path}`,
    connections: CONNECTIONS,
    duration: seconds,
    headers: headers(service),
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${path}: ${failed} of ${result.requests.total} requests failed.`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

async function measureRound(subjects: readonly Subject[]): Promise<void> {
  for (const path of PATHS) {
    for (const { service, base, rounds } of subjects) {
      const measured = await load(service, `${base}/${path}`, Number(values.seconds));
      rounds.set(path, [...(rounds.get(path) ?? []), measured]);
    }
  }
}

const medianOf = (rounds: readonly Measured[], member: keyof Measured): number =>
  median(rounds.map((round) => round[member]));

/** The medians over the rounds. */
const rowsOf = ({ name, rounds }: Subject) =>
  [...rounds].map(([path, measured]) => ({
    service: name,
    path,
    requests_per_second: Math.round(medianOf(measured, 'perSecond')),
    p50_ms: rounded(medianOf(measured, 'p50'), 1),
    p99_ms: rounded(medianOf(measured, 'p99'), 1),
    goal_p99_ms: GOAL_P99_MS,
    reached: medianOf(measured, 'p99') <= GOAL_P99_MS,
  }));

const memoryOf = async ({ name, service, rssBefore }: Subject) => ({
  service: name,
  rss_before_mb: megabytes(rssBefore),
  rss_after_mb: megabytes(await serverRss(service)),
});

const subjects: Subject[] = [];
try {
  if (values.compare !== undefined) subjects.push(await open('compared', values.compare));
  subjects.push(await open('this'));
  for (let round = 1; round <= Number(values.rounds); round += 1) await measureRound(subjects);
  const rows = subjects.flatMap(rowsOf);
  const memory = await Promise.all(subjects.map(memoryOf));
  console.log(`${CONNECTIONS} keep-alive connections, ${availableParallelism()} cores shared with the load generator`);
  console.table(rows);
  console.table(memory);
  console.log(JSON.stringify({ connections: CONNECTIONS, rows, memory }));
  process.exitCode = rows.some(({ service, reached }) => service === 'this' && !reached) ? 1 : 0;
} finally {
  for (const { service } of subjects) await service.stop();
}
