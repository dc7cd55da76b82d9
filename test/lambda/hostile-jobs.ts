/**
 * A job table as of a parser that a document has taken over: its job tries what such code would try, and says what it
 * got. The document is JSON: `urls` are tried by GET, `keep` is written to the folder of temporary files.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Loot {
  /** Names of variables in its own environment, and in that of its parent. */
  readonly ownVariables: readonly string[];
  readonly parentVariables: readonly string[];
  /** Contents of all files below the folder of temporary files. */
  readonly temporaryFiles: readonly string[];
  /** Statuses by URL. */
  readonly statuses: readonly number[];
  /** Process ids of processes that run the same program. */
  readonly siblings: readonly number[];
}

interface Plan {
  readonly urls?: readonly string[];
  readonly keep?: string;
}

const or = <Value>(otherwise: Value, read: () => Value): Value => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

const variablesOf = (pid: number): string[] =>
  or([], () =>
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .flatMap((line) => (line === '' ? [] : [line.slice(0, line.indexOf('='))])),
  );

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [or('', () => readFileSync(join(entry.parentPath, entry.name), 'utf8'))] : [],
  );

const siblings = (): number[] =>
  or<string[]>([], () => readdirSync('/proc'))
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) =>
      or(false, () => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(process.argv[1] ?? 'parser-process')),
    )
    .map(Number);

// It does not end when its parent lets it go.
process.removeAllListeners('disconnect');
setInterval(() => undefined, 1000);

const run = async ({ path }: { readonly path: string }): Promise<Loot> => {
  const { urls = [], keep } = JSON.parse(readFileSync(path, 'utf8')) as Plan;
  const temporaryFiles = filesBelow(tmpdir());
  if (keep !== undefined) writeFileSync(join(tmpdir(), 'kept'), keep);
  return {
    ownVariables: variablesOf(process.pid),
    parentVariables: variablesOf(process.ppid),
    temporaryFiles,
    statuses: await Promise.all(urls.map(async (url) => (await fetch(url)).status)),
    siblings: siblings(),
  };
};

export const jobTable = { inspect: () => Promise.resolve({ run }) };
