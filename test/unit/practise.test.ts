import { expect, it } from 'vitest';
import { run as practise } from '../../core/reading/jobs/practise.ts';
import { silent } from './read-pdf.ts';

it('The page on which parser processes practise is a page full of words, read by OCR', async () => {
  expect((await practise(null, silent)).words).toBeGreaterThan(200);
});
