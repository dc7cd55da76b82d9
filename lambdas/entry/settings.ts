/** What an entry reads of its function's environment for the parser processes; everything else is in adapters/aws/settings.ts. */
import { availableParallelism, tmpdir } from 'node:os';

const MEGABYTE = 1024 * 1024;
/** Megabytes of the function itself, beside its children. */
const OWN_MEGABYTES = 512;
/** Megabytes at which a child is killed where the function has room for it: a document that needs more is refused. */
const LARGEST_CHILD_MEGABYTES = 1200;

/** What a child needs of the environment to start Node and its native libraries. Credentials are not among it. */
const CHILD_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'LANG', 'TZ', 'TMPDIR'] as const;

export interface ParserProcessSettings {
  /** Children at a time. */
  readonly size: number;
  /** Bytes of resident memory at which a child is killed. */
  readonly killAtBytes: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** As many children as the function has cores and memory for, at least one. Outside of Lambda: memory without a limit. */
export const readParserProcessSettings = (
  environment: NodeJS.ProcessEnv = process.env,
  cores = availableParallelism(),
): ParserProcessSettings => {
  const megabytes = Number(environment['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? Infinity) - OWN_MEGABYTES;
  const childMegabytes = Math.min(megabytes, LARGEST_CHILD_MEGABYTES);
  return {
    size: Math.max(1, Math.min(cores, Math.floor(megabytes / LARGEST_CHILD_MEGABYTES))),
    killAtBytes: childMegabytes * MEGABYTE,
    environment: {
      // A function's user need not have a home, and looking for one then fails.
      HOME: tmpdir(),
      ...Object.fromEntries(
        CHILD_VARIABLES.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
      ),
    },
  };
};
