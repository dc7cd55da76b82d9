/** People and the users who can sign in: they agree, also after crashes, failures and concurrent requests. */
import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError, UserRefusedError } from '../../../core/errors.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { manageAccounts } from '../../../lambdas/manage-accounts.ts';
import { repeatAfterCrash } from '../harness/lost-answer.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { send } from '../workflows/training-data-client.ts';

const ANN = 'ann@example.com';
const MINUTE_MS = 60_000;

const add = (api: TestApi, email = ANN, role = 'member'): Promise<Answer> =>
  send(api, 'POST', '/account/members', { email, role });
const idOf = (answer: Answer): string => answer.json<{ member_id: string }>().member_id;
const remove = (api: TestApi, id: string): Promise<Answer> =>
  api.call({ method: 'DELETE', url: `/account/members/${id}` });
const peopleOf = async (api: TestApi): Promise<readonly string[]> =>
  (await api.call({ url: '/account/members' })).json<{ items: { email: string }[] }>().items.map(({ email }) => email);
const usersOf = ({ service }: TestApi): readonly string[] => [...service.users.users];
/** Rows of changes that are not complete. */
const openChanges = ({ service }: TestApi) =>
  service.table.everything().filter(({ sk }) => sk.startsWith('USER_CHANGE#'));
const sweepLater = async (api: TestApi): Promise<void> => {
  await api.service.clock.sleep(MINUTE_MS + 1);
  await resumeUnfinished(api.service);
};
const down = new TemporarilyUnavailableError('The user directory is not available just now.');

/** The process dies before it writes an operation that `isLast` accepts. */
const dieBefore = (api: TestApi, isLast: (operation: object) => boolean): (() => void) => {
  const { table } = api.service;
  const write = table.write.bind(table);
  let dead = false;
  table.write = (operations) => {
    dead ||= operations.some(isLast);
    return dead ? Promise.reject(new Error('killed')) : write(operations);
  };
  return () => {
    table.write = write;
  };
};
const putsMember = (operation: object): boolean => 'put' in operation && JSON.stringify(operation).includes('"MEMBER#');
const endsChange = (operation: object): boolean =>
  'delete' in operation && JSON.stringify(operation).includes('USER_CHANGE#');

describe('A person who is added', () => {
  it('becomes a user and is invited, once, whatever the role', async () => {
    const api = await startTestApi();
    const id = idOf(await add(api, 'Ann@Example.com'));
    await send(api, 'PATCH', `/account/members/${id}`, { role: 'owner' });
    expect([usersOf(api), api.service.users.invited, openChanges(api)]).toEqual([[ANN], [ANN], []]);
  });

  it('is not invited where the address is a user already', async () => {
    const api = await startTestApi();
    api.service.users.users.add(ANN);
    expect((await add(api)).status).toBe(201);
    expect([usersOf(api), api.service.users.invited]).toEqual([[ANN], []]);
  });

  it('by the operator becomes a user too', async () => {
    const api = await startTestApi();
    await manageAccounts(api.service)({ action: 'add_member', account_id: api.accountId, email: ANN, role: 'owner' });
    expect([usersOf(api), openChanges(api)]).toEqual([[ANN], []]);
  });

  it('with an address that cannot be a user is refused, and nothing is left of it', async () => {
    const api = await startTestApi();
    api.service.users.failure = new UserRefusedError('Too long.');
    const answer = await add(api);
    expect([answer.status, answer.json<Problem>().errors?.[0]]).toMatchObject([
      422,
      { loc: ['body', 'email'], type: 'address_refused' },
    ]);
    expect([await peopleOf(api), openChanges(api)]).toEqual([[], []]);
  });

  it('while the directory is down is told 503 and is not listed; another attempt succeeds', async () => {
    const api = await startTestApi();
    api.service.users.failure = down;
    expect((await add(api)).status).toBe(503);
    expect(await peopleOf(api)).toEqual([]);
    api.service.users.failure = undefined;
    expect((await add(api)).status).toBe(201);
    await sweepLater(api);
    expect([usersOf(api), openChanges(api)]).toEqual([[ANN], []]);
  });

  it('has a user where the process dies after the user was made and the request is repeated', async () => {
    const api = await startTestApi();
    const body = JSON.stringify({ email: ANN, role: 'owner' });
    const headers = { 'Content-Type': 'application/json' };
    await repeatAfterCrash(api, { method: 'POST', url: '/account/members', headers, body });
    await sweepLater(api);
    expect([await peopleOf(api), usersOf(api), api.service.users.invited, openChanges(api)]).toEqual([
      [ANN],
      [ANN],
      [ANN],
      [],
    ]);
  });
});

describe('A user whose person was not written', () => {
  it('is removed by the sweep, but not while the request may still write the person', async () => {
    const api = await startTestApi();
    const revive = dieBefore(api, putsMember);
    expect((await add(api)).status).toBe(500);
    revive();
    await resumeUnfinished(api.service);
    expect(usersOf(api)).toEqual([ANN]);
    await sweepLater(api);
    expect([usersOf(api), await peopleOf(api), openChanges(api)]).toEqual([[], [], []]);
  });

  it('stays where another request has added the person meanwhile', async () => {
    const api = await startTestApi();
    const revive = dieBefore(api, putsMember);
    await add(api);
    revive();
    expect((await add(api)).status).toBe(201);
    await sweepLater(api);
    expect([usersOf(api), openChanges(api)]).toEqual([[ANN], []]);
  });
});

describe('A person who is removed', () => {
  it('is no user any more, and can be invited again', async () => {
    const api = await startTestApi();
    expect((await remove(api, idOf(await add(api)))).status).toBe(204);
    expect([usersOf(api), openChanges(api)]).toEqual([[], []]);
    await add(api);
    expect(api.service.users.invited).toEqual([ANN, ANN]);
  });

  it('is removed at once while the directory is down, and the user later', async () => {
    const api = await startTestApi();
    const id = idOf(await add(api));
    api.service.users.failure = down;
    expect((await remove(api, id)).status).toBe(204);
    expect([await peopleOf(api), usersOf(api)]).toEqual([[], [ANN]]);
    await expect(sweepLater(api)).rejects.toThrow(TemporarilyUnavailableError);
    api.service.users.failure = undefined;
    await sweepLater(api);
    expect([usersOf(api), openChanges(api)]).toEqual([[], []]);
  });

  it('is no user any more where the process dies in the middle', async () => {
    const api = await startTestApi();
    const id = idOf(await add(api));
    const revive = dieBefore(api, endsChange);
    expect((await remove(api, id)).status).toBe(500);
    revive();
    expect(openChanges(api)).toHaveLength(1);
    await sweepLater(api);
    expect([usersOf(api), openChanges(api)]).toEqual([[], []]);
  });

  it('stays the last owner, and a user', async () => {
    const api = await startTestApi();
    expect((await remove(api, idOf(await add(api, ANN, 'owner')))).status).toBe(409);
    expect([await peopleOf(api), usersOf(api), openChanges(api)]).toEqual([[ANN], [ANN], []]);
  });

  it("leaves the deployment's administrator a user", async () => {
    const api = await startTestApi({ administratorEmail: 'Ann@example.com' });
    await remove(api, idOf(await add(api)));
    await remove(api, idOf(await add(api, 'bob@example.com')));
    expect([usersOf(api), openChanges(api)]).toEqual([[ANN], []]);
  });
});

describe('A person who is removed and added at the same time', () => {
  it('is a user where the removal reaches the directory last', async () => {
    const api = await startTestApi();
    const id = idOf(await add(api));
    api.service.users.beforeRemove = async () => {
      expect((await add(api)).status).toBe(201);
    };
    expect((await remove(api, id)).status).toBe(204);
    expect([await peopleOf(api), usersOf(api), openChanges(api)]).toEqual([[ANN], [ANN], []]);
  });

  it('is a user where the removal reaches the directory between the user and the person', async () => {
    const api = await startTestApi();
    const id = idOf(await add(api));
    const removing = Promise.withResolvers<Answer>();
    const goOn = Promise.withResolvers<undefined>();
    api.service.users.beforeRemove = () => goOn.promise;
    void remove(api, id).then(removing.resolve, removing.reject);
    // The removal waits in the directory: the person is not listed any more.
    while ((await peopleOf(api)).length > 0);
    api.service.users.afterAdd = async () => {
      goOn.resolve(undefined);
      await removing.promise;
    };
    expect((await add(api)).status).toBe(201);
    expect((await removing.promise).status).toBe(204);
    expect([await peopleOf(api), usersOf(api), openChanges(api)]).toEqual([[ANN], [ANN], []]);
  });
});

describe('The people of a deleted account', () => {
  it('are no users any more; those of other accounts are', async () => {
    const api = await startTestApi();
    for (const email of [ANN, 'bob@example.com']) await add(api, email, 'owner');
    await api.call({
      method: 'POST',
      url: '/account/members',
      key: api.otherKey,
      headers: { 'Content-Type': 'application/json' },
      body: '{"email":"eve@example.com","role":"owner"}',
    });
    expect((await api.call({ method: 'DELETE', url: '/account' })).status).toBe(204);
    expect([usersOf(api), openChanges(api)]).toEqual([['eve@example.com'], []]);
  });

  it('are no users any more once the directory is up again', async () => {
    const api = await startTestApi();
    await add(api);
    api.service.users.failure = down;
    expect((await api.call({ method: 'DELETE', url: '/account' })).status).toBe(204);
    api.service.users.failure = undefined;
    await sweepLater(api);
    expect([usersOf(api), openChanges(api)]).toEqual([[], []]);
  });
});
