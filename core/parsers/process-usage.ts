/** Memory and processor time of another process. */
import { readFileSync } from 'node:fs';
import pidusage from 'pidusage';

export interface ProcessUsage {
  /** Resident memory, in bytes. */
  readonly bytes: number;
  /** Processor time since the process began (user and system), in milliseconds. */
  readonly cpuMs: number;
}

/** proc(5): fields of /proc/<pid>/stat after the command's name, from 0. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const RESIDENT_PAGES = 21;
/** USER_HZ is 100 on Linux: clock ticks of 10 ms. */
const MS_PER_TICK = 10;
/** Page size on x86-64. Where an arm64 kernel has larger pages, the reported memory is too small in proportion. */
const PAGE_BYTES = 4096;

const usageFromProc = (pid: number): ProcessUsage => {
  // Synchronous: the kernel has it in memory, and its way through the thread pool would take several times as long.
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The command's name is in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (index: number): number => Number(fields[index]);
  return { bytes: field(RESIDENT_PAGES) * PAGE_BYTES, cpuMs: (field(USER_TICKS) + field(SYSTEM_TICKS)) * MS_PER_TICK };
};

/**
 * Returns the usage of a process, undefined where it has exited. Linux: reads /proc (some 50 µs); elsewhere: pidusage.
 */
export const processUsage = async (pid: number): Promise<ProcessUsage | undefined> => {
  try {
    if (process.platform === 'linux') return usageFromProc(pid);
    const { memory, ctime } = await pidusage(pid);
    return { bytes: memory, cpuMs: ctime };
  } catch {
    return undefined; // it exited between two polls
  }
};
