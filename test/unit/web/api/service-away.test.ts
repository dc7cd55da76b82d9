import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { NoAnswerError } from '../../../../web/src/api/client/problem.ts';
import {
  isServiceAway,
  noteAnswer,
  noteAnswersOf,
  onServiceChange,
} from '../../../../web/src/api/client/service-away.ts';

describe('Whether the service is away', () => {
  it('is so from the first question without an answer to the answer of the last one', () => {
    const [one, other] = [{}, {}];
    const changes: boolean[] = [];
    const end = onServiceChange(() => changes.push(isServiceAway()));
    noteAnswer(one, true);
    noteAnswer(one, true);
    noteAnswer(other, true);
    noteAnswer(one, false);
    expect(isServiceAway()).toBe(true);
    noteAnswer(other, false);
    expect(changes).toEqual([true, false]);
    end();
    noteAnswer(one, true);
    noteAnswer(one, false);
    expect(changes).toHaveLength(2);
  });
});

describe('A query', () => {
  const clients: QueryClient[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.clear();
  });

  const clientThat = (retries: number): QueryClient => {
    const client = new QueryClient({
      defaultOptions: { queries: { retry: retries, retryDelay: 1, networkMode: 'always' } },
    });
    noteAnswersOf(client);
    clients.push(client);
    return client;
  };

  it('says that the service is away while it is repeated, and no longer once it has an answer', async () => {
    const seen: boolean[] = [];
    const client = clientThat(3);
    await client.query({
      queryKey: ['answer'],
      queryFn: () => {
        seen.push(isServiceAway());
        if (seen.length < 3) throw new NoAnswerError();
        return seen.length;
      },
    });
    expect([...seen, isServiceAway()]).toEqual([false, true, true, false]);
  });

  it('says so no longer once it is given up or removed', async () => {
    const client = clientThat(1);
    const queryFn = () => Promise.reject(new NoAnswerError());
    await expect(client.query({ queryKey: ['given-up'], queryFn })).rejects.toThrow(NoAnswerError);
    expect(isServiceAway()).toBe(false);
    const [query] = client.getQueryCache().findAll({ queryKey: ['given-up'] });
    if (query === undefined) throw new Error('The query is there.');
    noteAnswer(query, true);
    client.removeQueries({ queryKey: ['given-up'] });
    expect(isServiceAway()).toBe(false);
  });

  it('says nothing where the service answers with an error', async () => {
    const seen: boolean[] = [];
    const queryFn = () => {
      seen.push(isServiceAway());
      return Promise.reject(new Error('500'));
    };
    await expect(clientThat(1).query({ queryKey: ['error'], queryFn })).rejects.toThrow('500');
    expect(seen).toEqual([false, false]);
  });
});
