/**
 * Lighthouse, desktop preset, on `/` and on the editor of the sample, signed in: the medians of the scores, and the audits
 * below 0.9. `node bench/web/lighthouse.ts [runs, default 5]`; needs the built web interface, Debian's Chromium and
 * `npm ci --prefix bench/web/lighthouse`, which the service's own installation leaves out.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startService } from '../running-service/running-service.ts';
import type { RunningService } from '../running-service/running-service.ts';
import { median } from '../statistics.ts';

const INSTALL = 'npm ci --prefix bench/web/lighthouse';
const PROGRAM = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/cli/index.js');
const SAMPLE = join(import.meta.dirname, '../../samples/mixed-mail.pdf');
const GENERIC_WORKFLOW = '00000000-0000-4000-8000-000000000001';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const GOAL = 95;
/** Audits with a lower score are named. */
const GOOD = 0.9;
/** Bytes of a report with its screenshots. */
const MAX_REPORT = 256 * 1024 * 1024;

/** The parts of Lighthouse's report that are read. */
interface Report {
  readonly categories: Readonly<
    Record<
      string,
      { readonly score: number; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
    >
  >;
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly displayValue?: string }>>;
}

/** The session's cookie, as a browser sends it. */
const signIn = async ({ baseUrl, apiKey }: RunningService): Promise<string> => {
  const answer = await fetch(`${baseUrl}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tearline': '1', origin: baseUrl },
    body: JSON.stringify({ api_key: apiKey }),
  });
  const [cookie] = answer.headers.get('set-cookie')?.split(';') ?? [];
  if (!answer.ok || cookie === undefined) throw new Error(`No session: ${answer.status}`);
  return cookie;
};

const processSample = async (service: RunningService): Promise<string> => {
  const body = new FormData();
  body.append('file', new Blob([await readFile(SAMPLE)], { type: 'application/pdf' }), 'mixed-mail.pdf');
  const answer = await service.request(`/processing/${GENERIC_WORKFLOW}?wait_for=120`, { method: 'POST', body });
  if (answer.status !== 201) throw new Error(`The sample was not processed: ${answer.status} ${await answer.text()}`);
  // The API's own answer.
  return ((await answer.json()) as { processing_id: string }).processing_id;
};

const reportOf = async (address: string, cookie: string): Promise<Report> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      PROGRAM,
      address,
      '--preset=desktop',
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox',
      '--extra-headers',
      JSON.stringify({ cookie }),
    ],
    { env: { ...process.env, CHROME_PATH: '/usr/bin/chromium' }, maxBuffer: MAX_REPORT },
  );
  // Lighthouse's own report.
  return JSON.parse(stdout) as Report;
};

/** The audits that lower a score. Those without weight are hints. */
const lowAudits = ({ categories, audits }: Report): string[] =>
  CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { score = null, displayValue = '' } = audits[id] ?? {};
    return weight === 0 || score === null || score >= GOOD ? [] : [`${id} ${score} ${displayValue}`.trim()];
  });

const measure = async (name: string, address: string, cookie: string): Promise<void> => {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await reportOf(address, cookie));
  console.log(`${name}, Lighthouse's desktop preset, median of ${runs} (goal ${GOAL})`);
  for (const category of CATEGORIES) {
    const scores = reports.map(({ categories }) => Math.round(100 * (categories[category]?.score ?? 0)));
    console.log(`  ${category.padEnd(23)} ${median(scores)}, of ${scores.join(', ')}`);
  }
  const low = new Set(reports.flatMap(lowAudits));
  if (low.size > 0) console.log(`  audits below ${GOOD}       ${[...low].join('; ')}`);
};

const runs = Number(process.argv[2] ?? 5);
if (existsSync(PROGRAM)) {
  const service = await startService();
  try {
    const cookie = await signIn(service);
    await measure('/', `${service.baseUrl}/`, cookie);
    await measure('The editor', `${service.baseUrl}/verify/${await processSample(service)}`, cookie);
  } finally {
    await service.stop();
  }
} else {
  console.error(`Lighthouse is not installed: ${INSTALL}`);
  process.exitCode = 1;
}
