/** Job `practise`: reads a drawn page by OCR, so that the first scan finds its engines loaded and compiled. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withScratchFolder } from '../../results/scratch-folder.ts';
import { recognisePage } from '../ocr/recognise-page.ts';
import { openDocument } from '../open-document.ts';
import { pagePixels, readingPixels } from '../page-pixels.ts';
import type { ParserJob } from '../parser-jobs.ts';
import { drawPracticePage } from '../practice-page.ts';

export const run: ParserJob<'practise'> = () =>
  withScratchFolder(async (folder) => {
    const path = join(folder, 'practice.pdf');
    await writeFile(path, drawPracticePage());
    const reader = await openDocument(path);
    try {
      const { widthMm, heightMm } = await reader.pageSize(1);
      const { width, height, dpi } = pagePixels(widthMm, heightMm);
      const page = { widthPx: width, heightPx: height, dpi, render: (wanted: number) => reader.render(1, readingPixels(widthMm, heightMm, wanted), 1) };
      return { words: (await recognisePage(page, { languages: ['en'] })).words.length };
    } finally {
      await reader.close();
    }
  });
