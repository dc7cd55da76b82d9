/** A table whose operations a scheduler orders, and whose writes are lost or fail after they took effect, as a crash does. */
import type { Scheduler } from 'fast-check';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { Table } from '../../../core/ports.ts';

export type WriteFault = 'none' | 'before' | 'after';

/** @param faults  of the writes, in the order in which they begin; none after the last one */
export const interleavedTable = (table: Table, scheduler: Scheduler, faults: WriteFault[]): Table => ({
  get: async (key) => {
    await scheduler.schedule(Promise.resolve(), 'get');
    return table.get(key);
  },
  query: async (query) => {
    await scheduler.schedule(Promise.resolve(), 'query');
    return table.query(query);
  },
  write: async (operations) => {
    const fault = faults.shift() ?? 'none';
    await scheduler.schedule(Promise.resolve(), 'write');
    if (fault === 'before') throw new TemporarilyUnavailableError('injected before the write');
    await table.write(operations);
    if (fault === 'after') throw new TemporarilyUnavailableError('injected after the write');
  },
});
