/** Starts the state machine that advances all migrations. Hosts call it at intervals. */
import type { Service } from '../../service.ts';

/** `2026-11-24T16` */
const HOUR_LENGTH = 13;

/** One execution an hour at most: it is named by the hour, and a second start of the same name has no effect. */
export const startMigrations = ({ stateMachines, clock }: Pick<Service, 'stateMachines' | 'clock'>): Promise<void> =>
  stateMachines.start('migrate-workflows', `migrate-${clock.now().toISOString().slice(0, HOUR_LENGTH)}`, {});
