/** The service with the local adapter of every port, on one data folder. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import type { AccountsService } from '../../core/accounts/api-key.ts';
import type { ModelTrainer, SplitModel, StateMachineName } from '../../core/ports.ts';
import type { JobRunner } from '../../core/parser-jobs.ts';
import { BlobParsers } from '../../core/processing/parsing/blob-parsers.ts';
import type { Service, ServiceSettings } from '../../core/service.ts';
import { trainingOfBlob } from '../../core/workflows/training/training.ts';
import { trainingRowKey } from '../../core/workflows/training/trainings.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { EventLog } from './event-log.ts';
import { HttpWebhookSender } from '../webhooks/http-webhook-sender.ts';
import { WebhookBus } from './webhook-bus.ts';
import { FileBlobStore } from './blobs/file-blob-store.ts';
import { LocalStateMachines } from './state-machines/local-state-machines.ts';
import { PlansFile } from './plans-file.ts';
import type { Steps } from './state-machines/local-state-machines.ts';
import { makeFolder } from './make-folder.ts';
import { MailFolder } from './mail-folder.ts';
import { NoUserDirectory } from './no-user-directory.ts';
import { ModelProcess } from './model/model-process.ts';
import { PresignedUploads } from './http/presigned-uploads.ts';
import { RandomIds } from '../../core/random-ids.ts';
import { SqliteTable } from './table/sqlite-table.ts';
import { errorCode } from './storage-full.ts';
import { SystemClock } from '../../core/system-clock.ts';
import { TrainingProcesses } from './model/training-processes.ts';
import { UploadSigner } from './http/upload-signer.ts';
import { WorkflowWeights } from './model/workflow-weights.ts';
import { writePrivately } from './write-privately.ts';

export interface LocalServiceOptions {
  /** Folder of all persistent data; created if absent. */
  readonly dataDir: string;
  /** The parser pool. */
  readonly parsers: JobRunner;
  /** The steps of the state machines by the names of their states. */
  readonly steps: (service: Service) => Steps;
  readonly settings?: Partial<ServiceSettings>;
  /** Default: the model container's server as a child process. */
  readonly splitModel?: SplitModel & { close(): Promise<void> };
  /** Folder of the base model; default the model container's own. */
  readonly baseModelFolder?: string;
  /** Default: the model container's training program as child processes. */
  readonly trainer?: ModelTrainer & { close(): Promise<void> };
  /** Hosts that may be called although they are private, as `name` or `name:port`; default: none. */
  readonly webhookHosts?: readonly string[];
  /** Called for an execution that failed with an uncaught error, and for a training whose data could not be moved. */
  readonly onExecutionFailure?: (executionName: string, error: unknown) => void;
}

export interface LocalService extends Service {
  /** For startHttpHost too, which sends results from their files. */
  readonly blobs: FileBlobStore;
  /** Receives the bodies of presigned uploads; for startHttpHost. */
  readonly uploads: PresignedUploads;
  /** Folder for request bodies that are being received; for startHttpHost. Emptied at each start. */
  readonly spoolFolder: string;
  /** Deletes the copies of weights, the folders of trainings, and the rows in the table's log that have been deleted; for each sweep. */
  deleteForgotten(): Promise<void>;
  /** Waits for running executions up to their limit, ends child processes, closes files and unlocks the data folder. */
  close(): Promise<void>;
}

/** Default settings of the local host. */
export const LOCAL_SETTINGS: ServiceSettings = {
  environment: 'local',
  maxWaitSeconds: 120,
  maxUploadBytes: 100 * 1024 * 1024,
  maxPages: 2000,
  maxExecutions: Math.max(8, 2 * availableParallelism()),
};

const SECRET_BYTES = 32;
const TABLE_FILE = 'table.sqlite';

/** Of the data folder and those in it: their owner alone. */
const PRIVATE = 0o700;

const emptyFolder = async (folder: string): Promise<string> => {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder, PRIVATE);
  return folder;
};

/** The secret that signs upload URLs; created at the first start, and again where a crash or a full disk cut it off. */
const readUploadSecret = async (path: string): Promise<string> => {
  const kept = await readIfThere(path);
  if (kept !== undefined && Buffer.from(kept, 'base64url').length === SECRET_BYTES) return kept;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await writePrivately(path, secret);
  return secret;
};

const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const readDefinition = async (machine: StateMachineName): Promise<StateMachineDefinition> => {
  const file = new URL(`../../state-machines/${machine}.asl.json`, import.meta.url);
  // A file of this repository, validated by a test.
  return JSON.parse(await readFile(file, 'utf8')) as StateMachineDefinition;
};

const openStores = async (options: LocalServiceOptions, clock: SystemClock) => {
  const { dataDir } = options;
  const signer = new UploadSigner(await readUploadSecret(join(dataDir, 'upload-secret')));
  const blobs = await FileBlobStore.open({ folder: join(dataDir, 'blobs'), signer });
  return {
    blobs,
    uploads: new PresignedUploads({ store: blobs, signer, clock }),
    mailer: new MailFolder(join(dataDir, 'mail'), clock),
    spoolFolder: await emptyFolder(join(dataDir, 'incoming-requests')),
  };
};

const startModel = ({ baseModelFolder }: LocalServiceOptions, workflowWeights: WorkflowWeights): ModelProcess =>
  new ModelProcess({
    workflowWeights,
    ...(baseModelFolder === undefined ? {} : { modelFolder: baseModelFolder }),
  });

/** Resumes the trainings that were running when the previous process ended. */
const openTrainer = (
  { dataDir, baseModelFolder, onExecutionFailure }: LocalServiceOptions,
  blobs: FileBlobStore,
): Promise<TrainingProcesses> =>
  TrainingProcesses.open({
    blobs,
    folder: join(dataDir, 'trainings'),
    ...(baseModelFolder === undefined ? {} : { baseFolder: baseModelFolder }),
    ...(onExecutionFailure === undefined ? {} : { onFault: onExecutionFailure }),
  });

/** Whether the training that blobs with a prefix belong to has its row. */
const isTrainingIn =
  (table: SqliteTable) =>
  async (inputPrefix: string): Promise<boolean> =>
    (await table.get(trainingRowKey(trainingOfBlob(inputPrefix)))) !== undefined;

/** Close functions of resources, in the order in which these were opened. */
type Closers = (() => void | Promise<void>)[];

const closeAll = async (closers: Closers): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close();
};

/**
 * The table is closed before the child processes end: an error that their end causes must not be recorded as the
 * failure of a document.
 */
const compose = async (options: LocalServiceOptions, closers: Closers): Promise<LocalService> => {
  closers.push(() => options.parsers.close());
  const clock = new SystemClock();
  const stores = await openStores(options, clock);
  const definitions = {
    'process-document': await readDefinition('process-document'),
    'train-workflow': await readDefinition('train-workflow'),
    'migrate-workflows': await readDefinition('migrate-workflows'),
  };
  const plansFile = new PlansFile(options.dataDir);
  const weights = new WorkflowWeights(stores.blobs, join(options.dataDir, 'workflow-models'));
  const splitModel = options.splitModel ?? startModel(options, weights);
  closers.push(() => splitModel.close());
  const trainer = options.trainer ?? (await openTrainer(options, stores.blobs));
  closers.push(() => trainer.close());
  const table = new SqliteTable(join(options.dataDir, TABLE_FILE), { clock });
  closers.push(() => {
    table.close();
  });
  const ids = new RandomIds();
  const webhooks = new HttpWebhookSender({ namedHosts: options.webhookHosts ?? [] });
  const events = new WebhookBus({
    service: { table, clock, ids, webhooks },
    bus: new EventLog(join(options.dataDir, 'events.jsonl')),
    ...(options.onExecutionFailure === undefined ? {} : { onFailure: options.onExecutionFailure }),
  });
  closers.push(() => events.close());
  const service: LocalService = {
    ...stores,
    table,
    clock,
    ids,
    events,
    users: new NoUserDirectory(),
    webhooks,
    splitModel,
    trainer,
    parsers: new BlobParsers(options.parsers, stores.blobs),
    settings: {
      ...LOCAL_SETTINGS,
      ...options.settings,
      get plans() {
        return options.settings?.plans ?? plansFile.plans;
      },
      // The lock of the data folder makes this the only process.
      soleProcessId: randomUUID(),
    },
    // The state machines need the steps, and the steps need this service, so it refers to `machines` lazily.
    stateMachines: {
      start: (machine, name, input) => machines.start(machine, name, input),
      resume: (machine, name, input) => machines.resume(machine, name, input),
    },
    deleteForgotten: async () => {
      await weights.deleteForgotten();
      if (trainer instanceof TrainingProcesses) await trainer.deleteForgotten(isTrainingIn(table));
      await table.emptyLog();
    },
    close: () => closeAll(closers),
  };
  const machines = new LocalStateMachines({
    definitions,
    steps: options.steps(service),
    ...(options.onExecutionFailure === undefined ? {} : { onFailure: options.onExecutionFailure }),
  });
  closers.push(() => machines.close());
  return service;
};

/**
 * Opens the service on a data folder. Its `close` also closes the parsers and the split model.
 * @throws DataFolderInUseError where another process serves the folder; DataFolderUnusableError, StorageFullError,
 *   TemporarilyUnavailableError
 */
export const openLocalService = async (options: LocalServiceOptions): Promise<LocalService> => {
  await makeFolder(options.dataDir, PRIVATE);
  const closers: Closers = [lockDataFolder(options.dataDir)];
  try {
    return await compose(options, closers);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
};

/** The accounts of a data folder for the `accounts` and `keys` commands, which may run while a server uses the folder. */
export interface LocalAccounts extends AccountsService {
  close(): void;
}

/** @throws DataFolderUnusableError, StorageFullError, TemporarilyUnavailableError */
export const openLocalAccounts = async (
  dataDir: string,
  settings: Partial<ServiceSettings> = {},
): Promise<LocalAccounts> => {
  await makeFolder(dataDir, PRIVATE);
  const { plans } = new PlansFile(dataDir);
  const clock = new SystemClock();
  const table = new SqliteTable(join(dataDir, TABLE_FILE), { clock });
  return {
    table,
    clock,
    ids: new RandomIds(),
    settings: { ...LOCAL_SETTINGS, plans, ...settings },
    close: () => {
      table.close();
    },
  };
};
