import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { ensureFirstAccount } from '../../../core/accounts/first-account.ts';
import { addMember, removeMember } from '../../../core/accounts/people/members.ts';
import { revokeApiKey, listApiKeys } from '../../../core/accounts/api-key.ts';
import { TemporarilyUnavailableError, UnauthenticatedError } from '../../../core/errors.ts';
import { authenticateCaller } from '../../../core/review/authenticate-caller.ts';
import { createShareToken, revokeShareToken } from '../../../core/review/share-links.ts';
import { processSample } from '../../service/harness/process-sample.ts';
import { startTestApi } from '../../service/harness/test-api.ts';
import { authorizer } from '../../../lambdas/authorizer.ts';
import type { VerifyToken } from '../../../lambdas/authorizer.ts';
import { addAccount, fakeService } from '../../fakes/fake-service.ts';

const METHOD_ARN = 'arn:aws:execute-api:eu-central-1:123456789012:abc/v1/GET/processing/results/1/ocr';
const good: VerifyToken = (token) =>
  token === 'good'
    ? Promise.resolve({ id: 'user-1', email: 'ann@example.com' })
    : Promise.reject(new UnauthenticatedError('Not one of ours.'));

/** Ann is the administrator whose address the deployment was given. */
const start = async (verifyToken = good, administratorEmail = 'Ann@example.com') => {
  const service = fakeService({ administratorEmail });
  const { account, key } = await addAccount(service, 'one');
  const ask = (authorizationToken: string) =>
    authorizer(service, verifyToken)({ type: 'TOKEN', authorizationToken, methodArn: METHOD_ARN });
  return { service, account, key, ask };
};

describe("The gateway's authorizer", () => {
  it(
    'allows every route of the stage for a valid API key, because API Gateway caches the result, and returns the ' +
      'account',
    async () => {
      const { account, key, ask } = await start();
      expect(await ask(`ApiKey ${key}`)).toEqual({
        principalId: account.account_id,
        policyDocument: {
          Version: '2012-10-17',
          Statement: [
            {
              Action: 'execute-api:Invoke',
              Effect: 'Allow',
              Resource: 'arn:aws:execute-api:eu-central-1:123456789012:abc/v1/*',
            },
          ],
        },
        context: { account_id: account.account_id },
      });
    },
  );

  it('reads the header of a request authorizer too, in upper and lower case', async () => {
    const { service, account, key } = await start();
    const policy = await authorizer(
      service,
      good,
    )({ type: 'REQUEST', headers: { authorization: `ApiKey ${key}` }, methodArn: METHOD_ARN });
    expect(policy.principalId).toBe(account.account_id);
  });

  it('accepts a share token for the account of its result, and answers 401 to one that was revoked', async () => {
    const api = await startTestApi();
    const caller = await authenticateCaller(api.service, `ApiKey ${api.key}`);
    const { token, token_id: id } = await createShareToken(api.service, caller, {
      processingId: await processSample(api, { pages: 1 }),
      expiresAt: '2027-01-01T00:00:00Z',
    });
    const ask = (): Promise<APIGatewayAuthorizerResult> =>
      authorizer(
        api.service,
        good,
      )({ type: 'REQUEST', headers: { Authorization: `ShareToken ${token}` }, methodArn: METHOD_ARN });
    expect((await ask()).context).toEqual({ account_id: api.accountId });
    await revokeShareToken(api.service, caller.account, id);
    await expect(ask()).rejects.toThrow(/^Unauthorized$/);
  });

  it('answers 401 to a revoked key and to an unknown one', async () => {
    const { service, account, key, ask } = await start();
    const [record] = await listApiKeys(service, account.account_id);
    await revokeApiKey(service, account.account_id, record?.key_id ?? '');
    await expect(ask(`ApiKey ${key}`)).rejects.toThrow(/^Unauthorized$/);
    await expect(ask('ApiKey nonsense')).rejects.toThrow(/^Unauthorized$/);
    await expect(ask('')).rejects.toThrow(/^Unauthorized$/);
  });

  it("accepts the administrator for the deployment's first account, and returns who it is", async () => {
    const { service, ask } = await start();
    const { account } = await ensureFirstAccount(service);
    expect((await ask('Bearer good')).context).toEqual({
      account_id: account.account_id,
      user_id: 'user-1',
      user_email: 'ann@example.com',
    });
  });

  it('knows a person by the address, with the account that lists it', async () => {
    const { service, account, ask } = await start(good, 'bob@example.com');
    await ensureFirstAccount(service);
    const { member_id } = await addMember(service, account.account_id, { email: 'Ann@Example.com', role: 'reviewer' });
    expect((await ask('Bearer good')).context).toMatchObject({ account_id: account.account_id, member_id });
  });

  it('takes the administrator to no other account that lists the address, before the first account lists an owner', async () => {
    const { service, account, ask } = await start();
    const { account: first } = await ensureFirstAccount(service);
    const { member_id } = await addMember(service, account.account_id, { email: 'ann@example.com', role: 'owner' });
    const { context } = await ask('Bearer good');
    expect(context).toMatchObject({ account_id: first.account_id });
    expect(context).not.toHaveProperty('member_id');
    await addMember(service, first.account_id, { email: 'eve@example.com', role: 'owner' });
    expect((await ask('Bearer good')).context).toMatchObject({ account_id: account.account_id, member_id });
  });

  it('knows the administrator by the role that the first account gives', async () => {
    const { service, ask } = await start();
    const { account: first } = await ensureFirstAccount(service);
    const { member_id } = await addMember(service, first.account_id, { email: 'ann@example.com', role: 'reviewer' });
    expect((await ask('Bearer good')).context).toMatchObject({ account_id: first.account_id, member_id });
  });

  it('answers 401 to a user whom no account lists, where another address or none is the administrator', async () => {
    const { service, ask } = await start(good, 'bob@example.com');
    await ensureFirstAccount(service);
    await expect(ask('Bearer good')).rejects.toThrow(/^Unauthorized$/);
    const without = fakeService();
    await ensureFirstAccount(without);
    const asked = authorizer(
      without,
      good,
    )({ type: 'TOKEN', authorizationToken: 'Bearer good', methodArn: METHOD_ARN });
    await expect(asked).rejects.toThrow(/^Unauthorized$/);
  });

  it('answers 401 to a person whom an account has removed', async () => {
    const { service, account, ask } = await start(good, 'bob@example.com');
    await ensureFirstAccount(service);
    const { member_id } = await addMember(service, account.account_id, { email: 'ann@example.com', role: 'member' });
    await expect(ask('Bearer good')).resolves.toBeDefined();
    await removeMember(service, account.account_id, member_id);
    await expect(ask('Bearer good')).rejects.toThrow(/^Unauthorized$/);
  });

  it('answers 401 to the administrator whom no account lists, once the first account lists an owner', async () => {
    const { service, ask } = await start();
    const { account } = await ensureFirstAccount(service);
    await addMember(service, account.account_id, { email: 'bob@example.com', role: 'member' });
    await expect(ask('Bearer good')).resolves.toBeDefined();
    await addMember(service, account.account_id, { email: 'eve@example.com', role: 'owner' });
    await expect(ask('Bearer good')).rejects.toThrow(/^Unauthorized$/);
  });

  it('answers 401 to an invalid token, and to any token before the first account exists', async () => {
    const { ask } = await start();
    await expect(ask('Bearer good')).rejects.toThrow(/^Unauthorized$/);
    await expect(ask('Bearer bad')).rejects.toThrow(/^Unauthorized$/);
  });

  it('does not answer 401 to an internal error', async () => {
    const { ask } = await start(() => Promise.reject(new TemporarilyUnavailableError('The keys cannot be fetched.')));
    await expect(ask('Bearer good')).rejects.toThrow('The keys cannot be fetched.');
  });
});
