/** Makes what the ids in paths name: a result, a trained workflow with its parts, and the parts of an account. */
import { ApiClient, formOf, until } from '../running-service/client/api-client.ts';
import type { RunningService } from '../running-service/running-service.ts';
import { drawLetters } from '../kill/kill-documents.ts';
import type { Known } from './draw-request.ts';
import { drawTwoPagePdf } from './two-page-pdf.ts';

const GENERIC_WORKFLOW = '00000000-0000-4000-8000-000000000001';
const EXPIRES_AT = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();
/** Documents that a training needs. */
const DOCUMENTS = 6;
const LIMIT_MS = 600_000;

type Ids = Readonly<Record<string, readonly string[]>>;

async function processDocument(client: ApiClient, file: Uint8Array): Promise<string> {
  const form = formOf(new Map([['contract.pdf', file]]), { parameters: '{"mode":"per_page"}' });
  const { processing_id: id } = await client.send<{ processing_id: string }>(
    'POST',
    `/processing/${GENERIC_WORKFLOW}?wait_for=60`,
    form,
  );
  await until(
    () => client.get<{ state: string }>(`/processing/results/${id}/progress`),
    ({ state }) => state === 'succeeded',
    LIMIT_MS,
  );
  return id;
}

/** A workflow with a model of its own. */
async function trainWorkflow(client: ApiClient): Promise<Ids> {
  const { workflow_id: id } = await client.send<{ workflow_id: string }>('POST', '/workflows', {
    workflow_name: 'Contract',
  });
  const files = new Map<string, Uint8Array>();
  for (let at = 0; at < DOCUMENTS; at += 1) files.set(`letters-${at}.pdf`, await drawLetters(1, `remark ${at}`));
  const fields = { upload_mode: 'already_split', collection: 'letters' };
  const { items } = await client.send<{ items: { document_id: string }[] }>(
    'POST',
    `/workflows/${id}/training-documents`,
    formOf(files, fields),
  );
  await until(
    () => client.get<{ items: unknown[] }>(`/workflows/${id}/training-documents?status=reading`),
    ({ items: unread }) => unread.length === 0,
    LIMIT_MS,
  );
  const { training_id: training } = await client.send<{ training_id: string }>(
    'POST',
    `/workflows/${id}/trainings`,
    {},
  );
  const { model_version: version } = await until(
    () => client.get<{ step: string | null; model_version: string | null }>(`/workflows/${id}/trainings/${training}`),
    ({ step }) => step === null,
    LIMIT_MS,
  );
  return {
    workflow_id: [id],
    document_id: items.map(({ document_id: document }) => document),
    training_id: [training],
    version: ['base', ...(version === null ? [] : [version])],
    collection_name: ['letters', 'unknown'],
  };
}

/** @param webhookUrl  of a receiver; absent: no webhook is made */
async function fillAccount(client: ApiClient, processingId: string, webhookUrl: string | undefined): Promise<Ids> {
  const made = async (path: string, body: object, member: string): Promise<string> =>
    (await client.send<Record<string, string>>('POST', path, body))[member] ?? '';
  const ids = {
    key_id: [await made('/account/api-keys', { name: 'x', role: 'reviewer', expires_at: EXPIRES_AT }, 'key_id')],
    member_id: [await made('/account/members', { email: 'ann@example.test', role: 'reviewer' }, 'member_id')],
    token_id: [await made('/share-tokens', { processing_id: processingId, expires_at: EXPIRES_AT }, 'token_id')],
  };
  if (webhookUrl === undefined) return ids;
  const webhook = await made('/account/webhooks', { url: webhookUrl }, 'webhook_id');
  const delivery = await made(`/account/webhooks/${webhook}/test`, {}, 'delivery_id');
  return { ...ids, webhook_id: [webhook], delivery_id: [delivery] };
}

/** What requests can name in the account of the service's key. */
export async function prepareKnown(
  service: Pick<RunningService, 'request'>,
  webhookUrl: string | undefined,
): Promise<Known> {
  const client = new ApiClient(service);
  const file = await drawTwoPagePdf();
  const processingId = await processDocument(client, file);
  const workflow = await trainWorkflow(client);
  return {
    path: {
      ...workflow,
      ...(await fillAccount(client, processingId, webhookUrl)),
      processing_id: [processingId],
      workflow_key: [GENERIC_WORKFLOW, ...(workflow['workflow_id'] ?? [])],
      page_num: ['1', '2'],
      index: ['0', '1'],
    },
    files: [file],
  };
}
