/** Everything a use case needs: the ports, the parser pool and the settings. Built once a process by a host. */
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
} from './ports.ts';
import type { Parsers } from './parser-jobs.ts';

export interface ServiceSettings {
  /** Part of every key, `tl_<environment>_…`; lower-case letters and digits. */
  readonly environment: string;
  /** Seconds that a POST or GET may wait for a result, whatever the caller asks for: what the host can hold open. */
  readonly maxWaitSeconds: number;
  /** Bytes of one upload. */
  readonly maxUploadBytes: number;
  /** Pages of one document, whatever the account's plan: what this host reads in reasonable time. */
  readonly maxPages: number;
  /** Days after which every upload is deleted with its results, where its sender did not ask for fewer. Absent: as its sender asks, or never. */
  readonly maxRetainDays?: number;
}

export interface Service {
  readonly table: Table;
  readonly blobs: BlobStore;
  readonly stateMachines: StateMachines;
  readonly splitModel: SplitModel;
  readonly trainer: ModelTrainer;
  readonly parsers: Parsers;
  readonly events: EventBus;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: ServiceSettings;
}
