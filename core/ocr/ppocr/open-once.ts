/** What is opened from the files of the models at its first use, and kept by the process. */
import { TemporarilyUnavailableError } from '../../errors.ts';
import { ModelFilesError } from './model-files.ts';

/**
 * @param without  returned where the files cannot be used, from then on
 * @returns a function that opens it at its first call. It throws TemporarilyUnavailableError where the machine is the
 *   cause, as with too many open files or too little memory; the next call tries again
 */
export const openOnce = <Opened, Without>(
  open: () => Promise<Opened>,
  without: Without,
): (() => Promise<Opened | Without>) => {
  let opening: Promise<Opened | Without> | undefined;
  const orWithout = (error: unknown): Without => {
    if (error instanceof ModelFilesError) return without;
    opening = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new TemporarilyUnavailableError(`The installed reader cannot be opened now: ${reason}`, { cause: error });
  };
  return () => {
    opening ??= open().catch(orWithout);
    return opening;
  };
};
