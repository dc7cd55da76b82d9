/** Settings of the parser processes, from the function's environment; the others are in adapters/aws/settings.ts. */
import { availableParallelism, tmpdir } from 'node:os';

const MEGABYTE = 1024 * 1024;
/** Megabytes for the function's own process. */
const OWN_MEGABYTES = 512;
/** Resident memory in megabytes at which a child process is killed, if the function has that much. */
const MAX_CHILD_MEGABYTES = 1200;

/** Variables that a child process needs to start Node.js and its native libraries. No credentials are among them. */
const CHILD_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'LANG', 'TZ', 'TMPDIR'] as const;

export interface ParserProcessSettings {
  /** Child processes at a time. */
  readonly size: number;
  /** Resident memory in bytes at which a child process is killed. */
  readonly killAtBytes: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** Megabytes of a function's memory for which Lambda gives it one core. */
const CORE_MEGABYTES = 1769;

const byMemory = (megabytes: number): number =>
  Math.max(1, Math.floor((megabytes - OWN_MEGABYTES) / MAX_CHILD_MEGABYTES));

/** Child processes of a function with so much memory, in MB: those that its callers count on. */
export const processesOf = (megabytes: number): number =>
  Math.min(Math.ceil(megabytes / CORE_MEGABYTES), byMemory(megabytes));

/** As many child processes as cores and memory allow, at least one. Outside Lambda, memory is unlimited. */
export const readParserProcessSettings = (
  environment: NodeJS.ProcessEnv = process.env,
  cores = availableParallelism(),
): ParserProcessSettings => {
  const megabytes = Number(environment['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? Infinity);
  const childMegabytes = Math.min(megabytes - OWN_MEGABYTES, MAX_CHILD_MEGABYTES);
  return {
    size: Math.min(cores, byMemory(megabytes)),
    killAtBytes: childMegabytes * MEGABYTE,
    environment: {
      // The user of a Lambda function may have no home folder, and looking it up would fail.
      HOME: tmpdir(),
      ...Object.fromEntries(
        CHILD_VARIABLES.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
      ),
    },
  };
};
