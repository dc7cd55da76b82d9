/** The whole local service on real HTTP: real parsers, model server and training program, on a data folder. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startHttpHost } from '../../../adapters/local/http/http-host.ts';
import { openLocalService } from '../../../adapters/local/local-service.ts';
import type { LocalService } from '../../../adapters/local/local-service.ts';
import { ParserPool } from '../../../core/parsers/parser-pool.ts';
import { JOB_TABLE_URL } from '../../../core/processing/reading/parser-job-table.ts';
import { apiHandler } from '../../../lambdas/api/api-handler.ts';
import { stepHandlers } from '../../../lambdas/steps/step-handlers.ts';

export interface WholeService {
  readonly service: LocalService;
  /** Internal errors and failed executions. */
  readonly failures: unknown[];
  readonly url: string;
  close(): Promise<void>;
}

/** @param baseModelFolder  a release: its base model */
export const startWholeService = async (dataDir: string, baseModelFolder: string): Promise<WholeService> => {
  const failures: unknown[] = [];
  const service = await openLocalService({
    dataDir,
    baseModelFolder,
    parsers: new ParserPool({ jobTableUrl: JOB_TABLE_URL }),
    steps: stepHandlers,
    onExecutionFailure: (name, error) => failures.push({ name, error }),
  });
  const host = await startHttpHost({
    handler: apiHandler(service, { sendsBlobs: true, logError: (_, details) => failures.push(details) }),
    blobs: service.blobs,
    uploads: service.uploads,
    spoolFolder: service.spoolFolder,
    host: '127.0.0.1',
    port: 0,
    maxBodyBytes: service.settings.maxUploadBytes,
  });
  return {
    service,
    failures,
    url: host.url,
    close: async () => {
      await host.close();
      await service.close();
    },
  };
};

/** Makes the base model in a folder another one: the same stages with another calibration, as another release has it. */
export const recalibrate = async (baseModelFolder: string): Promise<void> => {
  const path = join(baseModelFolder, 'base.json');
  const base = JSON.parse(await readFile(path, 'utf8')) as { calibration: { slope: number } };
  base.calibration.slope *= 1.02;
  await writeFile(path, `${JSON.stringify(base)}\n`);
};
