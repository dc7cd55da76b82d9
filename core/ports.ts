/**
 * What Tearline needs of the world. Each port has one adapter a host (adapters/local, adapters/aws), and one
 * contract suite (test/contract) that every adapter passes. The shapes are those that DynamoDB, S3 and
 * Step Functions can keep.
 */
import type { PageJson } from './documents/page-record.ts';

// ---- Table: DynamoDB's shape ------------------------------------------------------------------------------

export type Scalar = string | number | boolean | null;
export type AttributeValue = Scalar | readonly AttributeValue[] | { readonly [name: string]: AttributeValue };

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** An item is at most 400 KB as JSON. `expires_at` (seconds since 1970) is when it may vanish: reads never return it later. */
export interface Item extends Key {
  /** Keys of the one index, `by_index`. An item without them is not in it. */
  readonly index_pk?: string;
  readonly index_sk?: string;
  readonly expires_at?: number;
  readonly [attribute: string]: AttributeValue | undefined;
}

/** Clauses are joined by AND. An absent item has no attributes. */
export type ConditionClause =
  | { readonly item: 'absent' | 'present' }
  | { readonly attribute: string; readonly in: readonly Scalar[] }
  | { readonly attribute: string; readonly is: 'absent' | 'present' }
  | { readonly attribute: string; readonly atMost: number }
  | { readonly attribute: string; readonly atLeast: number };

export type WriteOperation =
  | { readonly put: Item; readonly when?: readonly ConditionClause[] }
  | {
      /** Creates the item where it is absent (as DynamoDB's UpdateItem), unless `when` forbids it. */
      readonly update: Key;
      readonly set?: Readonly<Record<string, AttributeValue>>;
      /** Added to a number attribute; an absent one counts as 0. */
      readonly add?: Readonly<Record<string, number>>;
      readonly remove?: readonly string[];
      readonly when?: readonly ConditionClause[];
    }
  | { readonly delete: Key; readonly when?: readonly ConditionClause[] }
  | { readonly check: Key; readonly when: readonly ConditionClause[] };

export interface Query {
  readonly index?: 'by_index';
  readonly pk: string;
  readonly skBeginsWith?: string;
  readonly skFrom?: string;
  readonly skTo?: string;
  readonly descending?: boolean;
  /** 1 to 1000, default 100. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly after?: string;
}

export interface Table {
  /** A strongly consistent read. */
  get(key: Key): Promise<Item | undefined>;
  /** In order of the sort key. Eventually consistent on the index. */
  query(query: Query): Promise<{ readonly items: readonly Item[]; readonly next?: string }>;
  /**
   * All of the operations or none (at most 100, each on another key).
   * @throws ConditionFailedError with the indexes of the operations whose condition does not hold
   * @throws StorageFullError
   */
  write(operations: readonly WriteOperation[]): Promise<void>;
}

// ---- BlobStore: S3's shape --------------------------------------------------------------------------------

export interface BlobInfo {
  readonly key: string;
  readonly size: number;
  readonly contentType: string;
  /** Changes whenever the bytes change; without quotes. */
  readonly etag: string;
}

/** A file on this machine's disk with a blob's bytes. Read it only; call `release` when done. */
export interface BlobFile {
  readonly path: string;
  release(): Promise<void>;
}

export interface PresignedUpload {
  readonly url: string;
  readonly method: 'PUT' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

/** Keys are `/`-separated paths of `[A-Za-z0-9._-]` segments; a write is whole or not at all, and readers see only whole blobs. */
export interface BlobStore {
  /** @throws StorageFullError (nothing is left behind) */
  put(key: string, body: Uint8Array | string, contentType: string): Promise<BlobInfo>;
  /** Takes over a finished file from this machine's disk (it may be moved). @throws StorageFullError */
  putFile(key: string, path: string, contentType: string): Promise<BlobInfo>;
  /** @throws BlobNotFoundError */
  get(key: string): Promise<Uint8Array>;
  head(key: string): Promise<BlobInfo | undefined>;
  /** The blob as a local file: its own path on one machine, a copy in /tmp in the cloud. @throws BlobNotFoundError */
  file(key: string): Promise<BlobFile>;
  /** Every key that begins with the prefix, in order. */
  list(prefix: string): Promise<readonly string[]>;
  deleteAll(prefix: string): Promise<void>;
  /** An address to which exactly one body of exactly this size and type can be sent until it expires. */
  presignUpload(key: string, upload: { contentType: string; size: number; expiresAt: Date }): Promise<PresignedUpload>;
}

/** Of a blob store whose blobs can be fetched without the service: the cloud's, where the service itself cannot carry large answers. */
export interface DownloadAddresses {
  /** An address that gives the blob's bytes, with its content type, to whoever has it until it expires. Does not look whether there is such a blob. */
  presignDownload(key: string, expiresAt: Date): Promise<string>;
}

// ---- StateMachines: Step Functions' shape -----------------------------------------------------------------

export type StateMachineName = 'process-document' | 'train-workflow';

/** What an execution begins with: keys, never bytes. */
export type ExecutionInput = Readonly<Record<string, AttributeValue>>;

export interface StateMachines {
  /** Starts one execution; an execution of this name that was started before is left as it is. Returns at once. */
  start(machine: StateMachineName, executionName: string, input: ExecutionInput): Promise<void>;
  /**
   * Starts one that never was; one that runs, or has succeeded, is left as it is, and one that broke off goes on. Returns at once.
   * @throws ExecutionLostError where it cannot go on, or an operator stopped it
   */
  takeUp(machine: StateMachineName, executionName: string, input: ExecutionInput): Promise<void>;
}

// ---- The split model --------------------------------------------------------------------------------------

export interface GapScores {
  /** Calibrated probability, 0 to 1, that a document ends at the gap after page i; n pages have n − 1. Exactly 0: nothing was asked of it. */
  readonly probabilities: readonly number[];
  /** Share of gaps that are boundaries in the streams that the calibration knows, between 0 and 1; absent: probabilities do not follow a document's density. */
  readonly prior?: number | undefined;
  /** Which weights answered. */
  readonly modelVersion: string;
}

export interface SplitModel {
  /** Bytes that the pages of one request may take; two pages may take more. Default MAX_WINDOW_BYTES (core/splitting/page-windows.ts). */
  readonly maxWindowBytes?: number;
  /**
   * Scores one window in one request; core/splitting/score-gaps.ts cuts a document into windows.
   * @param pages  in page order, as they were written: to parse them only to write them again would cost as much as to score them
   * @param weights  key of a workflow's weights in the blob store; undefined is the base model
   * @throws TemporarilyUnavailableError while the endpoint is cold, throttles or is down
   */
  score(pages: readonly PageJson[], weights?: string): Promise<GapScores>;
}

export type TrainingJobState = 'running' | 'succeeded' | 'failed' | 'stopped';

/**
 * Runs a training of the model container: SageMaker's training contract. Every blob below `<inputPrefix><channel>/` is its
 * input; `<outputPrefix>weights.json` and `<outputPrefix>report.json` are there before its state is `succeeded`.
 */
export interface ModelTrainer {
  /** Starts one job; a job of this name that was started before is left as it is. @throws TemporarilyUnavailableError */
  start(job: {
    readonly name: string;
    readonly inputPrefix: string;
    readonly outputPrefix: string;
    readonly hyperparameters: Readonly<Record<string, string>>;
  }): Promise<void>;
  /** `failure` is `<code>: <sentence>` in the training's own words. @throws NotFoundError, TemporarilyUnavailableError */
  state(name: string): Promise<{ readonly state: TrainingJobState; readonly failure?: string }>;
  /** One that has ended already stays as it is. @throws NotFoundError, TemporarilyUnavailableError */
  stop(name: string): Promise<void>;
}

// ---- The rest of the world --------------------------------------------------------------------------------

export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

export interface Mailer {
  /** @throws MailRefusedError where it is refused for good, TemporarilyUnavailableError, StorageFullError */
  send(mail: Mail): Promise<void>;
}

export interface DomainEvent {
  readonly id: string;
  readonly type: 'processing.succeeded' | 'processing.failed' | 'training.completed' | 'training.failed';
  readonly accountId: string;
  readonly time: string;
  readonly data: Readonly<Record<string, AttributeValue>>;
}

export interface EventBus {
  /** At least once. A bus that is down must not fail the caller's work: it throws TemporarilyUnavailableError, the step retries. */
  publish(event: DomainEvent): Promise<void>;
}

export interface Clock {
  now(): Date;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  /** A random UUID, version 4, in lower case. */
  uuid(): string;
}
