/**
 * Trains weights/base.json from documents or from page records:
 *   npm run train:base -- --documents DIR [--scans N] [--workers N] [--max-pages N] [--records RECORDS]
 *     [--auxiliary RECORDS] [--out FILE] [--seed N] [--streams N] [--members N] [--folds N] [--held-out N]
 *     [--stage-3-streams N]
 *   npm run train:base -- --records RECORDS [--auxiliary RECORDS] [--out FILE] …
 * DIR has one folder per source with one file per document. bench/split-model/read-documents.ts reads the documents
 * into RECORDS and scans N of them; existing records are kept. Without --records the page records are written to a
 * temporary folder that is removed afterwards. --auxiliary names the page records of auxiliary sources, which have a
 * lower sampling weight. bench/split-model/train-base-model.ts does the training in a process of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BASE_PLAN_OPTIONS, readBasePlan } from './base-plan-options.ts';

const text = { type: 'string' } as const;

// Invalid options are refused here, before an hour of scanning.
const { values } = parseArgs({
  options: {
    documents: text,
    records: text,
    scans: { ...text, default: '760' },
    workers: { ...text, default: '1' },
    'max-pages': { ...text, default: '60' },
    auxiliary: text,
    out: text,
    ...BASE_PLAN_OPTIONS,
  },
});
const { documents, records, scans, workers, 'max-pages': maxPages, ...training } = values;
if (documents === undefined && records === undefined) {
  console.error(
    'npm run train:base -- --documents DIR, or --records RECORDS: a folder of documents, or of their page records.',
  );
  process.exit(2);
}
readBasePlan(training);

const folder = records ?? (await mkdtemp(join(tmpdir(), 'tearline-records-')));
try {
  const read =
    documents === undefined
      ? 0
      : await run('./read-documents.ts', [
          documents,
          folder,
          '--scans',
          scans,
          '--workers',
          workers,
          '--max-pages',
          maxPages,
        ]);
  process.exitCode =
    read === 0
      ? await run('./train-base-model.ts', [
          '--records',
          folder,
          ...Object.entries(training).flatMap(([name, value]) => [`--${name}`, value]),
        ])
      : read;
} finally {
  if (records === undefined) await rm(folder, { recursive: true, force: true });
}

/** Runs the program. @returns its exit status; 1 where a signal ended it */
async function run(program: string, options: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...options], {
    stdio: 'inherit',
  });
  // Node's event; null where a signal ended the process.
  const [status] = (await once(child, 'exit')) as [number | null];
  return status ?? 1;
}
