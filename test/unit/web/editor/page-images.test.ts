import { describe, expect, it } from 'vitest';
import { PageImages } from '../../../../web/src/editor/images/page-images.ts';

interface Asked {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly answer: () => Promise<void>;
  readonly refuse: () => Promise<void>;
}

const settled = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

const testImages = (atOnce: number, kept = 100) => {
  const asked: Asked[] = [];
  const released: string[] = [];
  const images = new PageImages({
    fetchImage: (path, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
        asked.push({
          path,
          signal,
          answer: () => {
            resolve(new Blob([path]));
            return settled();
          },
          refuse: () => {
            reject(new Error('refused'));
            return settled();
          },
        });
      }),
    makeUrl: () => `blob:${asked.length}`,
    releaseUrl: (url) => released.push(url),
    atOnce,
    kept,
  });
  return { images, asked, released };
};

const nothing = (): void => undefined;

describe('the images of pages', () => {
  it('are fetched a few at a time, those wanted last first, and those wanted together in their order', async () => {
    const { images, asked } = testImages(1);
    for (const path of ['a', 'b', 'c']) images.want(path, nothing);
    await settled();
    expect(asked.map(({ path }) => path)).toEqual(['a']);
    for (const path of ['d', 'e']) images.want(path, nothing);
    await settled();
    for (const place of [0, 1, 2, 3]) await asked[place]?.answer();
    expect(asked.map(({ path }) => path)).toEqual(['a', 'd', 'e', 'b', 'c']);
  });

  it('are not fetched any more where nothing draws them', async () => {
    const { images, asked } = testImages(1);
    const leave = images.want('a', nothing);
    const leaveWaiting = images.want('b', nothing);
    await settled();
    leaveWaiting();
    leave();
    await settled();
    expect(asked.map(({ path, signal }) => [path, signal.aborted])).toEqual([['a', true]]);
    images.want('a', nothing);
    await settled();
    expect(asked).toHaveLength(2);
  });

  it('are fetched once, however often they are drawn, and stay', async () => {
    const { images, asked } = testImages(2);
    let told = 0;
    const leave = images.want('a', () => (told += 1));
    images.want('a', () => (told += 1));
    await settled();
    await asked[0]?.answer();
    expect([asked.length, told]).toEqual([1, 2]);
    leave();
    expect(images.peek('a')).toBeDefined();
  });

  it('are forgotten, the longest unused first, where there are too many', async () => {
    const { images, asked, released } = testImages(3, 1);
    const leaves = ['a', 'b'].map((path) => images.want(path, nothing));
    await settled();
    for (const one of [...asked]) await one.answer();
    for (const leave of leaves) leave();
    expect(images.peek('a')).toBeUndefined();
    expect(images.peek('b')).toBeDefined();
    expect(released).toHaveLength(1);
  });

  it('can be wanted again after they could not be fetched', async () => {
    const { images, asked } = testImages(1);
    images.want('a', nothing);
    await settled();
    await asked[0]?.refuse();
    expect(images.hasFailed('a')).toBe(true);
    images.want('a', nothing);
    await settled();
    await asked[1]?.answer();
    expect([images.hasFailed('a'), images.peek('a') !== undefined]).toEqual([false, true]);
  });
});
