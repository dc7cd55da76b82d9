/**
 * Makes weights/base.json again, from documents or from page records:
 *   npm run train:base -- --documents DIR [--scans N] [--workers N] [--max-pages N] [--records RECORDS] [--further RECORDS] [--out FILE] [--seed N] [--streams N] [--members N] [--folds N] [--held-out N] [--third-look-streams N]
 *   npm run train:base -- --records RECORDS [--further RECORDS] [--out FILE] …
 * DIR holds one folder a source with one file a document. They are read into RECORDS, and N of them scanned, as
 * bench/split-model/read-documents.ts does it; what is there already is left as it is. Without RECORDS the page records are in a scratch folder
 * that is removed afterwards. --further names page records of documents of many more sources, each of which is drawn less often. Then bench/split-model/train-base-model.ts trains: it may not see what reads documents.
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

// A misspelt option, or a number that is none, is refused here, not after an hour of scanning.
const { values } = parseArgs({
  options: {
    documents: text,
    records: text,
    scans: { ...text, default: '760' },
    workers: { ...text, default: '1' },
    'max-pages': { ...text, default: '60' },
    further: text,
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

/** Its exit status. */
async function run(program: string, options: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...options], {
    stdio: 'inherit',
  });
  const [status] = (await once(child, 'exit')) as [number | null]; // Node's own event; null where a signal ended it.
  return status ?? 1;
}
