import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { entryName, makeAccountArchive } from '../../../../web/src/account/data/account-archive.ts';
import type { Send } from '../../../../web/src/account/data/account-archive.ts';
import { ApiProblem, NoAnswerError } from '../../../../web/src/api/client/problem.ts';
import { stubWindow } from '../api/browser-window.ts';

beforeEach(() => {
  stubWindow();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = (): AbortSignal => new AbortController().signal;
const textsIn = async (archive: Blob): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await archive.arrayBuffer()))).map(([name, bytes]) => [
      name,
      new TextDecoder().decode(bytes),
    ]),
  );

const RECORDS = {
  records: [{ kind: 'workflow' }, { kind: 'documents', files: ['/results/1/upload', '/results/1/ocr'] }],
};
const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });

/** A service of these answers; each of a path is given once, and the last of them from then on. */
const serviceOf = (answers: Readonly<Record<string, readonly (() => Response | Promise<Response>)[]>>): Send => {
  const asked: Record<string, number> = {};
  return async (path) => {
    const ofPath = answers[path] ?? [];
    const index = asked[path] ?? 0;
    asked[path] = index + 1;
    const answer = ofPath[Math.min(index, ofPath.length - 1)];
    if (answer === undefined) throw new Error(`not expected: ${path}`);
    return answer();
  };
};

const UPLOAD = (): Response =>
  new Response('%PDF', {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="post.pdf"; filename*=UTF-8\'\'P%C3%B6st.pdf',
    },
  });

describe('The archive of an account', () => {
  it('has all records, and each file under the path of the API', async () => {
    const send = serviceOf({
      '/account/export': [() => json(RECORDS, 201)],
      '/results/1/upload': [UPLOAD],
      '/results/1/ocr': [() => json({ pages: [] })],
    });
    const progress: unknown[] = [];
    const archive = await makeAccountArchive(send, never(), (now) => progress.push(now));
    expect(await textsIn(archive)).toEqual({
      'account.json': JSON.stringify(RECORDS),
      'results/1/upload/Pöst.pdf': '%PDF',
      'results/1/ocr.json': '{"pages":[]}',
    });
    expect(progress).toEqual([
      { done: 0, count: 2 },
      { done: 1, count: 2 },
    ]);
  });

  it('waits for a service that is away or busy, and leaves out what was deleted meanwhile', async () => {
    const away = (): Promise<Response> => Promise.reject(new NoAnswerError());
    const broken = (): Response =>
      new Response(
        new ReadableStream({
          pull: (stream) => {
            stream.error(new TypeError('network error'));
          },
        }),
      );
    const made = makeAccountArchive(
      serviceOf({
        '/account/export': [() => json({}, 429, { 'retry-after': '7' }), away, () => json(RECORDS, 201)],
        '/results/1/upload': [broken, UPLOAD],
        '/results/1/ocr': [() => json({ code: 'processing_not_accessible', detail: '', status: 403 }, 403)],
      }),
      never(),
      () => undefined,
    );
    const state = { isMade: false };
    void made.then(() => (state.isMade = true));
    // Reading of files is not on the clock of the waits.
    for (let second = 0; second < 1000 && !state.isMade; second += 1) await vi.advanceTimersByTimeAsync(1000);
    expect(Object.keys(await textsIn(await made))).toEqual(['account.json', 'results/1/upload/Pöst.pdf']);
  });

  it('is not made where the service refuses it, or once it is cancelled', async () => {
    const refused = serviceOf({ '/account/export': [() => json({}, 403)] });
    await expect(makeAccountArchive(refused, never(), () => undefined)).rejects.toBeInstanceOf(ApiProblem);
    const controller = new AbortController();
    const busy = serviceOf({ '/account/export': [() => json({}, 429)] });
    const made = makeAccountArchive(busy, controller.signal, () => undefined);
    controller.abort(new Error('cancelled'));
    await expect(made).rejects.toThrow('cancelled');
  });

  it('has no name that leads out of its folder', () => {
    const named = (name: string): Headers => new Headers({ 'content-disposition': `attachment; filename="${name}"` });
    expect(entryName('/a/1', named('../../b'))).toBe('a/1/b');
    expect(entryName('/a/1', named('c:\\\\d'))).toBe('a/1/d');
    expect(entryName('/a/1', named('..'))).toBe('a/1');
  });
});
