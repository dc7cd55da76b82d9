import { expect, it } from 'vitest';
import { ArchiveTooLargeError } from '../../../../web/src/components/archive/archive-too-large-error.ts';
import { startArchive } from '../../../../web/src/components/archive/growing-archive.ts';

it('An archive holds 65,535 files, as many as the format counts, and no more', { tags: 'slow' }, () => {
  const archive = startArchive();
  for (let file = 0; file < 65_535; file += 1) archive.add(`${file}.txt`, new Uint8Array());
  expect(() => {
    archive.add('another.txt', new Uint8Array());
  }).toThrow(ArchiveTooLargeError);
});
