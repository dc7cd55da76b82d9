/**
 * The ports: what Tearline needs of a host. A port has one adapter in adapters/local and one in adapters/aws, and one
 * contract suite (test/contract) that both pass. Exceptions: DownloadAddresses is AWS's alone, on one machine the
 * UserDirectory is empty, both hosts send webhooks with adapters/webhooks, and Clock and Ids are in core. Every port can
 * be implemented with DynamoDB, S3 and Step Functions.
 */
import type { PageJson } from './documents/page-record.ts';

// ---- Table: DynamoDB's shape ------------------------------------------------------------------------------

export type Scalar = string | number | boolean | null;
export type AttributeValue = Scalar | readonly AttributeValue[] | { readonly [name: string]: AttributeValue };

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** At most 400 KB as JSON. Reads do not return an item after its `expires_at` (seconds since 1970-01-01). */
export interface Item extends Key {
  /** Keys of the index `by_index`. An item without them is not in the index. */
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
  /** `next` of the previous page. */
  readonly after?: string;
}

export interface Table {
  /** A strongly consistent read. @throws TemporarilyUnavailableError */
  get(key: Key): Promise<Item | undefined>;
  /** Ordered by sort key. Eventually consistent on the index. @throws TemporarilyUnavailableError */
  query(query: Query): Promise<{ readonly items: readonly Item[]; readonly next?: string }>;
  /**
   * Applies all operations or none: at most 100, each on another key.
   * @throws ConditionFailedError with the indexes of the operations whose condition does not hold
   * @throws ItemTooLargeError, StorageFullError, TemporarilyUnavailableError
   */
  write(operations: readonly WriteOperation[]): Promise<void>;
}

// ---- Tenants ----------------------------------------------------------------------------------------------

/**
 * Runs `work`, whose calls of the table and the blob store reach one tenant's data only, where the host can restrict them.
 * @param tenant  id of an account
 */
export type AsTenant = <Result>(tenant: string, work: () => Promise<Result>) => Promise<Result>;

/** For a host whose stores have no permissions for each tenant. */
export const unrestricted: AsTenant = (_, work) => work();

// ---- BlobStore: S3's shape --------------------------------------------------------------------------------

export interface BlobInfo {
  readonly key: string;
  readonly size: number;
  readonly contentType: string;
  /** Changes whenever the bytes change; without quotes. */
  readonly etag: string;
}

/** Consecutive bytes of a blob, at least one. */
export interface ByteRange {
  /** Of the first byte, from 0. */
  readonly offset: number;
  readonly length: number;
}

/** Bytes of a known version of a blob, which its key and its ETag name. The content type is that of the answer. */
export interface BlobRange extends ByteRange {
  readonly blob: BlobInfo;
}

/** A file on this machine's disk with a blob's bytes. It is read-only. Call `release` after use. */
export interface BlobFile {
  readonly path: string;
  release(): Promise<void>;
}

export interface PresignedUpload {
  /** Absolute; or from its path on, where the host itself receives the body. */
  readonly url: string;
  readonly method: 'PUT' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

/** Keys are `/`-separated paths of `[A-Za-z0-9._-]` segments. Writes are atomic. */
export interface BlobStore {
  /** @throws StorageFullError (nothing is stored) */
  put(key: string, body: Uint8Array | string, contentType: string): Promise<BlobInfo>;
  /** Stores a file of this machine's disk; the file may be moved. @throws StorageFullError */
  putFile(key: string, path: string, contentType: string): Promise<BlobInfo>;
  /** @param range  bytes that the blob has; absent: all @throws BlobNotFoundError */
  get(key: string, range?: ByteRange): Promise<Uint8Array>;
  head(key: string): Promise<BlobInfo | undefined>;
  /**
   * Returns the blob as a local file: the stored file on one machine, a copy in /tmp on AWS.
   * @throws BlobNotFoundError
   */
  file(key: string): Promise<BlobFile>;
  /** Returns all keys with the prefix, in ascending order. */
  list(prefix: string): Promise<readonly string[]>;
  /** Deletes the blob of a key and those below it, `<key>/…`; for a folder `<key>/`, only those below it. */
  deleteAll(keyOrFolder: string): Promise<void>;
  /** Returns a URL that accepts one body of exactly this size and content type until it expires. */
  presignUpload(key: string, upload: { contentType: string; size: number; expiresAt: Date }): Promise<PresignedUpload>;
}

/** Presigned downloads, for a host that cannot send large responses itself (AWS Lambda). */
export interface DownloadAddresses {
  /**
   * Returns a URL that serves the blob with its content type until it expires. Does not check that the blob exists.
   * @param contentDisposition  of the response; absent: none
   */
  presignDownload(key: string, expiresAt: Date, contentDisposition?: string): Promise<string>;
}

// ---- StateMachines: Step Functions' shape -----------------------------------------------------------------

export type StateMachineName = 'process-document' | 'train-workflow' | 'migrate-workflows';

/** Input of an execution: keys, never bytes. */
export type ExecutionInput = Readonly<Record<string, AttributeValue>>;

export interface StateMachines {
  /** Starts an execution. Does nothing where an execution of this name exists. Returns without waiting for its end. */
  start(machine: StateMachineName, executionName: string, input: ExecutionInput): Promise<void>;
  /**
   * Resumes a failed or interrupted execution, or starts it where none of this name exists. Does nothing where it is
   * running or has succeeded. Returns without waiting for its end.
   * @throws ExecutionLostError where the execution cannot be resumed or an operator stopped it
   */
  resume(machine: StateMachineName, executionName: string, input: ExecutionInput): Promise<void>;
}

// ---- The split model --------------------------------------------------------------------------------------

export interface GapScores {
  /**
   * Calibrated probability of a boundary after page i, 0 to 1; n − 1 values for n pages. A model answers exactly 0 for a
   * gap that it does not score (before a blank page); core/splitting/score-gaps.ts replaces it by a measured one.
   */
  readonly probabilities: readonly number[];
  /**
   * Share of boundaries in the streams of the calibration, between 0 and 1. Absent: no prior shift correction is made.
   */
  readonly prior?: number | undefined;
  /** Version of the weights. */
  readonly modelVersion: string;
  /** SHA-256 of the weights file, hexadecimal; absent where an endpoint of an earlier release answers. */
  readonly modelDigest?: string | undefined;
}

export interface SplitModel {
  /** Maximum size of a window's pages, in bytes. Default: MAX_WINDOW_BYTES of core/splitting/page-windows.ts. */
  readonly maxWindowBytes?: number;
  /**
   * Scores one window of pages in one request. core/splitting/score-gaps.ts cuts a document into windows.
   * @param pages  page records as JSON, in page order: parsing and serialising them would take as long as scoring them
   * @param weights  key of a workflow's weights in the blob store; undefined: the base model
   * @throws TemporarilyUnavailableError while the endpoint is cold, throttles or is down
   */
  score(pages: readonly PageJson[], weights?: string): Promise<GapScores>;
}

export type TrainingJobState = 'running' | 'succeeded' | 'failed' | 'stopped';

export interface TrainingJobStatus {
  readonly state: TrainingJobState;
  /** `<code>: <sentence>`, as the container wrote it. */
  readonly failure?: string;
  /** The latest value of each metric that the job has logged (model-container/training/job/metric-lines.ts). */
  readonly metrics?: Readonly<Record<string, number>>;
  /**
   * Milliseconds that a running job has run, by a clock that nobody sets; absent where the trainer has none: the time
   * since the job's start then counts.
   */
  readonly ranMs?: number;
}

/**
 * Runs training jobs of the model container, by SageMaker's training contract. A job's input is every blob below
 * `<inputPrefix><channel>/`. `<outputPrefix>weights.json` and `<outputPrefix>report.json` exist once it has succeeded.
 */
export interface ModelTrainer {
  /** Starts a job. Does nothing where a job of this name exists. @throws TemporarilyUnavailableError, StorageFullError */
  start(job: {
    readonly name: string;
    readonly inputPrefix: string;
    readonly outputPrefix: string;
    readonly hyperparameters: Readonly<Record<string, string>>;
  }): Promise<void>;
  /** @throws NotFoundError, TemporarilyUnavailableError */
  state(name: string): Promise<TrainingJobStatus>;
  /** Stops a job. Does nothing where it has ended. @throws NotFoundError, TemporarilyUnavailableError */
  stop(name: string): Promise<void>;
}

// ---- Mail, users, events, time, ids -----------------------------------------------------------------------

export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

export interface Mailer {
  /** @throws MailRefusedError where a retry cannot help, TemporarilyUnavailableError, StorageFullError */
  send(mail: Mail): Promise<void>;
}

/**
 * Those who can sign in to the deployment, by their addresses. The letters' case of an address does not matter. On one
 * machine nobody signs in with an address, and its adapter has no users.
 */
export interface UserDirectory {
  /**
   * Lets the owner of the address sign in, and sends an invitation there. Does nothing where the address has a user.
   * @throws UserRefusedError where the address cannot be a user's, TemporarilyUnavailableError
   */
  add(email: string): Promise<void>;
  /**
   * Deletes the user, whose sessions cannot be renewed from then on. Does nothing where the address has none.
   * @throws TemporarilyUnavailableError
   */
  remove(email: string): Promise<void>;
}

export const EVENT_TYPES = [
  'processing.succeeded',
  'processing.failed',
  'processing.verified',
  'training.completed',
  'training.failed',
  'migration.announced',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface DomainEvent {
  /** The same on every repetition of the event, and another for every other event of its type. */
  readonly id: string;
  readonly type: EventType;
  readonly accountId: string;
  readonly time: string;
  readonly data: Readonly<Record<string, AttributeValue>>;
}

export interface EventBus {
  /** Publishes at least once. @throws TemporarilyUnavailableError while the bus is down: the step is then retried */
  publish(event: DomainEvent): Promise<void>;
}

/** Why a request to a webhook got no response. */
export const WEBHOOK_FAILURES = [
  /** The host is private or not named by the operator, or the scheme is not allowed for it. */
  'address_refused',
  'name_not_found',
  'connection_failed',
  'tls_failed',
  'timed_out',
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

export type WebhookResponse =
  | {
      readonly status: number;
      /** From `Retry-After`: seconds, 0 or more. */
      readonly retryAfterSeconds?: number;
    }
  | { readonly failure: WebhookFailure };

/** Sends requests to addresses that customers chose. */
export interface WebhookSender {
  /**
   * Posts the body once. Follows no redirect, and connects only to addresses that were checked. The response's body is
   * not returned. Ends within WEBHOOK_TIMEOUT_MS, and with `timed_out` once the signal aborts.
   */
  post(
    request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string },
    signal?: AbortSignal,
  ): Promise<WebhookResponse>;
  /**
   * Resolves the host and returns why nothing would be sent to it now; undefined: it can be sent to.
   * @throws TemporarilyUnavailableError where it cannot be resolved now
   */
  check(url: string): Promise<'address_refused' | 'name_not_found' | undefined>;
}

/** Longest time of one request to a webhook, in milliseconds: the least that Standard Webhooks recommends. */
export const WEBHOOK_TIMEOUT_MS = 15_000;

export interface Clock {
  now(): Date;
  /** Resolves after `ms` milliseconds or once the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  /** A random UUID, version 4, in lower case. */
  uuid(): string;
}
