/** Whatever a defect makes a function ask for, its credentials reach one tenant's rows and files. */
import { describe, expect, it } from 'vitest';
import { accountKey } from '../../../core/accounts/account.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { processingBlobs } from '../../../core/requests/processing-blobs.ts';
import { processingRequestKey, readProcessingRequest } from '../../../core/requests/processing-requests.ts';
import { confidencePartition } from '../../../core/requests/rows/document-rows.ts';
import { asFunction, asTenantOfFunction } from '../../fakes/access/current-function.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';

const DENIED = { name: 'AccessDenied' };
const FUNCTIONS = [
  'ApiFunctionsApi',
  'ApiFunctionsRenderApi',
  'PipelineInspect',
  'PipelineReadPages',
  'PipelineFindBoundaries',
  'PipelineBuildResults',
  'PipelineComplete',
];
const OTHER = '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c01';

/** An account with a result, and how to act for it or for another one as a function. */
const withResult = async () => {
  const api = await startTestApi();
  const answer = await api.call({
    method: 'POST',
    url: `/processing/${GENERIC_WORKFLOW_ID}`,
    headers: MULTIPART,
    body: uploadBody(writeFakeDocument({ pages: 2 })),
  });
  const { processing_id } = answer.json<{ processing_id: string }>();
  const key = { account_id: api.accountId, processing_id };
  const as =
    (name: string, tenant: string) =>
    <Result>(work: () => Promise<Result>): Promise<Result> =>
      asFunction(name, () => asTenantOfFunction(tenant, work));
  return { service: api.service, key, as };
};

describe.each(FUNCTIONS)('%s', (name) => {
  it('reaches the row and the files of the account for which it acts', async () => {
    const { service, key, as } = await withResult();
    const own = as(name, key.account_id);
    expect(await own(() => readProcessingRequest(service, key))).toMatchObject({ state: 'succeeded' });
    const { thumbnail } = processingBlobs(key.account_id, key.processing_id);
    expect(await own(() => service.blobs.head(thumbnail))).toBeDefined();
  });

  it('is refused the rows and the files of another account', async () => {
    const { service, key, as } = await withResult();
    const foreign = as(name, OTHER);
    const { thumbnail, prefix } = processingBlobs(key.account_id, key.processing_id);
    await expect(foreign(() => readProcessingRequest(service, key))).rejects.toMatchObject(DENIED);
    await expect(foreign(() => service.table.get(accountKey(key.account_id)))).rejects.toMatchObject(DENIED);
    await expect(
      foreign(() => service.table.write([{ update: processingRequestKey(key), set: { state: 'failed' } }])),
    ).rejects.toMatchObject(DENIED);
    await expect(foreign(() => service.blobs.get(thumbnail))).rejects.toMatchObject(DENIED);
    await expect(foreign(() => service.blobs.put(thumbnail, 'x', 'image/jpeg'))).rejects.toMatchObject(DENIED);
    await expect(foreign(() => service.blobs.list(prefix))).rejects.toMatchObject(DENIED);
    await expect(foreign(() => service.blobs.list('accounts/'))).rejects.toMatchObject(DENIED);
  });

  it('is refused all rows and files without a tenant, but for those by which the API finds it', async () => {
    const { service, key } = await withResult();
    const { thumbnail } = processingBlobs(key.account_id, key.processing_id);
    await expect(asFunction(name, () => readProcessingRequest(service, key))).rejects.toMatchObject(DENIED);
    await expect(asFunction(name, () => service.table.get(accountKey(key.account_id)))).rejects.toMatchObject(DENIED);
    await expect(asFunction(name, () => service.blobs.get(thumbnail))).rejects.toMatchObject(DENIED);
  });
});

describe('The index', () => {
  it('is open to the API for the lists of its account, and for no other list', async () => {
    const { service, key, as } = await withResult();
    const list = (pk: string) => () => service.table.query({ index: 'by_index', pk });
    const own = as('ApiFunctionsApi', key.account_id);
    const partition = confidencePartition({ account_id: key.account_id, workflow_id: GENERIC_WORKFLOW_ID });
    expect((await own(list(partition))).items).toHaveLength(1);
    await expect(as('ApiFunctionsApi', OTHER)(list(partition))).rejects.toMatchObject(DENIED);
    await expect(own(list('OPEN_PROCESSINGS'))).rejects.toMatchObject(DENIED);
    await expect(as('PipelineReadPages', key.account_id)(list(partition))).rejects.toMatchObject(DENIED);
  });
});
