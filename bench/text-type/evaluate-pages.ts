/**
 * `node bench/text-type/evaluate-pages.ts --list FILE`: how many words of real pages (collect-real.ts) the service takes for
 * the other kind, with all rules of find-handwriting.ts. Words are those of the layout analysis.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { apartFrom } from '../../core/ocr/handwriting/apart-lines.ts';
import { findHandwriting } from '../../core/ocr/handwriting/find-handwriting.ts';
import { kindsOfListed, readList } from './page-list.ts';
import { linesOfImage } from './page-pieces.ts';

const { values } = parseArgs({ options: { list: { type: 'string', default: '' } } });
const totals = new Map<string, { printed: number; lost: number; handwritten: number; missed: number }>();
for (const listed of readList(await readFile(values.list, 'utf8'))) {
  const { path, source, language } = listed;
  const read = await linesOfImage(path, []);
  if (read === null) continue;
  const { page, lines, unconvincing } = read;
  const all = [...lines, ...apartFrom(lines, unconvincing)];
  const found = new Set(findHandwriting(page, all).flatMap(({ boxes }) => boxes));
  const kindOf = await kindsOfListed(listed);
  const key = `${source} ${language}`;
  const total = totals.get(key) ?? { printed: 0, lost: 0, handwritten: 0, missed: 0 };
  totals.set(key, total);
  for (const { segment } of all.filter((line) => line.segment.rotation === 0))
    for (const word of segment.words) {
      const { width, height } = page.image;
      const { left, right, top, bottom } = word;
      const kind = kindOf({ left: left / width, right: right / width, top: top / height, bottom: bottom / height });
      if (kind === 'printed') {
        total.printed += 1;
        if (found.has(word)) total.lost += 1;
      } else if (kind === 'handwritten') {
        total.handwritten += 1;
        if (!found.has(word)) total.missed += 1;
      }
    }
}
for (const [name, { printed, lost, handwritten, missed }] of totals)
  console.log(
    `${name}: ${lost} of ${printed} printed words called handwritten, ${missed} of ${handwritten} handwritten called printed`,
  );
