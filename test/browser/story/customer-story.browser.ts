/** A customer's story from the first visit to feedback, once with the mouse and once with the keyboard alone. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startAlbum } from '../harness/album.ts';
import { keyboard, mouse } from '../harness/hands.ts';
import { changeByKeyboard, setBoundaries } from '../harness/set-boundaries.ts';
import { startWebService } from '../harness/web-service.ts';
import type { WebService } from '../harness/web-service.ts';
import { saveAnyway, tellStory } from './story.ts';

const LIMIT_MS = 300_000;

let web: WebService;
beforeAll(async () => {
  web = await startWebService();
});
afterAll(() => web.close());

describe('A customer', () => {
  it(
    'gets from the first visit to a trained workflow and its feedback with the mouse',
    async () => {
      const page = await web.open('/', { signedOut: true });
      const boundary = (before: number) => page.getByRole('switch', { name: `between page ${before} and` });
      await tellStory(
        {
          web,
          hands: mouse(page),
          album: startAlbum('story-by-mouse', [360, 1280, 2560]),
          annotate: async (hands) => {
            await setBoundaries(page, 6, [2, 4], (before) => boundary(before).click());
            await saveAnyway(hands, 'Save annotation', 'Save all the same', /^All files are annotated$/);
          },
          correct: async (hands) => {
            await boundary(1).click();
            await saveAnyway(hands, 'Verify with changes', 'Verify all the same', /^Corrected by/);
          },
        },
        'Forest dockets',
      );
    },
    LIMIT_MS,
  );

  it(
    'gets there with the keyboard alone',
    async () => {
      const page = await web.open('/', { signedOut: true, scheme: 'dark' });
      const pressAll = async (keys: readonly string[]): Promise<void> => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await tellStory(
        {
          web,
          hands: keyboard(page),
          album: startAlbum('story-by-keyboard', [1280]),
          annotate: async (hands) => {
            await setBoundaries(page, 6, [2, 4], changeByKeyboard(page));
            await saveAnyway(hands, 'Save annotation', 'Save all the same', /^All files are annotated$/);
          },
          correct: async (hands) => {
            await pressAll(['Home', 's']);
            await saveAnyway(hands, 'Verify with changes', 'Verify all the same', /^Corrected by/);
          },
        },
        'Dockets by keyboard',
      );
    },
    LIMIT_MS,
  );
});
