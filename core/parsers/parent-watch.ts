/** Ends this process when its parent is gone, even while the main thread is stuck in a loop. */
import { Worker } from 'node:worker_threads';

/** Milliseconds between two looks at the parent. */
const WATCH_INTERVAL_MS = 500;

// Plain JavaScript, evaluated in the thread: it must start in milliseconds and needs none of the service.
const source = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, ${WATCH_INTERVAL_MS});
`;

/**
 * Starts a small thread that looks twice a second whether this process still has its parent and kills the process
 * where it has not. An orphan gets another parent id (init's or a sub-reaper's) from the kernel.
 * @param parent process id, from the parent itself: it may be gone before this process or the thread has started
 */
export const watchParent = (parent: number): void => {
  new Worker(source, {
    eval: true,
    workerData: parent,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  }).unref();
};
