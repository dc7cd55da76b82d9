/** The records of an account's export: its rows, with what their keys alone say, and the paths of their files. */
import { z } from 'zod';
import { accountKey } from '../../accounts/account.ts';
import type { Item } from '../../ports.ts';
import { documentsPartition } from '../../requests/rows/document-rows.ts';
import { disclosed } from '../../requests/failure.ts';
import { failureSchema } from '../../requests/processing-request.ts';
import type { Failure, ProcessingRequest } from '../../requests/processing-request.ts';
import { readProcessingRequest } from '../../requests/processing-requests.ts';
import { shareTokensOf } from '../../requests/share-tokens.ts';
import { TRAINING_DOCUMENT_PREFIX } from '../../requests/training-documents/training-document.ts';
import { resultPath } from '../../results/result-paths.ts';
import type { Service } from '../../service.ts';
import { queryItems } from '../../storage/lists/query-items.ts';
import { workflowPath } from '../list-workflows.ts';
import { MODEL_PREFIX } from '../models/models.ts';
import { partitionsOf, workflowIdsOf } from './account-rows.ts';

/** Of rows: keys and index, and what is secret or derived from a secret. */
const LEFT_OUT = ['pk', 'sk', 'index_pk', 'index_sk', 'key_hash', 'token_hash', 'secret', 'previous_secrets'];
/** Of requests: where files are stored, and the failure, of which the account learns what is disclosed. */
const LEFT_OUT_OF_REQUESTS = ['upload_key', 'claimed_upload', 'upload_released', 'failure'];
/** Begins the sort keys of rows that say no more than that calls were counted once. */
const CALL_BATCH_PREFIX = 'CALL_BATCH#';
/** Requests that are read at a time: each read waits for the table most of the time. */
const READ_AT_A_TIME = 50;

type Store = Pick<Service, 'table'>;

/** Yields the records. Needs the memory of a few at a time. */
export async function* exportedRecords(service: Store, accountId: string): AsyncGenerator {
  for (const partition of partitionsOf(accountId, await workflowIdsOf(service, accountId)))
    for await (const row of queryItems(service, { pk: partition }))
      if (!isLeftOut(accountId, row)) yield recordOf(partition.slice(accountKey(accountId).pk.length + 1), row);
  yield* requestRecords(service, accountId);
  for await (const token of shareTokensOf(service, accountId)) yield { kind: 'share_token', ...token };
}

/** The account itself is not a record. */
const isLeftOut = (accountId: string, { pk, sk }: Item): boolean =>
  sk.startsWith(CALL_BATCH_PREFIX) || (pk === accountKey(accountId).pk && sk === accountKey(accountId).sk);

/** @param partition  the end of the partition's name; empty: the account's own */
const recordOf = (partition: string, row: Item) => ({
  ...saidByKey(partition, row.sk),
  ...without(row, LEFT_OUT),
  ...failureOf(row),
  ...pathOf(row),
});

const failedSchema = z.object({ failure: failureSchema });

/** The failure of a training or a training document, as far as the account learns it. */
const failureOf = (row: Item): { readonly failure?: Failure | undefined } => {
  const { data: failed } = failedSchema.safeParse(row);
  return failed === undefined ? {} : { failure: disclosed(failed.failure) };
};

const without = (values: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The kind of a row, and what no attribute of it says. */
const saidByKey = (partition: string, sk: string): { readonly kind: string } & Readonly<Record<string, string>> => {
  const [name = '', workflowId = ''] = partition.split('#');
  const [first = '', second = ''] = sk.split('#');
  switch (name) {
    case '':
      return { kind: first.toLowerCase() };
    case 'MONTHS':
      return { kind: 'months', month: sk };
    case 'USAGE':
      return { kind: first === 'CALLS' ? 'calls' : 'usage', workflow_id: workflowId, hour: `${second}:00:00Z` };
    case 'DELETED_WORKFLOWS':
      return { kind: 'deleted_workflow', workflow_id: sk };
    case 'WORKFLOW':
      return { kind: KINDS_OF_WORKFLOW_ROWS[first] ?? first.toLowerCase(), workflow_id: workflowId };
    default:
      return { kind: name.toLowerCase() };
  }
};

/** Those whose sort keys alone would be misleading. */
const KINDS_OF_WORKFLOW_ROWS: Readonly<Record<string, string>> = {
  DOCUMENT: 'training_document',
  RESULT: 'training_document_of_result',
};

/** Yields the request of each listed document: its parameters, its retention and its verification. */
async function* requestRecords(service: Store, accountId: string): AsyncGenerator {
  const read = async (ids: readonly string[]) => {
    const found = ids.map((id) => readProcessingRequest(service, { account_id: accountId, processing_id: id }));
    return (await Promise.all(found)).flatMap((request) => (request === undefined ? [] : [requestRecord(request)]));
  };
  let ids: string[] = [];
  for await (const { sk } of queryItems(service, { pk: documentsPartition(accountId) })) {
    ids.push(sk.split('#').at(-1) ?? '');
    if (ids.length < READ_AT_A_TIME) continue;
    yield* await read(ids);
    ids = [];
  }
  yield* await read(ids);
}

const requestRecord = ({ kind: documentKind, ...request }: ProcessingRequest) => ({
  kind: 'request',
  ...without(request, LEFT_OUT_OF_REQUESTS),
  document_kind: documentKind,
  failure: disclosed(request.failure),
});

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
