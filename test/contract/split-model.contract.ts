/** Contract of SplitModel. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SplitModel } from '../../core/ports.ts';
import { MAX_WINDOW_BYTES } from '../../core/splitting/page-windows.ts';
import { makePageJson } from './page-record.ts';

export interface SplitModelUnderTest {
  readonly model: SplitModel;
  close(): Promise<void>;
}

export const describeSplitModelContract = (name: string, makeModel: () => Promise<SplitModelUnderTest>): void => {
  describe(`SplitModel contract: ${name}`, () => {
    let made: SplitModelUnderTest;
    beforeEach(async () => {
      made = await makeModel();
    });
    afterEach(async () => {
      await made.close();
    });

    it('returns one probability per gap and the version of the weights', async () => {
      const { probabilities, modelVersion } = await made.model.score([1, 2, 3].map((page) => makePageJson(page)));
      expect(probabilities).toHaveLength(2);
      expect(probabilities.every((probability) => probability >= 0 && probability <= 1)).toBe(true);
      expect(modelVersion).not.toBe('');
    });

    it('returns none for a single page', async () => {
      expect((await made.model.score([makePageJson(1)])).probabilities).toEqual([]);
    });

    it('returns the same probabilities for the same pages', async () => {
      const pages = [1, 2, 3, 4].map((page) => makePageJson(page));
      expect(await made.model.score(pages)).toEqual(await made.model.score(pages));
    });

    it('scores a window of the largest size that one request may have', { tags: 'slow' }, async () => {
      const page = makePageJson(1, 1_500);
      const count = Math.floor((made.model.maxWindowBytes ?? MAX_WINDOW_BYTES) / (page.length + 1));
      expect((await made.model.score(Array.from({ length: count }, () => page))).probabilities).toHaveLength(count - 1);
    });

    it('scores several documents concurrently', async () => {
      const scores = await Promise.all(
        [2, 3, 4].map((count) =>
          made.model.score(Array.from({ length: count }, (_, index) => makePageJson(index + 1))),
        ),
      );
      expect(scores.map(({ probabilities }) => probabilities.length)).toEqual([1, 2, 3]);
    });
  });
};
