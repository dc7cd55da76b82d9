/**
 * `node bench/text-type/collect-real.ts --list FILE --out FILE`: reads pictures of real handwriting and writes the features
 * of their lines. The list has a line for each picture: path, source, language, and the parts of its height between which it
 * is handwritten (from, to), above and below which it is printed; separated by tabs.
 */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { linesOfImage, piecesOf, type KindOfWord } from './page-pieces.ts';

const { values } = parseArgs({
  options: { list: { type: 'string', default: '' }, out: { type: 'string', default: '' } },
});
/** Words this close to the border of both are left out, in parts of the height. */
const MARGIN = 0.012;

await writeFile(values.out, '');
for (const line of (await readFile(values.list, 'utf8')).split('\n')) {
  const [path, source = '', language = '', from, to] = line.split('\t');
  if (path === undefined || path === '') continue;
  const read = await linesOfImage(path, []);
  if (read === null) continue;
  const pieces = piecesOf(read, kindsBetween(Number(from), Number(to)), { page: path, source, language }, 1);
  const rows = pieces.map((piece) =>
    JSON.stringify({ ...piece, features: piece.features.map((value) => Number(value.toPrecision(6))) }),
  );
  await appendFile(values.out, rows.map((row) => `${row}\n`).join(''));
}

function kindsBetween(from: number, to: number): KindOfWord {
  return ({ top, bottom }) => {
    const y = (top + bottom) / 2;
    if (Math.abs(y - from) < MARGIN || Math.abs(y - to) < MARGIN) return null;
    return y > from && y < to ? 'handwritten' : 'printed';
  };
}
