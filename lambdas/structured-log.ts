/**
 * Writes each event as one line of JSON to standard output, a format that Lambda and log stores read without
 * configuration. No library: docs/decisions/0018-what-is-ours-and-what-is-a-library.md.
 */

/** Values of identifiers, counts and errors; never text of a document. */
export type LogDetails = Readonly<Record<string, unknown>>;

/** Levels of causes that are written: an error may be its own cause. */
const DEEPEST_CAUSE = 3;

const describeError = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return String(error);
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined || depth === DEEPEST_CAUSE ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
};

/** The line about an error, as it is written. */
export const errorLine = (time: Date, message: string, { error, ...details }: LogDetails = {}): string =>
  `${JSON.stringify({ timestamp: time.toISOString(), level: 'ERROR', message, ...details, ...(error === undefined ? {} : { error: describeError(error) }) })}\n`;

/** Writes one event `INFO`. Metrics are made of its details (lib/constructs/operations/monitoring.ts). */
export const logInfo = (message: string, details: LogDetails): void => {
  process.stdout.write(
    `${JSON.stringify({ timestamp: new Date().toISOString(), level: 'INFO', message, ...details })}\n`,
  );
};

/** Writes one event `ERROR`. `details.error` is written with its stack and causes. */
export const logError = (message: string, details?: LogDetails): void => {
  process.stdout.write(errorLine(new Date(), message, details));
};
