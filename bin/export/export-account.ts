/** `tearline export`: everything of an account in one ZIP. It uses the API alone, of any host. */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readApiKeyFile } from '../accounts/api-key-file.ts';
import { UsageError } from '../exit-codes.ts';
import { print } from '../accounts/open-accounts.ts';
import type { DataOptions } from '../accounts/open-accounts.ts';
import { apiKeyOfUser, callerFolder } from '../settings.ts';
import { addressOfService } from '../web/sign-in-link.ts';
import { writeArchive } from './export-archive.ts';
import { ExportClient } from './export-client.ts';

export interface ExportOptions extends DataOptions {
  readonly output: string;
  /** Address of the service; absent: the one that runs on the data folder. */
  readonly url?: string;
}

/**
 * Writes the archive, and the file only as a whole.
 * @throws UsageError, ExportRefusedError, and errors of the file system
 */
export const exportAccount = async (options: ExportOptions): Promise<void> => {
  const output = resolve(callerFolder(), options.output);
  if (existsSync(output)) throw new UsageError(`${output} exists already. Name another file.`);
  const client = await clientOf(options);
  const unfinished = `${output}.part`;
  await rm(unfinished, { force: true });
  try {
    const { records, files, deleted } = await writeArchive(client, unfinished);
    await rename(unfinished, output);
    print(
      options,
      { output, records, files, deleted },
      [
        `${output}: ${records} records and ${files} files.`,
        ...deleted.map((path) => `Deleted meanwhile: ${path}`),
      ].join('\n'),
    );
  } finally {
    await rm(unfinished, { force: true });
  }
};

const clientOf = async ({ url, data }: ExportOptions): Promise<ExportClient> => {
  const dataDir = resolve(callerFolder(), data);
  const key = apiKeyOfUser();
  if (url === undefined)
    return new ExportClient(await addressOfService(dataDir), key ?? (await readApiKeyFile(dataDir)));
  if (!URL.canParse(url)) throw new UsageError('--url must be an address, such as https://api.example.com.');
  // The key of this machine's service is not sent elsewhere.
  if (key === undefined) throw new UsageError('With --url, set TEARLINE_API_KEY to the API key of an owner.');
  return new ExportClient(url, key);
};
