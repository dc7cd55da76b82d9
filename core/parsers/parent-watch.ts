/** Ends this process when its parent is gone, even while the main thread is stuck in a loop. */
import { Worker } from 'node:worker_threads';

/** Poll interval, in milliseconds. */
const WATCH_INTERVAL_MS = 500;

// Plain JavaScript that the thread evaluates: it must start within milliseconds and imports nothing of the service.
const source = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, ${WATCH_INTERVAL_MS});
`;

/**
 * Starts a thread that kills this process once its parent has exited: the kernel then gives the process another parent
 * id, that of init or a subreaper.
 * @param parent process id as the parent itself passed it: the parent may exit before this process has started
 */
export const watchParent = (parent: number): void => {
  new Worker(source, {
    eval: true,
    workerData: parent,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  }).unref();
};
