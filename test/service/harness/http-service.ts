/** The local service on real HTTP and real stores, with fake parsers and a fake model. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHttpHost } from '../../../adapters/local/http/http-host.ts';
import { openLocalService } from '../../../adapters/local/local-service.ts';
import type { LocalService } from '../../../adapters/local/local-service.ts';
import type { WebPages } from '../../../adapters/local/http/web-pages.ts';
import { CallCounter } from '../../../core/accounts/usage/call-counter.ts';
import { ensureFirstAccount } from '../../../core/accounts/first-account.ts';
import type { JobRunner } from '../../../core/parser-jobs.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { workflowOfCall } from '../../../core/requests/workflows/workflow-of-call.ts';
import { localHandler } from '../../../bin/web/local-handler.ts';
import { stepHandlers } from '../../../lambdas/steps/step-handlers.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { FakeParsers } from '../../fakes/documents/fake-parsers.ts';
import { FirstWordModel } from '../../fakes/fake-world.ts';
import { MULTIPART, uploadBody } from './multipart-body.ts';

export interface HttpService {
  readonly service: LocalService;
  readonly url: string;
  /** The owner's key. */
  readonly key: string;
  /** Internal errors and failed executions. */
  readonly failures: unknown[];
  /** The API calls that are collected. */
  readonly calls: CallCounter;
  call(path: string, init?: RequestInit & { readonly key?: string }): Promise<Response>;
  /** Processes a document of so many pages, the third of which begins another. */
  process(pages?: number): Promise<{ readonly processing_id: string }>;
  close(): Promise<void>;
}

interface HttpServiceOptions {
  readonly webhookHosts?: readonly string[];
  /** The web interface; default: none. */
  readonly pages?: WebPages | undefined;
  /** Default: fake ones. */
  readonly parsers?: JobRunner;
}

export const startHttpService = async ({ pages, ...options }: HttpServiceOptions = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tearline-http-service-'));
  const failures: unknown[] = [];
  const service = await openLocalService({
    dataDir,
    parsers: new FakeParsers(),
    splitModel: Object.assign(new FirstWordModel(), { close: () => Promise.resolve() }),
    trainer: { start: refuse, state: refuse, stop: refuse, close: () => Promise.resolve() },
    steps: stepHandlers,
    onExecutionFailure: (name, error) => failures.push({ name, error }),
    ...options,
  });
  const { key = '' } = await ensureFirstAccount(service);
  const calls = new CallCounter(service, workflowOfCall(service));
  const host = await startHttpHost({
    handler: localHandler(service, { calls, logError: (_, details) => failures.push(details) }),
    blobs: service.blobs,
    pages,
    uploads: service.uploads,
    spoolFolder: service.spoolFolder,
    host: '127.0.0.1',
    port: 0,
    maxBodyBytes: service.settings.maxUploadBytes,
  });
  const call: HttpService['call'] = (path, { key: given = key, headers, ...init } = {}) =>
    fetch(`${host.url}${path}`, { ...init, headers: { Authorization: `ApiKey ${given}`, ...plain(headers) } });
  const started: HttpService = {
    service,
    url: host.url,
    key,
    failures,
    calls,
    call,
    process: async (pages = 3) => {
      const answer = await call(`/processing/${GENERIC_WORKFLOW_ID}`, {
        method: 'POST',
        headers: MULTIPART,
        body: Buffer.from(uploadBody(writeFakeDocument({ pages, starts: pages > 2 ? [3] : [] }))),
      });
      return (await answer.json()) as { processing_id: string };
    },
    close: async () => {
      await host.close();
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return started;
};

const refuse = (): Promise<never> => Promise.reject(new Error('Nothing is trained here.'));

const plain = (headers: RequestInit['headers']): Record<string, string> =>
  Object.fromEntries(new Headers(headers).entries());
