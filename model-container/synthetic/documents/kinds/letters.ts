/** Documents of running text: letters, memos, statements of policy, certificates. */
import type { Random } from '../../../random.ts';
import type { Layout } from '../layout.ts';
import { address, companyName, drawReference, familyName, paragraph, personName, phrase, shortText } from '../prose.ts';
import { writeRunningText } from '../running-text.ts';
import type { Kind, Writing } from './writing.ts';

/** Labels and values of the box beside the address. */
export function letterFacts({ language, template, random, reference, dateText, layout }: Writing): [string, string][] {
  const [ourRef, yourRef, customer] = [
    phrase(language, 'ourRef', template),
    phrase(language, 'yourRef', template),
    phrase(language, 'customer', template),
  ];
  const dateLabel = phrase(language, 'date', template);
  const [withYourRef, withCustomer, withDate] = [template.chance(0.3), template.chance(0.6), template.chance(0.8)];
  return [
    [ourRef, reference],
    ...(withYourRef ? [[yourRef, shortText(language, random, 2)] satisfies [string, string]] : []),
    ...(withCustomer ? [[customer, drawReference(layout.referenceFormat, random)] satisfies [string, string]] : []),
    ...(withDate ? [[dateLabel, dateText] satisfies [string, string]] : []),
  ];
}

export const recipientOf = ({ language, random }: Writing): string[] =>
  random.chance(0.3)
    ? [companyName(language, random), ...address(language, random)]
    : [personName(language, random), ...address(language, random)];

function writeLetter(writing: Writing): void {
  const { page, language, template, random, topic } = writing;
  const style = {
    subject: template.chance(0.8),
    label: template.chance(0.4),
    headings: template.chance(0.15),
    fixed: template.chance(0.5),
    signed: template.chance(0.7),
    salutation: template.chance(0.92),
  };
  const fixedText = paragraph(language, template, 2 + template.below(4));
  const closing = phrase(language, 'closing', template);
  const subjectLabel = phrase(language, 'subject', template);
  page.addressAndFacts(recipientOf(writing), letterFacts(writing));
  if (style.subject)
    page.text(
      `${style.label ? `${subjectLabel} ` : ''}${random.chance(0.5) ? phrase(language, 'letter', random) : shortText(language, random, 6)}`,
      { scale: 1, bold: true, gap: 1 },
    );
  if (style.salutation)
    page.text(phrase(language, 'salutation', random).replace('{name}', familyName(language, random)), {
      scale: 1,
      gap: 1,
    });
  for (let left = 1 + Math.floor(random.next() ** 1.7 * (style.headings ? 5 : 1)); left > 0; left -= 1) {
    if (style.headings) page.heading(shortText(language, random, 4, topic));
    writeRunningText(page, language, random, 1 + Math.floor(random.next() ** 1.7 * 16), topic);
  }
  if (style.fixed) page.text(fixedText);
  page.keep(3);
  page.text(closing, { scale: 1, gap: 1 });
  if (style.signed) page.signatures([personName(language, random)], random.chance(0.7));
  else page.text(personName(language, random), { scale: 1, gap: 1.5 });
  if (random.chance(0.25)) page.text(phrase(language, 'enclosure', random), { scale: 0.85, gap: 1.5 });
}

/** One page, rarely two, with a letterhead. The title is part of the text; most have no page numbers. */
function writePolicy(writing: Writing): void {
  const { page, language, template, random, topic, title, dateText } = writing;
  const style = {
    dateRight: template.chance(0.5),
    dated: template.chance(0.8),
    capitals: template.chance(0.5),
    byline: template.chance(0.5),
    sections: template.chance(0.2),
    end: template.chance(0.3),
  };
  const mark = template.pick(['# # #', '* * *', '###', '—']);
  if (style.dated) page.text(dateText, { scale: 1, align: style.dateRight ? 'right' : 'left', gap: 1 });
  page.title(style.capitals ? title.toUpperCase() : title);
  page.text(`${random.chance(0.4) ? `${writing.reference} – ` : ''}${shortText(language, random, 7)}`, {
    scale: 1.05,
    bold: true,
    align: page.layout.titleAlign,
    gap: 0.5,
  });
  if (style.byline)
    page.text(`(${personName(language, random)}, ${shortText(language, random, 2)})`, {
      scale: 0.95,
      align: page.layout.titleAlign,
      gap: 0.2,
    });
  page.space(1);
  for (let left = style.sections ? 2 + random.below(4) : 1; left > 0; left -= 1) {
    if (style.sections) page.heading(shortText(language, random, 4, topic));
    writeRunningText(page, language, random, random.chance(0.8) ? 2 + random.below(6) : 5 + random.below(10), topic);
  }
  if (style.end) page.text(mark, { scale: 1, align: 'centre', gap: 1 });
}

function writeMemo(writing: Writing): void {
  const { page, language, template, random, topic, title, dateText } = writing;
  const labels = [
    phrase(language, 'to', template),
    phrase(language, 'from', template),
    phrase(language, 'date', template),
    phrase(language, 'subject', template),
  ] as const;
  page.title(title);
  page.space(1);
  for (const [at, value] of [
    personName(language, random),
    personName(language, random),
    dateText,
    shortText(language, random, 5),
  ].entries())
    page.pair(labels[at] ?? '', value, 0, 250);
  page.space(1);
  writeRunningText(page, language, random, 2 + random.below(9), topic);
}

function writeCertificate(writing: Writing): void {
  const { page, language, template, random, title, dateText, layout } = writing;
  const place = phrase(language, 'place', template);
  const sign = phrase(language, 'signature', template);
  const text = paragraph(language, template, 1 + template.below(2));
  const more = template.chance(0.5)
    ? Array.from({ length: 2 + template.below(5) }, () => shortText(language, template, 2))
    : [];
  page.pin(0.18 + 0.15 * template.next());
  page.title(title);
  page.text(personName(language, random), { scale: 1.4, bold: true, align: layout.titleAlign, gap: 2 });
  page.text(text, { scale: 1.05, align: layout.titleAlign, gap: 1.5 });
  for (const label of more) page.pair(label, shortText(language, random, 3));
  page.text(`${place} ${familyName(language, random)}, ${dateText}`, { scale: 1, gap: 3 });
  page.signatures(template.chance(0.5) ? [sign, personName(language, random)] : [sign], random.chance(0.7));
}

const withoutNumbers = (layout: Layout, template: Random): Layout => ({
  ...layout,
  columns: 1,
  numbers: template.chance(0.75) ? { ...layout.numbers, on: 'none' } : layout.numbers,
  letterhead: layout.letterhead.on === 'none' ? { ...layout.letterhead, on: 'first' } : layout.letterhead,
});
const oneColumn = (layout: Layout): Layout => ({ ...layout, columns: 1 });

export const LETTER_KINDS: readonly Kind[] = [
  { name: 'letter', weight: 3, title: 'letter', adapt: oneColumn, write: writeLetter },
  { name: 'policy', weight: 3, title: 'policy', adapt: withoutNumbers, write: writePolicy },
  { name: 'memo', weight: 1, title: 'memo', adapt: oneColumn, write: writeMemo },
  { name: 'certificate', weight: 1, title: 'certificate', adapt: withoutNumbers, write: writeCertificate },
];
