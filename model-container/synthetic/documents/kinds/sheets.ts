/** Documents to fill in: exam papers and forms. */
import type { Random } from '../../../random.ts';
import type { Layout } from '../layout.ts';
import { digits, paragraph, personName, phrase, sentence, shortText } from '../prose.ts';
import { writeRunningText } from '../running-text.ts';
import type { Kind, Writing } from './writing.ts';

/** Notes, often on a cover page, numbered tasks, sometimes blank versos and unnumbered pages at the end. */
function writeExam(writing: Writing): void {
  const { page, language, template, random, title, dateText, reference, topic } = writing;
  const [task, points, notes] = [
    phrase(language, 'question', template),
    phrase(language, 'points', template),
    phrase(language, 'instructions', template),
  ];
  const style = {
    cover: template.chance(0.5),
    notes: template.chance(0.7),
    points: template.chance(0.6),
    lines: template.chance(0.5),
    newPages: template.chance(0.2),
    blankVersos: template.chance(0.25),
    last: template.chance(0.35),
    choices: template.chance(0.4),
  };
  const fixed = Array.from({ length: 3 + template.below(7) }, () => sentence(language, template, 6, 18));
  const fields = Array.from({ length: 1 + template.below(4) }, () => phrase(language, 'name', template));
  const lastPage = template.chance(0.5) ? notes : shortText(language, template, 3);
  page.title(title);
  page.text(`${shortText(language, random, 4)} ${dateText} ${random.chance(0.5) ? reference : ''}`.trim(), {
    scale: 1,
    align: page.layout.titleAlign,
  });
  for (const field of fields) page.field(field, false, random.chance(0.3) ? personName(language, random) : '');
  if (style.notes) {
    page.heading(notes);
    for (const [at, note] of fixed.entries()) page.text(`${at + 1}. ${note}`, { gap: 0.2 });
  }
  if (style.cover) page.newPage();
  for (let number = 1, count = 3 + random.below(14); number <= count; number += 1) {
    if (style.newPages && number > 1) page.newPage();
    page.heading(`${task} ${number}${style.points ? ` (${1 + random.below(12)} ${points})` : ''}`);
    writeRunningText(page, language, random, 1 + random.below(2), topic);
    if (style.choices)
      for (const letter of 'ABCD')
        page.text(`${letter}. ${sentence(language, random, 2, 8, topic)}`, { indent: 40, gap: 0 });
    if (random.chance(0.12)) page.picture(5 + random.below(10), 0.05 + 0.3 * random.next());
    if (style.lines) page.answerLines(2 + random.below(8));
  }
  if (style.blankVersos || style.last) page.stopNumbering();
  if (style.blankVersos) for (let left = page.pages % 2 === 0 ? 2 : 1; left > 0; left -= 1) page.blankPage();
  if (style.last) {
    page.newPage();
    page.title(lastPage);
    if (style.lines) page.answerLines(20);
    else for (const note of fixed) page.text(note);
  }
}

/** The labels are the same on every copy; the answers differ or are empty. */
function writeForm(writing: Writing): void {
  const { page, language, template, random, title, reference } = writing;
  const [sign, place, notes, form] = [
    phrase(language, 'signature', template),
    phrase(language, 'place', template),
    phrase(language, 'instructions', template),
    digits(template, 4),
  ];
  const style = {
    boxed: template.chance(0.4),
    number: template.chance(0.6),
    notes: template.chance(0.4),
    notesApart: template.chance(0.5),
    signed: template.chance(0.7),
    filled: random.chance(0.7) ? 0.8 : 0.05,
  };
  const sections = Array.from({ length: 1 + template.below(6) }, () => ({
    head: shortText(language, template, 4),
    text: template.chance(0.4) ? paragraph(language, template, 1 + template.below(3)) : '',
    labels: Array.from({ length: 2 + template.below(10) }, () =>
      template.chance(0.3) ? phrase(language, 'name', template) : shortText(language, template, 3),
    ),
  }));
  const notesText = Array.from({ length: 4 + template.below(12) }, () =>
    paragraph(language, template, 1 + template.below(4)),
  );
  page.title(`${title}${style.number ? ` ${form}` : ''}`);
  if (random.chance(0.3)) page.text(reference, { scale: 1, align: 'right', gap: 0 });
  for (const [at, section] of sections.entries()) {
    page.heading(`${at + 1}. ${section.head}`);
    if (section.text !== '') page.text(section.text, { scale: 0.9 });
    for (const label of section.labels)
      page.field(
        label,
        style.boxed,
        random.chance(style.filled)
          ? random.chance(0.4)
            ? digits(random, 2 + random.below(6))
            : shortText(language, random, 2)
          : '',
      );
  }
  if (style.signed) {
    page.text(`${place}: ${random.chance(style.filled) ? writing.dateText : '____________'}`, { scale: 1, gap: 1.5 });
    page.signatures([sign], random.chance(style.filled));
  }
  if (style.notes) {
    if (style.notesApart) page.newPage();
    page.heading(notes);
    for (const text of notesText) page.text(text, { scale: 0.85, gap: 0.4 });
  }
}

const withTotals = (layout: Layout, template: Random): Layout => {
  const formats = layout.language.pageNumbers.filter((format) => format.includes('{m}'));
  return {
    ...layout,
    columns: 1,
    numbers: template.chance(0.5)
      ? { ...layout.numbers, on: template.pick(['all', 'following']), format: template.pick(formats) }
      : layout.numbers,
  };
};
const oneColumn = (layout: Layout): Layout => ({ ...layout, columns: 1 });

export const SHEET_KINDS: readonly Kind[] = [
  { name: 'exam', weight: 2.5, title: 'exam', adapt: withTotals, write: writeExam },
  { name: 'form', weight: 2, title: 'form', adapt: oneColumn, write: writeForm },
];
