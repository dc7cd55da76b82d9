/**
 * POST /account/export: all records of an account as one JSON document, with the paths of all stored files, which the API
 * serves as long as their record exists. Each record is a line of its own, so that a reader needs the memory of one record
 * at a time. Secrets and their hashes are left out.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Account } from '../../accounts/account.ts';
import type { BlobInfo } from '../../ports.ts';
import { putUpload } from '../../requests/uploads.ts';
import type { Service } from '../../service.ts';
import { withScratchFolder } from '../../storage/scratch-folder.ts';
import { exportedRecords } from './exported-records.ts';

const HOUR_MS = 3_600_000;

/** Writes the export and returns its blob, which is deleted after an hour. Needs the memory of one row at a time. */
export const exportAccount = async (service: Service, account: Account): Promise<BlobInfo> => {
  const { account_id: id } = account;
  const exportId = service.ids.uuid();
  const key = `accounts/${id}/exports/${exportId}.json`;
  const now = service.clock.now();
  await service.table.write([
    putUpload({
      upload_id: exportId,
      account_id: id,
      file_name: 'export.json',
      blob_key: key,
      delete_after: new Date(now.getTime() + HOUR_MS).toISOString(),
    }),
  ]);
  return withScratchFolder(async (folder) => {
    const path = `${folder}/export.json`;
    await pipeline(exportText(service, account, now), createWriteStream(path));
    return service.blobs.putFile(key, path, 'application/json');
  });
};

async function* exportText(service: Pick<Service, 'table'>, account: Account, now: Date): AsyncGenerator<string> {
  yield `{"schema_version":1,"exported_at":${JSON.stringify(now.toISOString())},"account":${JSON.stringify(account)},"records":[`;
  let separator = '\n';
  for await (const record of exportedRecords(service, account.account_id)) {
    yield `${separator}${JSON.stringify(record)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}
