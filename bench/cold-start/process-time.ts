/** Processor time of a process and its children, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

const NANOSECONDS_A_MS = 1e6;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // The thread or the process has ended.
  }
};

const threadsOf = (processId: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${processId}/task`);
  } catch {
    return [];
  }
};

/** Milliseconds of processor time of all threads that are running, in the process and in its children. 0 where it has ended. */
export const processorMs = (processId: number): number => {
  let sum = 0;
  for (const thread of threadsOf(processId)) {
    const folder = `/proc/${processId}/task/${thread}`;
    sum += Number(read(`${folder}/schedstat`).split(' ')[0]) / NANOSECONDS_A_MS;
    for (const child of read(`${folder}/children`).split(' '))
      if (child.trim() !== '') sum += processorMs(Number(child));
  }
  return sum;
};
