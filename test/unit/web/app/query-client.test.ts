import { QueryObserver } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../../../web/src/api/client/problem.ts';

let client: QueryClient;
beforeAll(async () => {
  vi.stubGlobal('window', { location: new URL('http://127.0.0.1/') });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
  // When it is loaded, it reads the address of the page and asks for the host's configuration.
  ({ queryClient: client } = await import('../../../../web/src/app/query-client.ts'));
});
afterEach(() => {
  client.clear();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const problem = (status: number): ApiProblem => new ApiProblem({ status, code: 'code', title: '', detail: '' });

/** Asks and is answered with the error. */
const askInVain = async (queryKey: readonly string[], status: number): Promise<void> => {
  const query = { queryKey, queryFn: () => Promise.reject(problem(status)), retry: false };
  await expect(client.query(query)).rejects.toThrow(ApiProblem);
};

const isAskedAgain = (queryKey: readonly string[]): boolean => client.getQueryState(queryKey)?.isInvalidated === true;

describe('A read that is answered with 401', () => {
  it('asks again who is signed in, and nothing else', async () => {
    client.setQueryData(['account'], {});
    client.setQueryData(['account', 'api-keys'], {});
    await askInVain(['documents'], 401);
    expect(isAskedAgain(['account'])).toBe(true);
    expect(isAskedAgain(['account', 'api-keys'])).toBe(false);
  });

  it('asks so also where it is another question about the account', async () => {
    client.setQueryData(['account'], {});
    await askInVain(['account', 'api-keys'], 401);
    expect(isAskedAgain(['account'])).toBe(true);
  });

  it('does not ask again without end where it was that question itself', async () => {
    let times = 0;
    const queryFn = () => {
      times += 1;
      return Promise.reject(problem(401));
    };
    const leave = new QueryObserver(client, { queryKey: ['account'], queryFn, retry: false }).subscribe(
      () => undefined,
    );
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    expect(times).toBe(1);
    leave();
  });
});

describe('A read that fails by a fault', () => {
  const isRepeated = (error: Error): boolean => {
    const { retry } = client.getDefaultOptions().queries ?? {};
    return typeof retry === 'function' && retry(0, error);
  };
  const withId = { status: 500, code: 'document_unreadable', title: '', detail: '', processing_id: 'id' };

  it('is repeated, unless it says that the processing of a document has failed', () => {
    expect([problem(500), problem(503), problem(429)].map(isRepeated)).toEqual([true, true, true]);
    expect([problem(404), new ApiProblem(withId)].map(isRepeated)).toEqual([false, false]);
  });
});

describe('A read that fails otherwise', () => {
  it('does not ask again who is signed in', async () => {
    client.setQueryData(['account'], {});
    await askInVain(['documents'], 403);
    expect(isAskedAgain(['account'])).toBe(false);
  });
});
