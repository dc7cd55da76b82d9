/**
 * `npm run bench:tenants [-- --documents 12 --pairs 5 --accounts 4 --file samples/mixed-mail.pdf]`: what it costs that a parser process serves one
 * account and is replaced for another. The running service gets the same documents from one account and, in turn, from
 * several accounts one after the other: one document at a time, and as many at once as there are accounts. More accounts
 * than cores, so that every document needs a process that another account had. Needs Linux. The last line of the output is
 * one JSON object.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { z } from 'zod';
import { median, rounded } from '../statistics.ts';
import { createAccount } from './client/create-account.ts';
import { startService } from './running-service.ts';
import type { RunningService } from './running-service.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { documents: text, pairs: text, accounts: text, file: text } });
const count = z.coerce.number().int().min(1);
const { documents, pairs, accounts } = z
  .object({
    documents: count.default(12),
    pairs: count.default(5),
    accounts: count.default(availableParallelism() + 2),
  })
  .parse(values);

const GENERIC_WORKFLOW = '00000000-0000-4000-8000-000000000001';
const FILES = values.file === undefined ? ['samples/mixed-mail.pdf', 'samples/scanned-mail.pdf'] : [values.file];
/** Clock ticks a second, in which Linux counts processor time. */
const TICKS = 100;

/** Processor time of the server, its running processes and those that have ended, in milliseconds. */
const processorMs = async (service: RunningService): Promise<number> => {
  let ticks = 0;
  for (const { pid } of await service.processes()) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // After the name in parentheses: utime, stime, and those of ended children.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  }
  return (ticks * 1000) / TICKS;
};

const send = async (service: RunningService, key: string, name: string, bytes: Buffer): Promise<number> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
  const begun = performance.now();
  const response = await fetch(`${service.baseUrl}/processing/${GENERIC_WORKFLOW}?wait_for=120`, {
    method: 'POST',
    body: form,
    headers: { authorization: `ApiKey ${key}` },
  });
  await response.arrayBuffer();
  if (response.status !== 201)
    throw new Error(`${name} was answered ${response.status}.\n${service.log().slice(-2000)}`);
  return performance.now() - begun;
};

interface Part {
  /** Of a document, in milliseconds. */
  readonly latency: number;
  /** Of all documents, in milliseconds. */
  readonly elapsed: number;
  /** Of a document, in milliseconds. */
  readonly processor: number;
}

/** Sends the documents, each from the next of the keys. */
const measure = async (
  service: RunningService,
  keys: readonly string[],
  { name, bytes, atOnce }: { readonly name: string; readonly bytes: Buffer; readonly atOnce: number },
): Promise<Part> => {
  const before = await processorMs(service);
  const begun = performance.now();
  const limit = pLimit(atOnce);
  const latencies = await Promise.all(
    Array.from({ length: documents }, (_, index) =>
      limit(() => send(service, keys[index % keys.length] ?? '', name, bytes)),
    ),
  );
  const elapsed = performance.now() - begun;
  return { latency: median(latencies), elapsed, processor: ((await processorMs(service)) - before) / documents };
};

const service = await startService();
try {
  const keys: string[] = [];
  for (let account = 0; account < accounts; account += 1)
    keys.push(await createAccount(service.dataFolder, `account ${account + 1}`, 'unlimited'));
  const rows = [];
  for (const path of FILES) {
    const name = basename(path);
    const bytes = await readFile(path);
    for (const atOnce of [1, accounts]) {
      const one: Part[] = [];
      const several: Part[] = [];
      const options = { name, bytes, atOnce };
      // The first documents load engines and languages.
      await measure(service, keys, options);
      for (let pair = 0; pair < pairs; pair += 1) {
        // Each is first as often as second.
        if (pair % 2 === 0) one.push(await measure(service, keys.slice(0, 1), options));
        several.push(await measure(service, keys, options));
        if (pair % 2 === 1) one.push(await measure(service, keys.slice(0, 1), options));
      }
      const ratioOf = (pick: (part: Part) => number): number =>
        rounded(median(several.map((part, index) => pick(part) / pick(one[index] ?? part))));
      const medianOf = (parts: readonly Part[], pick: (part: Part) => number): number =>
        Math.round(median(parts.map(pick)));
      rows.push({
        file: name,
        at_once: atOnce,
        one_latency_ms: medianOf(one, ({ latency }) => latency),
        several_latency_ms: medianOf(several, ({ latency }) => latency),
        latency_ratio: ratioOf(({ latency }) => latency),
        elapsed_ratio: ratioOf(({ elapsed }) => elapsed),
        one_processor_ms: medianOf(one, ({ processor }) => processor),
        several_processor_ms: medianOf(several, ({ processor }) => processor),
        processor_ratio: ratioOf(({ processor }) => processor),
      });
    }
  }
  console.table(rows);
  console.log(JSON.stringify({ documents, pairs, accounts, cores: availableParallelism(), rows }));
} finally {
  await service.stop();
}
