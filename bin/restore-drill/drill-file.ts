/** Writes a file of its own, deletes it, and restores it from its noncurrent version. No file of an account is touched. */
import { randomUUID } from 'node:crypto';
import { readable } from '../../adapters/aws/account/aws-account.ts';
import type { FileRecovery } from '../../adapters/aws/account/recovery.ts';
import { timedStep } from './outcomes.ts';
import type { Report } from './outcomes.ts';

export interface FileDrill {
  readonly files: FileRecovery;
  readonly report: Report;
}

/** Beside `accounts/`, below which all files of accounts are. */
const FOLDER = 'restore-drill';

/**
 * Reports each step.
 * @throws DrillFailedError after a step failed and was reported; all versions of the file are removed before
 */
export const drillFile = async ({ files, report }: FileDrill): Promise<void> => {
  const key = `${FOLDER}/${randomUUID()}.txt`;
  const text = `The content of ${key}`;
  const step = <Result>(name: string, work: () => Promise<{ result: Result; found: string }>) =>
    timedStep(name, report, readable, work);
  const restore = async (): Promise<void> => {
    await step('delete a file', async () => {
      await files.write(key, text);
      await files.remove(key);
      if ((await files.read(key)) !== undefined) throw new Error('it can still be read');
      return { result: undefined, found: key };
    });
    await step('restore the file', async () => {
      const version = (await files.versions(key)).find(({ isMarker }) => !isMarker);
      if (version === undefined) throw new Error('the bucket kept no version of it: is its versioning on?');
      await files.restore(key, version.id);
      return { result: undefined, found: `from version ${version.id}` };
    });
    await step('compare the file', async () => {
      if ((await files.read(key)) !== text) throw new Error('its content is not what was written');
      return { result: undefined, found: 'its content is what was written' };
    });
  };
  try {
    await restore();
  } finally {
    await step('remove the file', async () => {
      const versions = await files.versions(key);
      for (const { id } of versions) await files.erase(key, id);
      return { result: undefined, found: `${versions.length} versions` };
    });
  }
};
