/**
 * `node bench/text-type/collect-real.ts --list FILE --out FILE`: reads pictures of real handwriting and writes the features
 * of their lines. page-list.ts describes the list.
 */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { kindsBetween, readList } from './page-list.ts';
import { linesOfImage, piecesOf } from './page-pieces.ts';

const { values } = parseArgs({
  options: { list: { type: 'string', default: '' }, out: { type: 'string', default: '' } },
});

await writeFile(values.out, '');
for (const { path, source, language, from, to } of readList(await readFile(values.list, 'utf8'))) {
  const read = await linesOfImage(path, []);
  if (read === null) continue;
  const pieces = piecesOf(read, kindsBetween(from, to), { page: path, source, language }, 1);
  const rows = pieces.map((piece) =>
    JSON.stringify({ ...piece, features: piece.features.map((value) => Number(value.toPrecision(6))) }),
  );
  await appendFile(values.out, rows.map((row) => `${row}\n`).join(''));
}
