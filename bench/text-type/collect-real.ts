/**
 * `node bench/text-type/collect-real.ts --list FILE --out FILE [--pictures FILE]`: reads pictures of real pages and writes the
 * features of their lines, and ink pictures of them. page-list.ts describes the list.
 */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { kindsOfListed, readList } from './page-list.ts';
import { linesOfImage, picturesOf, piecesOf } from './page-pieces.ts';
import { writtenRun } from './pictures-file.ts';

const { values } = parseArgs({
  options: {
    list: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
    pictures: { type: 'string' },
  },
});

await writeFile(values.out, '');
if (values.pictures !== undefined) await writeFile(values.pictures, '');
for (const listed of readList(await readFile(values.list, 'utf8'))) {
  const { path, source, language } = listed;
  const read = await linesOfImage(path, []);
  if (read === null) continue;
  const kindOf = await kindsOfListed(listed);
  const pieces = piecesOf(read, kindOf, { page: path, source, language }, 1);
  const rows = pieces.map((piece) =>
    JSON.stringify({ ...piece, features: piece.features.map((value) => Number(value.toPrecision(6))) }),
  );
  await appendFile(values.out, rows.map((row) => `${row}\n`).join(''));
  if (values.pictures === undefined) continue;
  await appendFile(values.pictures, picturesOf(read, kindOf, { page: path, source }).map(writtenRun).join(''));
}
