/** The pipeline on real local stores and the real state machine, with fake parsers and a fake split model. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import { FileBlobStore } from '../../../adapters/local/blobs/file-blob-store.ts';
import { LocalStateMachines } from '../../../adapters/local/state-machines/local-state-machines.ts';
import { RandomIds } from '../../../core/random-ids.ts';
import { SqliteTable } from '../../../adapters/local/table/sqlite-table.ts';
import { SystemClock } from '../../../core/system-clock.ts';
import { UploadSigner } from '../../../adapters/local/http/upload-signer.ts';
import type { Account } from '../../../core/accounts/account.ts';
import type { DomainEvent, SplitModel, StateMachineName, StateMachines } from '../../../core/ports.ts';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { BlobParsers } from '../../../core/processing/parsing/blob-parsers.ts';
import { waitForProcessingRequest } from '../../../core/requests/find-processing-request.ts';
import type { ProcessingRequest } from '../../../core/requests/processing-request.ts';
import type { Service } from '../../../core/service.ts';
import { stepHandlers } from '../../../lambdas/steps/step-handlers.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { FakeParsers } from '../../fakes/documents/fake-parsers.ts';
import { FakeReceivers } from '../../fakes/fake-receivers.ts';
import { FakeTrainer } from '../../fakes/fake-trainer.ts';
import { FakeUserDirectory } from '../../fakes/fake-user-directory.ts';

export const ACCOUNT: Account = {
  account_id: '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c01',
  name: 'Test',
  created_at: '2026-01-01T00:00:00.000Z',
};
export const OTHER_ACCOUNT: Account = { ...ACCOUNT, account_id: '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c02' };

/** A PDF of blank pages, as the fake parsers read it. */
export const pdfOf = (pages: number): Uint8Array => writeFakeDocument({ pages, blank: true });

export const recordOf = (page: number): PageRecord => ({
  schema_version: 1,
  page,
  width: 1870,
  height: 2420,
  dpi: 220,
  rotation: 0,
  skew: 0,
  text_source: 'ocr',
  language: 'en',
  words: [],
  fulltext: '',
  ink: 0.1,
  thumbnail: { width: 1, height: 1, grey: 'AA==' },
});

/** Returns the request of ACCOUNT once it has ended, however long that takes on this machine. */
export const waitForEnd = async (service: Service, processingId: string): Promise<ProcessingRequest> => {
  for (;;) {
    const request = await waitForProcessingRequest(service, ACCOUNT, processingId, service.settings.maxWaitSeconds);
    if (request.state === 'succeeded' || request.state === 'failed') return request;
  }
};

/** Returns a split model that splits before these pages. */
export const modelThatSplitsBefore = (...pages: number[]): SplitModel => ({
  score: (records) =>
    Promise.resolve({
      modelVersion: 'fake',
      probabilities: records
        .slice(1)
        .map((json) => (pages.includes((JSON.parse(json.toString()) as PageRecord).page) ? 0.9 : 0.1)),
    }),
});

export interface HarnessOptions {
  readonly parsers?: FakeParsers;
  readonly splitModel?: SplitModel;
  /** Leaves requests queued until `resumeUnfinished`. */
  readonly stateMachinesDown?: boolean;
}

export interface Harness {
  readonly service: Service;
  readonly parsers: FakeParsers;
  readonly events: DomainEvent[];
  readonly failures: unknown[];
  readonly clock: { now: () => Date };
  /** The same stores with new state machines. Executions of the old ones continue, as in a network partition. */
  restarted(options?: Pick<HarnessOptions, 'parsers' | 'splitModel'>): Service;
  close(): Promise<void>;
}

/**
 * A state machine of the repository with shorter waits: at most 10 retries at intervals of 10 to 50 ms, and Wait states
 * of 10 ms.
 */
export const readDefinition = (machine: StateMachineName): StateMachineDefinition => {
  const text = readFileSync(new URL(`../../../state-machines/${machine}.asl.json`, import.meta.url), 'utf8')
    .replaceAll(/"IntervalSeconds": \d+/g, '"IntervalSeconds": 0.01')
    .replaceAll(/"MaxDelaySeconds": \d+/g, '"MaxDelaySeconds": 0.05')
    .replaceAll(/"MaxAttempts": \d{2,}/g, '"MaxAttempts": 10')
    .replaceAll(/"SecondsPath": "[^"]+"/g, '"Seconds": 0.01');
  return JSON.parse(text) as StateMachineDefinition;
};

export const readDefinitions = () => ({
  'process-document': readDefinition('process-document'),
  'train-workflow': readDefinition('train-workflow'),
  'migrate-workflows': readDefinition('migrate-workflows'),
});

export const openHarness = async (options: HarnessOptions = {}): Promise<Harness> => {
  const folder = mkdtempSync(join(tmpdir(), 'pipeline-test-'));
  const clock = new SystemClock();
  const events: DomainEvent[] = [];
  const failures: unknown[] = [];
  const parsers = options.parsers ?? new FakeParsers();
  const signer = new UploadSigner('secret');
  const stores = {
    table: new SqliteTable(join(folder, 'table.sqlite'), { clock }),
    blobs: await FileBlobStore.open({ folder: join(folder, 'blobs'), signer, reserveBytes: 0 }),
    events: {
      publish: (event: DomainEvent) => {
        events.push(event);
        return Promise.resolve();
      },
    },
    mailer: { send: () => Promise.resolve() },
    users: new FakeUserDirectory(),
    webhooks: new FakeReceivers(),
    clock,
    ids: new RandomIds(),
    settings: { environment: 'test', maxWaitSeconds: 20, maxUploadBytes: 10_000, maxPages: 2000 },
  };
  const compose = (parts: Pick<HarnessOptions, 'parsers' | 'splitModel' | 'stateMachinesDown'>): Service => {
    const down: StateMachines = { start: () => Promise.resolve(), resume: () => Promise.resolve() };
    const service: Service = {
      ...stores,
      parsers: new BlobParsers(parts.parsers ?? parsers, stores.blobs),
      splitModel: parts.splitModel ?? modelThatSplitsBefore(),
      trainer: new FakeTrainer(stores.blobs),
      // Replaced below: the steps need the service, the state machines need the steps.
      stateMachines: down,
    };
    if (parts.stateMachinesDown === true) return service;
    const stateMachines = new LocalStateMachines({
      definitions: readDefinitions(),
      steps: stepHandlers(service),
      onFailure: (_, error) => failures.push(error),
      closeLimitMs: 5_000,
    });
    return Object.assign(service, { stateMachines });
  };
  const service = compose({ ...options, parsers });
  return {
    service,
    parsers,
    events,
    failures,
    clock: stores.clock,
    restarted: (parts = {}) => compose(parts),
    close: () => {
      stores.table.close();
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
};
