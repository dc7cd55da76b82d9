import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from '../../../../web/src/api/client/problem.ts';

const refused = (retryAfter?: string): Response =>
  new Response(null, { status: 503, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

describe('When a refused request can be sent again', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-30T12:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['7', 7],
    ['0', 0],
    ['Mon, 30 Nov 2026 12:00:30 GMT', 30],
    ['Mon, 30 Nov 2026 11:59:30 GMT', 0],
  ])('is said in seconds or as a date (RFC 9110): %s', (retryAfter, seconds) => {
    expect(problemOf(undefined, refused(retryAfter)).retryAfter).toBe(seconds);
  });

  it.each([
    ['many seconds', '4000000'],
    ['more seconds than a number can have', '9'.repeat(400)],
    ['a date in a year', 'Tue, 30 Nov 2027 12:00:00 GMT'],
  ])('is no more than a day away, which a timer can wait for: %s', (_, retryAfter) => {
    expect(problemOf(undefined, refused(retryAfter)).retryAfter).toBe(86_400);
  });

  it.each([undefined, '', 'soon', '-5'])('is not known from %j', (retryAfter) => {
    expect(problemOf(undefined, refused(retryAfter)).retryAfter).toBeUndefined();
  });
});

describe('An answer with an error', () => {
  const document = { status: 404, title: 'Not found', detail: 'There is no such file.', code: 'not_found' };

  it('is the problem document that the API sends', () => {
    const { message, code, status } = problemOf(document, new Response(null, { status: 404 }));
    expect([message, code, status]).toEqual(['There is no such file.', 'not_found', 404]);
  });

  it.each([undefined, null, '<html>', {}])(
    'that is none, as from a proxy, has the status of the answer: %j',
    (body) => {
      const { code, status } = problemOf(body, new Response(null, { status: 502, statusText: 'Bad Gateway' }));
      expect([code, status]).toEqual(['unknown', 502]);
    },
  );
});
