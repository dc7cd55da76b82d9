/**
 * POST /account/export: all records of an account as one JSON document, with the paths of all stored files, which the API
 * serves as long as their record exists. Each record is a line of its own, so that a reader needs the memory of one record
 * at a time. Secrets and their hashes are left out.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { accountKey } from '../../accounts/account.ts';
import type { Account } from '../../accounts/account.ts';
import type { BlobInfo, Item } from '../../ports.ts';
import { TRAINING_DOCUMENT_PREFIX } from '../../requests/training-documents/training-document.ts';
import { resultPath } from '../../results/result-paths.ts';
import { putUpload } from '../../requests/uploads.ts';
import type { Service } from '../../service.ts';
import { withScratchFolder } from '../../storage/scratch-folder.ts';
import { queryItems } from '../../storage/query-items.ts';
import { workflowPath } from '../list-workflows.ts';
import { MODEL_PREFIX } from '../models/models.ts';
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
    await pipeline(exportText(service, account, now), createWriteStream(path));
    return service.blobs.putFile(key, path, 'application/json');
  });
};

async function* exportText(service: Pick<Service, 'table'>, account: Account, now: Date): AsyncGenerator<string> {
  yield `{"schema_version":1,"exported_at":${JSON.stringify(now.toISOString())},"account":${JSON.stringify(account)},"records":[`;
  let separator = '\n';
  for await (const record of recordsOf(service, account.account_id)) {
    yield `${separator}${JSON.stringify(record)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

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

const processedSchema = z.object({
  document: z.object({ processing_id: z.string(), state: z.string(), sub_document_count: z.int().nullable() }),
});
const ofWorkflowSchema = z.object({ workflow_id: z.string() });
const trainingFileSchema = ofWorkflowSchema.extend({ document_id: z.string() });
const modelSchema = ofWorkflowSchema.extend({ model_version: z.string(), weights: z.string() });
const thumbnailSchema = ofWorkflowSchema.extend({ has_thumbnail: z.literal(true) });

/**
 * What is stored of a document that has succeeded, below the path of its result, beside the PDFs of its sub-documents.
 * What is drawn from these files on request, such as page images, is not listed.
 */
const RESULT_FILES = ['document-splitting', 'extractions', 'ocr', 'hocr', 'thumbnail'];

/** Where the result of a record is, and its files. */
const pathOf = (row: Item): { readonly results?: string; readonly files?: readonly string[] } => {
  const { data: processed } = processedSchema.safeParse(row);
  if (processed !== undefined) {
    const { processing_id: id, state, sub_document_count: count } = processed.document;
    const pdfs = Array.from({ length: count ?? 0 }, (_, index) => `split-pdfs/${index}`);
    const files = ['upload', ...(state === 'succeeded' ? [...RESULT_FILES, ...pdfs] : [])];
    return { results: resultPath(id), files: files.map((file) => `${resultPath(id)}/${file}`) };
  }
  const files = filesOfWorkflow(row);
  return files.length === 0 ? {} : { files };
};

const filesOfWorkflow = (row: Item): readonly string[] => {
  const { data: document } = trainingFileSchema.safeParse(row);
  if (document !== undefined && row.sk.startsWith(TRAINING_DOCUMENT_PREFIX))
    return [`${workflowPath(document.workflow_id)}/training-documents/${document.document_id}/file`];
  const { data: model } = modelSchema.safeParse(row);
  if (model !== undefined && row.sk.startsWith(MODEL_PREFIX))
    return [`${workflowPath(model.workflow_id)}/models/${model.model_version}/export`];
  const { data: workflow } = thumbnailSchema.safeParse(row);
  return workflow === undefined ? [] : [`${workflowPath(workflow.workflow_id)}/thumbnail`];
};
