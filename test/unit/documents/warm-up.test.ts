// @module-tag slow
import { expect, it } from 'vitest';
import { run as warmUp } from '../../../core/processing/jobs/warm-up.ts';
import { WARM_UP_DOCUMENT } from '../../../bin/open-service.ts';
import { silent } from '../drawing/read-pdf.ts';

it('The document that warms up parser processes has many pages, the first one full of words', async () => {
  const { pages, words } = await warmUp({ path: WARM_UP_DOCUMENT }, silent);
  expect(pages).toBeGreaterThan(10);
  expect(words).toBeGreaterThan(200);
});
