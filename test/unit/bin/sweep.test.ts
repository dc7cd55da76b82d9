import { describe, expect, it } from 'vitest';
import { repeat } from '../../../bin/server/repeat.ts';
import { sweep } from '../../../bin/server/sweep.ts';
import { SystemClock } from '../../../core/system-clock.ts';
import { startTestApi } from '../../service/harness/test-api.ts';

const UPLOADS = 20;

/** A service with expired uploads, which notes what a sweep does. */
const startWithExpiredUploads = async () => {
  const api = await startTestApi();
  for (let count = 0; count < UPLOADS; count += 1)
    await api.call({
      method: 'POST',
      url: '/uploads',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ file_name: 'a.pdf', content_type: 'application/pdf', size: 10 }),
    });
  await api.service.clock.sleep(48 * 3_600_000);
  const done: string[] = [];
  const note = (what: string) => () => {
    done.push(what);
    return Promise.resolve();
  };
  const service = { ...api.service, deleteForgotten: note('deleteForgotten') };
  return { service, calls: { write: note('calls') }, done };
};

const uploadsIn = ({ table }: Awaited<ReturnType<typeof startWithExpiredUploads>>['service']) =>
  table.everything().filter(({ upload_id: id }) => id !== undefined).length;

describe('a sweep of the server process', () => {
  it('deletes what has expired or is forgotten, and writes the counts of calls', async () => {
    const { service, calls, done } = await startWithExpiredUploads();
    await sweep(service, calls, new AbortController().signal);
    expect([uploadsIn(service), done]).toEqual([0, ['calls', 'deleteForgotten']]);
  });

  it('begins no further deletion once the server is stopped, and the next sweep continues', async () => {
    const { service, calls, done } = await startWithExpiredUploads();
    const stop = new AbortController();
    const deleteAll = service.blobs.deleteAll.bind(service.blobs);
    service.blobs.deleteAll = (prefix) => {
      stop.abort();
      return deleteAll(prefix);
    };
    await sweep(service, calls, stop.signal);
    expect(uploadsIn(service)).toBeGreaterThan(0);
    expect(done).toEqual(['calls']);
    await sweep(service, calls, new AbortController().signal);
    expect(uploadsIn(service)).toBe(0);
  });

  it('begins nothing where the server was stopped before it', async () => {
    const { service, calls, done } = await startWithExpiredUploads();
    await sweep(service, calls, AbortSignal.abort());
    expect([uploadsIn(service), done]).toEqual([UPLOADS, []]);
  });
});

describe('repeated work of the server process', () => {
  it('is done at once and after each interval, never twice at a time', async () => {
    const slept: number[] = [];
    const turns = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let began = 0;
    const clock = { sleep: (ms: number) => Promise.resolve(void slept.push(ms)) };
    const repeated = repeat(clock, 1000, async () => {
      began += 1;
      await turns[began - 1]?.promise;
    });
    await new Promise(setImmediate);
    expect([began, slept]).toEqual([1, []]);
    turns[0]?.resolve(undefined);
    await new Promise(setImmediate);
    expect([began, slept]).toEqual([2, [1000]]);
    const ended = repeated.end();
    turns[1]?.resolve(undefined);
    await ended;
    expect(began).toBe(2);
  });

  it('is told to stop by its end, which waits for it', async () => {
    const work = Promise.withResolvers<undefined>();
    const stops: AbortSignal[] = [];
    let over = false;
    const repeated = repeat(new SystemClock(), 60_000, async (signal) => {
      stops.push(signal);
      await work.promise;
    });
    const ended = repeated.end().then(() => {
      over = true;
    });
    await new Promise(setImmediate);
    expect([stops.map(({ aborted }) => aborted), over]).toEqual([[true], false]);
    work.resolve(undefined);
    await ended;
    expect(over).toBe(true);
  });

  it('is not waited for between two turns', async () => {
    let began = 0;
    const repeated = repeat(new SystemClock(), 60_000, () => Promise.resolve(void (began += 1)));
    await new Promise(setImmediate);
    await repeated.end();
    expect(began).toBe(1);
  });
});
