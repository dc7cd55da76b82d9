import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PacketText as Text } from '../../../../web/src/editor/text/packet-text.ts';
import type { TextRequest } from '../../../../web/src/editor/text/text-worker.ts';

/** The workers that were started, the latest last. */
const workers: FakeWorker[] = [];

/** A worker that finds nothing on any page, and does not answer while it is `silent`. */
class FakeWorker extends EventTarget {
  static silent = false;
  isTerminated = false;
  readonly asked: TextRequest['type'][] = [];

  constructor() {
    super();
    workers.push(this);
  }

  postMessage({ id, type }: TextRequest): void {
    this.asked.push(type);
    if (FakeWorker.silent) return;
    const value = type === 'find' ? [] : null;
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: { id, value } })));
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const answer = (asked: Request | string): Promise<Response> => {
  // The host's configuration.
  if (typeof asked === 'string') return Promise.resolve(new Response(null, { status: 404 }));
  if (asked.signal.aborted) return Promise.reject(asked.signal.reason as Error);
  fetched += 1;
  return Promise.resolve(new Response('{}'));
};

let PacketText: typeof Text;
let fetched: number;
beforeAll(async () => {
  vi.stubGlobal('window', { location: new URL('http://127.0.0.1/') });
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', answer);
  // When it is loaded, it reads the address of the page and asks for the host's configuration.
  ({ PacketText } = await import('../../../../web/src/editor/text/packet-text.ts'));
});
beforeEach(() => {
  workers.length = 0;
  fetched = 0;
  FakeWorker.silent = false;
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const asked = (): TextRequest['type'][][] => workers.map(({ asked: types }) => types);

describe('The text of a file', () => {
  it('is fetched once, and read by one worker', async () => {
    const text = new PacketText('/ocr');
    expect(await text.find('a')).toEqual([]);
    expect(await text.page(0)).toBeNull();
    expect([fetched, asked()]).toEqual([1, [['load', 'find', 'page']]]);
  });

  it.each(['error', 'messageerror'])(
    'is read anew after the worker has failed (%s), and nobody waits for ever',
    async (type) => {
      const text = new PacketText('/ocr');
      await text.find('a');
      FakeWorker.silent = true;
      const found = text.find('b');
      const page = text.page(0);
      await expect.poll(asked).toEqual([['load', 'find', 'find', 'page']]);
      workers[0]?.dispatchEvent(new Event(type));
      await expect(found).rejects.toThrow('The text cannot be read');
      await expect(page).rejects.toThrow('The text cannot be read');
      expect(workers[0]?.isTerminated).toBe(true);
      FakeWorker.silent = false;
      expect(await text.find('b')).toEqual([]);
      expect([fetched, asked()[1]]).toEqual([2, ['load', 'find']]);
    },
  );

  it('leaves nobody waiting when the page that shows it is left, and is read anew afterwards', async () => {
    const text = new PacketText('/ocr');
    await text.find('a');
    FakeWorker.silent = true;
    const found = text.find('b');
    const refused = expect(found).rejects.toThrow('The page is left.');
    await expect.poll(asked).toEqual([['load', 'find', 'find']]);
    text.end();
    await refused;
    FakeWorker.silent = false;
    expect(await text.find('b')).toEqual([]);
    expect(asked()[1]).toEqual(['load', 'find']);
  });

  it('starts no worker where the page is left while it is fetched', async () => {
    const text = new PacketText('/ocr');
    const found = text.find('a');
    text.end();
    await expect(found).rejects.toThrow('The page is left.');
    expect(workers).toEqual([]);
  });
});
