/** The dependencies of all use cases: ports, parsers and settings. A host builds one service per process. */
import type {
  BlobStore,
  Clock,
  EventBus,
  Ids,
  Mailer,
  ModelTrainer,
  SplitModel,
  StateMachines,
  Table,
  UserDirectory,
  WebhookSender,
} from './ports.ts';
import type { Plans } from './accounts/limits/plan.ts';
import type { UnitCosts } from './accounts/usage/unit-costs.ts';
import type { Parsers } from './parser-jobs.ts';

export interface ServiceSettings {
  /** Part of every API key, `tl_<environment>_…`; lower-case letters and digits. */
  readonly environment: string;
  /** Longest time in seconds that a POST or GET waits for a result: as long as the host can hold a connection open. */
  readonly maxWaitSeconds: number;
  /** Maximum size of an upload, in bytes. */
  readonly maxUploadBytes: number;
  /** Maximum number of pages of a document on this host, whatever the account's plan. */
  readonly maxPages: number;
  /** Maximum retention of uploads and results, in days. Absent: `retain_days` of the request, or no limit. */
  readonly maxRetainDays?: number;
  /** Plans beside the built-in ones, by name; a built-in name is replaced. */
  readonly plans?: Plans;
  /** Plan of accounts whose row names none. Absent: `unlimited`. */
  readonly defaultPlan?: string;
  /** What a document costs the operator, for the estimate in the usage. Absent: no cost is estimated. */
  readonly estimatedCost?: UnitCosts;
  /** Address of the person who owns the first account as long as that account lists no owner. Absent: nobody does. */
  readonly administratorEmail?: string;
  /** Where the web interface is, without a slash at its end, for links in mails. Absent: mails have none. */
  readonly webUrl?: string;
  /** Executions of process-document at a time; further documents wait, and accounts take turns. Absent: no limit. */
  readonly maxExecutions?: number;
  /**
   * Whether a call that waits for a result takes away what documents need, as an execution of Lambda is. Then a call whose
   * document waits for its turn is answered at once.
   */
  readonly waitingIsCostly?: boolean;
  /**
   * Id of this process, where no other process serves the same data: a claim of another process has no holder any more.
   */
  readonly soleProcessId?: string;
}

export interface Service {
  readonly table: Table;
  /** The same table for rows of the deployment, where `table` reaches one tenant's rows only. Absent: `table`. */
  readonly deploymentTable?: Table;
  readonly blobs: BlobStore;
  readonly stateMachines: StateMachines;
  readonly splitModel: SplitModel;
  readonly trainer: ModelTrainer;
  readonly parsers: Parsers;
  readonly events: EventBus;
  readonly mailer: Mailer;
  readonly users: UserDirectory;
  readonly webhooks: WebhookSender;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: ServiceSettings;
}
