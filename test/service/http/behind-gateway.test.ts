import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { readProcessingRequest } from '../../../core/requests/processing-requests.ts';
import { apiHandler } from '../../../lambdas/api/api-handler.ts';
import { addMember } from '../../../core/accounts/people/members.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addAccount, fakeService } from '../../fakes/fake-service.ts';
import { proxyEvent } from '../../lambda/gateway.ts';
import type { GatewayCall } from '../../lambda/gateway.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { contextOf } from '../harness/test-api.ts';

const start = async () => {
  const service = fakeService();
  const { account, key } = await addAccount(service, 'one');
  const handler = apiHandler(service, { logError: () => undefined });
  const ask = (call: GatewayCall, authorizer: Readonly<Record<string, unknown>> | null = null) =>
    handler(proxyEvent(call, authorizer), contextOf());
  return { service, account, key, ask };
};

const post = (authorization: string): GatewayCall => ({
  method: 'POST',
  url: `/processing/${GENERIC_WORKFLOW_ID}?wait_for=0`,
  headers: { ...MULTIPART, Authorization: authorization },
  body: uploadBody(writeFakeDocument({ pages: 1 })),
});

describe('Behind the gateway', () => {
  it('Location contains the stage, which every path of API Gateway begins with; paths in bodies do not', async () => {
    const { key, ask } = await start();
    const answer = await ask(post(`ApiKey ${key}`));
    const { processing_id } = JSON.parse(answer.body) as { processing_id: string };
    expect(answer.headers?.['Location']).toBe(`/v1/processing/results/${processing_id}`);
    const replaced = await ask({
      url: `/processing/results/${processing_id}/sub-pdfs`,
      headers: { Authorization: `ApiKey ${key}` },
    });
    expect(replaced.headers?.['Link']).toBe(
      `</v1/processing/results/${processing_id}/split-pdfs>; rel="successor-version"`,
    );
    expect(JSON.parse(replaced.body)).toEqual([`/processing/results/${processing_id}/sub-pdfs/0`]);
  });

  it('the OpenAPI document names the stage as its server, so that clients append their paths to it', async () => {
    const { ask } = await start();
    expect(JSON.parse((await ask({ url: '/openapi.json' })).body)).toMatchObject({ servers: [{ url: '/v1' }] });
  });

  it("a user's request belongs to the account that the authorizer found for the token", async () => {
    const { service, account, ask } = await start();
    const { member_id } = await addMember(service, account.account_id, { email: 'ann@example.com', role: 'member' });
    const found = { principalId: account.account_id, account_id: account.account_id, user_id: 'user-1', member_id };
    const answer = await ask(post('Bearer token'), found);
    const { processing_id } = JSON.parse(answer.body) as { processing_id: string };
    const { account_id } = account;
    expect(await readProcessingRequest(service, { account_id, processing_id })).toMatchObject({ account_id });
  });

  it.each<[string, string, Readonly<Record<string, unknown>> | null]>([
    ['a token without a result of the authorizer', 'Bearer token', null],
    ['a deleted account', 'Bearer token', { account_id: '00000000-0000-4000-8000-00000000dead', user_id: 'user-1' }],
    ['an invalid key, even with a cached result of the authorizer', 'ApiKey nonsense', { account_id: 'kept' }],
  ])('is rejected: %s', async (_, authorization, authorizer) => {
    const { ask } = await start();
    expect((await ask(post(authorization), authorizer)).statusCode).toBe(401);
  });

  it('is rejected: a user whom the account does not list, also where it lists no owner', async () => {
    const { account, ask } = await start();
    const authorizer = { account_id: account.account_id, user_id: 'user-1', user_email: 'ann@example.com' };
    expect((await ask(post('Bearer token'), authorizer)).statusCode).toBe(401);
  });

  it("requests of API Gateway's test console, which omits members of the event, are answered too", async () => {
    const { service } = await start();
    const event = {
      ...proxyEvent({ url: '/health' }, null),
      headers: null,
      multiValueHeaders: null,
      requestContext: {},
    } as unknown as APIGatewayProxyEvent;
    expect((await apiHandler(service, { logError: () => undefined })(event, contextOf())).statusCode).toBe(200);
  });
});
