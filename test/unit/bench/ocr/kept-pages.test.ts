import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TruePage } from '../../../../bench/ocr/pages/choose-pages.ts';
import { firstPages } from '../../../../bench/ocr/pages/kept-pages.ts';

const page = (number: number): TruePage => ({
  document: 'a/1.pdf',
  source: 'a',
  page: number,
  language: 'cs',
  statedLanguage: 'cs',
  words: [{ text: 'účet', x: 1.5, y: 2 }],
  rotation: 0,
});

describe('kept pages', () => {
  it('are taken in their order, as many as are wanted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kept-pages-'));
    const lines = [page(4), page(2), page(7)].map((kept) => JSON.stringify(kept));
    await writeFile(join(folder, 'pages-cs.jsonl'), `${lines.join('\n')}\n`);
    expect(await firstPages(2, 'cs', folder, new Map())).toEqual([page(4), page(2)]);
  });

  it('are refused if the file is another one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kept-pages-'));
    await writeFile(join(folder, 'pages-all.jsonl'), '{"document":"a/1.pdf"}\n');
    await expect(firstPages(1, undefined, folder, new Map())).rejects.toThrow(/words/u);
  });
});
