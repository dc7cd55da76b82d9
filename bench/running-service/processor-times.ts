/** Processor time of a running service, which other programs on the machine affect less than the clock's. */
import pidusage from 'pidusage';
import type { RunningService } from './running-service.ts';

/** Milliseconds so far, by process of the service. */
export async function processorTimes(service: Pick<RunningService, 'processes'>): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const { pid } of await service.processes()) {
    // A process that has ended since it was listed has no times.
    const usage = await pidusage(pid).catch(() => undefined);
    if (usage !== undefined) times.set(pid, usage.ctime);
  }
  return times;
}

/** Milliseconds of all processes together between two readings. */
export const processorTimeBetween = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  Array.from(after, ([pid, time]) => time - (before.get(pid) ?? 0)).reduce((sum, time) => sum + time, 0);
