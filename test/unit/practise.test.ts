import { expect, it } from 'vitest';
import { run as practise } from '../../core/processing/jobs/warm-up.ts';
import { PRACTICE_DOCUMENT } from '../../bin/open-service.ts';
import { silent } from './read-pdf.ts';

it('The document on which parser processes practise has many pages, the first one full of words', async () => {
  const { pages, words } = await practise({ path: PRACTICE_DOCUMENT }, silent);
  expect(pages).toBeGreaterThan(10);
  expect(words).toBeGreaterThan(200);
});
