import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLines } from '../../../core/storage/read-lines.ts';
import { withScratchFolder } from '../../../core/storage/scratch-folder.ts';

const linesOf = (text: string): Promise<string[]> =>
  withScratchFolder(async (folder) => {
    const path = join(folder, 'lines.jsonl');
    await writeFile(path, text);
    const lines: string[] = [];
    for await (const line of readLines(path)) lines.push(line);
    return lines;
  });

it('Lines end at a line feed alone, not at the line separators that JSON strings may hold', async () => {
  const record = JSON.stringify({ comment: 'first\u2028second\u2029third\u0085fourth' });
  expect(await linesOf(`${record}\n\n${record}\n`)).toEqual([record, '', record]);
  expect(await linesOf('without an end')).toEqual(['without an end']);
  expect(await linesOf('')).toEqual([]);
});

it('Lines may be longer than what is read at once, and characters lie across its ends', async () => {
  const long = `x${'日本'.repeat(400_000)}`;
  expect(await linesOf(`${long}\nshort\n`)).toEqual([long, 'short']);
});
