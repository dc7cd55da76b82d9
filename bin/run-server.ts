/** The server process: composes the service, listens, resumes unfinished work, deletes expired data, and shuts down. */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startHttpHost } from '../adapters/local/http/http-host.ts';
import type { HttpHost } from '../adapters/local/http/http-host.ts';
import type { LocalService } from '../adapters/local/local-service.ts';
import { CallCounter } from '../core/accounts/usage/call-counter.ts';
import { TemporarilyUnavailableError } from '../core/errors.ts';
import { sendDueDeliveries } from '../core/events/webhooks/send-deliveries.ts';
import { workflowOfCall } from '../core/requests/workflows/workflow-of-call.ts';
import { crossOriginHeaders } from '../lambdas/api/cross-origin.ts';
import type { LogError } from '../lambdas/api/middleware/problem.ts';
import { ensureApiKeyFile } from './accounts/api-key-file.ts';
import type { StartOptions } from './commands/options.ts';
import { languageDataFolder } from './language-data-folder.ts';
import { modelsFolder, usableModels } from './models/models-folder.ts';
import { localHandler } from './web/local-handler.ts';
import { openService } from './open-service.ts';
import { repeat } from './server/repeat.ts';
import type { Repeated } from './server/repeat.ts';
import { describeError, reportStep } from './server/report-step.ts';
import type { LogLine } from './server/report-step.ts';
import { sweep } from './server/sweep.ts';
import { openBrowser } from './web/open-browser.ts';
import { forgetAddress, noteAddress, signInLink } from './web/sign-in-link.ts';
import { openWebPages } from './web/web-interface.ts';
import { callerFolder, useCompileCache, useTemporaryFolder } from './settings.ts';

/** Milliseconds between two sweeps, which resume unfinished work and delete expired data. */
const SWEEP_INTERVAL_MS = 60_000;
/** Milliseconds between two sweeps of due deliveries: the first retry comes after five seconds. */
const DELIVERY_INTERVAL_MS = 2_500;
/** Bytes of a multipart body in addition to the file. */
const MULTIPART_OVERHEAD = 1024 * 1024;

const logLine: LogLine = (event, details) => {
  console.error(JSON.stringify({ time: new Date().toISOString(), event, ...details }));
};

const reportExecutionFailure = (name: string, error: unknown): void => {
  logLine('execution_failed', { execution: name, error: describeError(error) });
};

/** Logs what the work throws, except where a dependency is down: the next turn does the work. */
const logged =
  (event: string, work: (stop: AbortSignal) => Promise<unknown>) =>
  async (stop: AbortSignal): Promise<void> => {
    try {
      await work(stop);
    } catch (error) {
      if (!(error instanceof TemporarilyUnavailableError)) logLine(event, { error: describeError(error) });
    }
  };

/** What is done at intervals: sweeps, and deliveries to webhooks. */
const startRepeating = (service: LocalService, calls: CallCounter): readonly Repeated[] => [
  repeat(
    service.clock,
    SWEEP_INTERVAL_MS,
    logged('sweep_failed', (stop) => sweep(service, calls, stop)),
  ),
  repeat(
    service.clock,
    DELIVERY_INTERVAL_MS,
    logged('delivery_failed', (stop) => sendDueDeliveries(service, stop)),
  ),
];

/** Logs a failed warm-up, but not its end by a shutdown: without parser processes, every document will fail too. */
const warmUpSafely = async (warmUp: () => Promise<void>): Promise<void> => {
  try {
    await warmUp();
  } catch (error) {
    if (!(error instanceof TemporarilyUnavailableError)) logLine('warm_up_failed', { error: describeError(error) });
  }
};

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
const untilStopped = (): Promise<NodeJS.Signals> =>
  new Promise((resolveStop) => {
    let stopping = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (stopping) process.exit(1);
      stopping = true;
      resolveStop(signal);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });

/** Child processes and scratch files use a folder in the data folder: on the same disk, and emptied at each start. */
const emptyTemporaryFolder = async (dataDir: string): Promise<void> => {
  const temporary = join(dataDir, 'tmp');
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  useTemporaryFolder(temporary);
};

const logError: LogError = (message, { request_id, error }) => {
  logLine('error', { message, request_id, error: describeError(error) });
};

const listen = async (service: LocalService, options: StartOptions, calls: CallCounter): Promise<HttpHost> =>
  startHttpHost({
    blobs: service.blobs,
    handler: localHandler(service, { calls, corsOrigins: options.corsOrigin, logError }),
    pages: await openWebPages(options.frameAncestor),
    crossOriginHeaders: (origin) => crossOriginHeaders(options.corsOrigin, origin),
    uploads: service.uploads,
    spoolFolder: service.spoolFolder,
    host: options.host,
    port: options.port,
    maxBodyBytes: service.settings.maxUploadBytes + MULTIPART_OVERHEAD,
    log: (message, { requestId, error }) => {
      logLine('error', { message, request_id: requestId, error: describeError(error) });
    },
  });

/**
 * Serves a data folder until SIGINT or SIGTERM.
 * @throws PortInUseError, DataFolderInUseError, DataFolderUnusableError, StorageFullError
 */
export const runServer = async (options: StartOptions): Promise<void> => {
  const stopped = untilStopped();
  const dataDir = resolve(callerFolder(), options.data);
  const dataFolders = {
    languageDataFolder: languageDataFolder(options.languageData),
    modelsFolder: await usableModels(modelsFolder(options.data)),
  };
  useCompileCache(join(dataDir, 'compile-cache'));
  const { service, warmUp } = await openService({
    dataDir,
    dataFolders,
    webhookHosts: options.webhookHost,
    onStep: reportStep(logLine, options.logSteps === true),
    onExecutionFailure: reportExecutionFailure,
  });
  try {
    await emptyTemporaryFolder(dataDir);
    const keyFile = await ensureApiKeyFile(service, dataDir);
    const calls = new CallCounter(service, workflowOfCall(service));
    const host = await listen(service, options, calls);
    const { url } = host;
    await noteAddress(dataDir, url);
    const link = await signInLink(service, url);
    console.log(`Tearline listens on ${url}\nThe API key is in ${keyFile}\nSign in once, within an hour: ${link}`);
    if (options.open === true) await openBrowser(link);
    const repeated = startRepeating(service, calls);
    // Not awaited: documents that arrive now delay it, and the end of the process does not wait for it.
    if (options.warmUp) void warmUpSafely(warmUp);
    await stopped;
    await Promise.all(repeated.map((work) => work.end()));
    await forgetAddress(dataDir);
    await host.close();
    await calls.write();
  } finally {
    await service.close();
  }
};
