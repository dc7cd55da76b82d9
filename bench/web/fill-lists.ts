/**
 * Lists of thousands of rows in the data folder of a running service: the rows that the service writes of documents that
 * were split, and of training documents that were read. All show the pages of one result: their files are links to its
 * files.
 */
import { link, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findBlob } from '../../adapters/local/blobs/blob-files.ts';
import { openLocalAccounts } from '../../adapters/local/local-service.ts';
import type { LocalAccounts } from '../../adapters/local/local-service.ts';
import type { WriteOperation } from '../../core/ports.ts';
import { putDocumentRows } from '../../core/requests/rows/document-rows.ts';
import { processingBlobs } from '../../core/requests/processing-blobs.ts';
import type { ProcessingRequest } from '../../core/requests/processing-request.ts';
import { getProcessingRequest, putEnded } from '../../core/requests/processing-requests.ts';
import { putTrainingDocument } from '../../core/requests/training-documents/training-document.ts';

export interface Filling {
  readonly dataFolder: string;
  readonly accountId: string;
  /** A result that has succeeded. */
  readonly processingId: string;
  /** An own workflow of the same account. */
  readonly workflowId: string;
  /** Rows of each list. */
  readonly rows: number;
}

/** Operations of a transaction at most. */
const MAX_OPERATIONS = 100;
const MINUTE_MS = 60_000;

/** The name of a row's file: every thousandth is a reminder. */
export const nameOfRow = (row: number): string =>
  row % 1000 === 999 ? `reminder ${row}.pdf` : `incoming mail ${row}.pdf`;

/** Digits of an id that count the rows. */
const idOf = (list: number, row: number): string =>
  `00000000-0000-4000-9${String(list).padStart(3, '0')}-${String(row).padStart(12, '0')}`;

const writeAll = async (
  { table }: Pick<LocalAccounts, 'table'>,
  rows: readonly (readonly WriteOperation[])[],
): Promise<void> => {
  let batch: WriteOperation[] = [];
  for (const operations of rows) {
    if (batch.length + operations.length > MAX_OPERATIONS) {
      await table.write(batch);
      batch = [];
    }
    batch.push(...operations);
  }
  await table.write(batch);
};

/** The request of a row: like the result, in another state for some. */
const requestOf = (result: ProcessingRequest, { workflowId }: Filling, row: number): ProcessingRequest => {
  const at = new Date(Date.parse(result.created_at) - row * MINUTE_MS).toISOString();
  return {
    ...result,
    processing_id: idOf(0, row),
    workflow_id: workflowId,
    file_name: nameOfRow(row),
    created_at: at,
    started_at: at,
    finished_at: at,
    lowest_confidence: (row % 100) / 100,
  };
};

const trainingRowsOf = (result: ProcessingRequest, { workflowId }: Filling, row: number): readonly WriteOperation[] => {
  const id = idOf(1, row);
  const shared = {
    account_id: result.account_id,
    workflow_id: workflowId,
    file_name: nameOfRow(row),
    created_at: result.created_at,
    page_count: result.page_count,
  };
  return [
    putEnded({ ...result, ...shared, processing_id: id, purpose: 'training' }),
    putTrainingDocument({
      ...shared,
      document_id: id,
      upload_mode: row % 10 === 0 ? 'merged' : 'already_split',
      collection: 'unknown',
      status: row % 10 === 0 ? 'awaiting_annotation' : 'annotated',
      revision: 0,
    }),
  ];
};

/** Gives the row the thumbnail of the result. */
const linkThumbnail = async ({ dataFolder }: Filling, result: ProcessingRequest, id: string): Promise<void> => {
  const root = join(dataFolder, 'blobs/stored');
  const keyOf = (processingId: string): string => processingBlobs(result.account_id, processingId).thumbnail;
  const thumbnail = findBlob(root, keyOf(result.processing_id));
  if (thumbnail === undefined) throw new Error('The result has no thumbnail.');
  const folder = join(root, keyOf(id));
  await mkdir(folder, { recursive: true });
  await link(thumbnail.path, join(folder, basename(thumbnail.path)));
};

/** Fills the lists of documents and of training documents of a workflow. */
export const fillLists = async (filling: Filling): Promise<void> => {
  const accounts = await openLocalAccounts(filling.dataFolder);
  try {
    const result = await getProcessingRequest(accounts, {
      account_id: filling.accountId,
      processing_id: filling.processingId,
    });
    const rows = Array.from({ length: filling.rows }, (_, row) => row);
    const requests = rows.map((row) => requestOf(result, filling, row));
    await writeAll(
      accounts,
      requests.map((request) => [putEnded(request), ...putDocumentRows(request)]),
    );
    await writeAll(
      accounts,
      rows.map((row) => trainingRowsOf(result, filling, row)),
    );
    for (const row of rows) for (const list of [0, 1]) await linkThumbnail(filling, result, idOf(list, row));
  } finally {
    accounts.close();
  }
};
