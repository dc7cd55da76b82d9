/**
 * POST /account/export: all records of an account as one JSON document. It names the paths of the results of each
 * document, whose files the API serves. Secrets and their hashes are left out.
 */
import { appendFile } from 'node:fs/promises';
import { z } from 'zod';
import { accountKey } from '../../accounts/account.ts';
import type { Account } from '../../accounts/account.ts';
import type { BlobInfo, Item } from '../../ports.ts';
import { resultPath } from '../../results/result-paths.ts';
import { putUpload } from '../../requests/uploads.ts';
import type { Service } from '../../service.ts';
import { withScratchFolder } from '../../storage/scratch-folder.ts';
import { queryItems } from '../../storage/query-items.ts';
import { partitionsOf, workflowIdsOf } from './account-rows.ts';

const HOUR_MS = 3_600_000;
/** Of rows: keys and index, and what is secret or derived from a secret. */
const LEFT_OUT = ['pk', 'sk', 'index_pk', 'index_sk', 'key_hash', 'token_hash', 'secret', 'previous_secrets'];

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
    await appendFile(
      path,
      `{"schema_version":1,"exported_at":${JSON.stringify(now.toISOString())},"account":${JSON.stringify(account)},"records":[`,
    );
    let separator = '';
    for await (const record of recordsOf(service, id)) {
      await appendFile(path, `${separator}${JSON.stringify(record)}`);
      separator = ',\n';
    }
    await appendFile(path, ']}');
    return service.blobs.putFile(key, path, 'application/json');
  });
};

async function* recordsOf(service: Pick<Service, 'table'>, accountId: string): AsyncGenerator {
  for (const partition of partitionsOf(accountId, await workflowIdsOf(service, accountId)))
    for await (const row of queryItems(service, { pk: partition }))
      if (row.sk !== accountKey(accountId).sk || partition !== accountKey(accountId).pk)
        yield recordOf(partition.slice(accountKey(accountId).pk.length + 1), row);
}

/** @param partition  the end of the partition's name; empty: the account's own */
const recordOf = (partition: string, row: Item) => {
  const values = Object.fromEntries(Object.entries(row).filter(([name]) => !LEFT_OUT.includes(name)));
  const kind = (partition.split('#')[0] ?? '') || (row.sk.split('#')[0] ?? '');
  return { kind: kind.toLowerCase(), ...values, ...pathOf(row) };
};

/** Where the results of a document are. */
const pathOf = (row: Item): { readonly results?: string } => {
  const { data } = z.object({ document: z.object({ processing_id: z.string() }) }).safeParse(row);
  return data === undefined ? {} : { results: resultPath(data.document.processing_id) };
};
