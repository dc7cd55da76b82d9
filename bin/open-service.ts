/** Composes the local service: local adapters, parser pool and steps. */
import { fileURLToPath } from 'node:url';
import { openLocalService } from '../adapters/local/local-service.ts';
import type { LocalService } from '../adapters/local/local-service.ts';
import type { DataFolders } from '../core/parsers/parser-child.ts';
import { ParserPool } from '../core/parsers/parser-pool.ts';
import { JOB_TABLE_URL } from '../core/processing/reading/parser-job-table.ts';
import { stepHandlers } from '../lambdas/steps/step-handlers.ts';
import { timedSteps } from './timed-steps.ts';
import type { StepReport } from './timed-steps.ts';
import { watchedParsers } from './watched-parsers.ts';
import type { PagesEvent } from './watched-parsers.ts';

/**
 * Document for the warm-up of parser processes: several document types in several languages (samples/draw-samples.ts).
 */
export const WARM_UP_DOCUMENT = fileURLToPath(new URL('../samples/mixed-mail.pdf', import.meta.url));

/** Resident bytes above which a parser process is replaced: one that reads scans with a model has 600 to 730 MB. */
const RETIRE_WITH_MODELS_AT = 750 * 1024 ** 2;

export interface ServiceOptions {
  readonly dataDir: string;
  /** Folders of the caller's own language data, and of installed models. */
  readonly dataFolders?: DataFolders;
  /** Hosts to which webhooks may be sent although they are private. */
  readonly webhookHosts?: readonly string[];
  readonly onPages?: (event: PagesEvent) => void;
  readonly onStep?: (report: StepReport) => void;
  /** Called for an execution or a training that ended with an uncaught error. */
  readonly onExecutionFailure?: (name: string, error: unknown) => void;
}

export interface OpenedService {
  readonly service: LocalService;
  /** Starts the parser processes before the first document arrives. */
  readonly warmUp: () => Promise<void>;
}

export const openService = async ({
  dataDir,
  dataFolders = {},
  webhookHosts,
  onPages,
  onStep,
  onExecutionFailure,
}: ServiceOptions): Promise<OpenedService> => {
  const pool = new ParserPool({
    jobTableUrl: JOB_TABLE_URL,
    dataFolders,
    ...(dataFolders.modelsFolder === undefined ? {} : { retireAtBytes: RETIRE_WITH_MODELS_AT }),
  });
  const service = await openLocalService({
    dataDir,
    parsers: onPages === undefined ? pool : watchedParsers(pool, onPages),
    steps: (composed) => timedSteps(stepHandlers(composed), onStep),
    ...(webhookHosts === undefined ? {} : { webhookHosts }),
    ...(onExecutionFailure === undefined ? {} : { onExecutionFailure }),
  });
  return { service, warmUp: () => pool.warmUp(WARM_UP_DOCUMENT) };
};
