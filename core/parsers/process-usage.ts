/** How much memory and processor time another process has used. */
import { readFile } from 'node:fs/promises';
import pidusage from 'pidusage';

export interface ProcessUsage {
  /** Resident memory. */
  readonly bytes: number;
  /** Processor time since the process began, user and system. */
  readonly cpuMs: number;
}

/** proc(5): fields of /proc/<pid>/stat after the command's name, from 0. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const RESIDENT_PAGES = 21;
/** Linux reports clock ticks of 10 ms whatever its own timer does. */
const MS_PER_TICK = 10;
/** Of x86-64; an arm64 kernel with larger pages holds more than is said here, in proportion. */
const PAGE_BYTES = 4096;

const usageFromProc = async (pid: number): Promise<ProcessUsage> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  // The command's name stands in parentheses and may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (index: number): number => Number(fields[index]);
  return { bytes: field(RESIDENT_PAGES) * PAGE_BYTES, cpuMs: (field(USER_TICKS) + field(SYSTEM_TICKS)) * MS_PER_TICK };
};

/** Usage of a process, undefined where it has gone. Reads /proc on Linux (some 50 µs), asks pidusage elsewhere. */
export const processUsage = async (pid: number): Promise<ProcessUsage | undefined> => {
  try {
    if (process.platform === 'linux') return await usageFromProc(pid);
    const { memory, ctime } = await pidusage(pid);
    return { bytes: memory, cpuMs: ctime };
  } catch {
    return undefined; // it ended between two looks
  }
};
