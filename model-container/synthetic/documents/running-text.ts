/** Running text: mostly paragraphs, with occasional lists, indented paragraphs, small tables and centred lines. */
import type { Random } from '../../random.ts';
import type { Language } from './language.ts';
import type { PageBuilder } from './page-builder.ts';
import { digits, paragraph, sentence, shortText } from './prose.ts';
import type { Topic } from './prose.ts';

/** @param paragraphs  number of paragraphs, lists and tables */
export function writeRunningText(
  page: PageBuilder,
  language: Language,
  random: Random,
  paragraphs: number,
  topic: Topic,
): void {
  for (let at = 0; at < paragraphs; at += 1) {
    const shape = random.next();
    if (shape < 0.1) writeList(page, language, random, topic);
    else if (shape < 0.15)
      page.text(paragraph(language, random, 1 + random.below(4), topic), {
        indent: page.layout.size * (1 + 4 * random.next()),
      });
    else if (shape < 0.18) writeSmallTable(page, language, random, topic);
    else if (shape < 0.2) page.text(shortText(language, random, 7, topic), { scale: 1, align: 'centre' });
    else page.text(paragraph(language, random, 2 + random.below(7), topic));
  }
}

function writeList(page: PageBuilder, language: Language, random: Random, topic: Topic): void {
  const marks = random.pick([
    ['•'],
    ['-'],
    ['–'],
    ['1.', '2.', '3.', '4.', '5.', '6.', '7.'],
    ['a)', 'b)', 'c)', 'd)', 'e)', 'f)', 'g)'],
    ['(1)', '(2)', '(3)', '(4)', '(5)', '(6)', '(7)'],
  ]);
  const indent = page.layout.size * 3 * random.next();
  for (let at = 0, count = 2 + random.below(6); at < count; at += 1)
    page.text(`${marks[at % marks.length] ?? ''} ${sentence(language, random, 3, 22, topic)}`, { indent, gap: 0.1 });
}

function writeSmallTable(page: PageBuilder, language: Language, random: Random, topic: Topic): void {
  const columns = 2 + random.below(4);
  page.table({
    columns: Array.from({ length: columns }, (_, at) => ({
      share: at === 0 ? 0.4 : 0.6 / (columns - 1),
      align: at === 0 ? 'left' : 'right',
    })),
    head: Array.from({ length: columns }, () => shortText(language, random, 1, topic)),
    rows: Array.from({ length: 3 + random.below(12) }, () =>
      Array.from({ length: columns }, (_, at) =>
        at === 0 ? shortText(language, random, 3, topic) : digits(random, 1 + random.below(5)),
      ),
    ),
  });
}
