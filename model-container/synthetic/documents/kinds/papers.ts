/** Longer documents: contracts, reports, minutes, scientific papers, slides, and bundles of several forms. */
import type { Random } from '../../../random.ts';
import type { Layout } from '../layout.ts';
import {
  address,
  companyName,
  digits,
  drawReference,
  familyName,
  paragraph,
  personName,
  phrase,
  sentence,
  shortText,
} from '../prose.ts';
import { writeRunningText } from '../running-text.ts';
import type { Kind, Writing } from './writing.ts';

function writeContract(writing: Writing): void {
  const { page, language, template, random, title, reference, topic } = writing;
  const style = {
    numbered: template.chance(0.6),
    between: template.chance(0.8),
    sub: template.chance(0.5),
    fixed: template.chance(0.6),
    restart: template.chance(0.3),
  };
  const [clause, parties, sign, place, annex] = [
    phrase(language, 'clause', template),
    phrase(language, 'parties', template),
    phrase(language, 'signature', template),
    phrase(language, 'place', template),
    phrase(language, 'annex', template),
  ];
  // Clauses that all contracts of this sender share.
  const fixed = Array.from({ length: 4 + template.below(8) }, () => ({
    head: shortText(language, template, 3),
    text: paragraph(language, template, 2 + template.below(9)),
  }));
  page.title(style.numbered ? `${title} ${reference}` : title);
  if (style.between) {
    page.text(parties, { scale: 1, align: 'centre', gap: 1 });
    for (let at = 0; at < 2; at += 1)
      page.lines([at === 0 ? writing.layout.sender : companyName(language, random), ...address(language, random)], {
        gap: 0.8,
      });
  }
  const clauses = style.fixed
    ? fixed
    : Array.from({ length: 3 + random.below(14) }, () => ({
        head: shortText(language, random, 3, topic),
        text: paragraph(language, random, 2 + random.below(9), topic),
      }));
  for (const [at, { head, text }] of clauses.entries()) {
    page.heading(`${clause.includes('{n}') ? clause.replace('{n}', String(at + 1)) : `${clause} ${at + 1}`} ${head}`);
    page.text(style.sub ? `${at + 1}.1 ${text}` : text);
    if (style.sub && random.chance(0.6))
      page.text(`${at + 1}.2 ${paragraph(language, random, 1 + random.below(4), topic)}`);
  }
  page.text(`${place}: ${familyName(language, random)}, ${writing.dateText}`, { scale: 1, gap: 2 });
  page.signatures([sign, sign], random.chance(0.8));
  for (let number = 1; random.chance(0.3) && number < 4; number += 1) {
    page.newPage();
    if (style.restart) page.startNumbering();
    page.title(`${annex} ${number}`);
    if (random.chance(0.4))
      page.table({
        columns: [
          { share: 0.6, align: 'left' },
          { share: 0.4, align: 'right' },
        ],
        head: [shortText(language, random, 1), shortText(language, random, 1)],
        rows: Array.from({ length: 4 + random.below(20) }, () => [shortText(language, random), digits(random, 4)]),
      });
    else writeRunningText(page, language, random, 2 + random.below(9), topic);
  }
}

/** Optionally a cover and a table of contents, then chapters. */
function writeReport(writing: Writing): void {
  const { page, language, template, random, title, dateText, topic } = writing;
  const style = {
    cover: template.chance(0.6),
    contents: template.chance(0.4),
    numbered: template.chance(0.6),
    newPages: template.chance(0.25),
    coverCounts: template.chance(0.5),
    picture: template.chance(0.3),
  };
  const contents = phrase(language, 'contents', template);
  const name = shortText(language, random, 6);
  const chapters = Array.from({ length: 2 + random.below(7) }, () => shortText(language, random, 5, topic));
  if (style.cover) {
    page.pin(0.25 + 0.2 * template.next());
    page.title(title);
    page.text(name, { scale: 1.5, align: page.layout.titleAlign, gap: 1 });
    page.text(dateText, { scale: 1, align: page.layout.titleAlign, gap: 2 });
    if (style.picture) page.picture(8, 0.4);
    page.newPage();
    if (!style.coverCounts) page.startNumbering();
  } else {
    page.title(`${title} ${name}`);
  }
  if (style.contents) {
    page.title(contents);
    for (const [at, chapter] of chapters.entries())
      page.pair(
        `${style.numbered ? `${at + 1} ` : ''}${chapter} ${'.'.repeat(20)}`,
        String(at * 2 + 3),
        0,
        page.layout.width * 0.7,
      );
    page.newPage();
  }
  page.beginColumns();
  for (const [at, chapter] of chapters.entries()) {
    if (style.newPages && at > 0) page.newPage();
    page.heading(style.numbered ? `${at + 1} ${chapter}` : chapter);
    for (let left = 1 + random.below(4); left > 0; left -= 1) {
      writeRunningText(page, language, random, 1 + random.below(4), topic);
      if (random.chance(0.15)) page.picture(6 + random.below(12), 0.1 + 0.5 * random.next());
    }
  }
  page.endColumns();
}

function writeMinutes(writing: Writing): void {
  const { page, language, template, random, title, dateText, topic } = writing;
  const [present, agenda, resolved, closed, sign] = [
    phrase(language, 'present', template),
    phrase(language, 'agenda', template),
    phrase(language, 'resolved', template),
    phrase(language, 'closed', template),
    phrase(language, 'signature', template),
  ];
  const style = {
    agenda: template.chance(0.5),
    numbered: template.chance(0.7),
    signed: template.chance(0.6),
    apart: template.chance(0.15),
  };
  const members = Array.from({ length: 4 + template.below(8) }, () => personName(language, template));
  const body = shortText(language, template, 3);
  page.title(`${title} ${body}`);
  page.text(dateText, { scale: 1, align: page.layout.titleAlign, gap: 0.5 });
  page.text(`${present}: ${members.filter(() => random.chance(0.8)).join(', ')}`);
  const items = Array.from({ length: 2 + random.below(8) }, () => shortText(language, random, 5, topic));
  if (style.agenda) {
    page.heading(agenda);
    for (const [at, item] of items.entries()) page.text(`${at + 1}. ${item}`, { gap: 0 });
  }
  for (const [at, item] of items.entries()) {
    // Some bodies begin each resolution on a new page, with the same title.
    if (style.apart && at > 0) {
      page.newPage();
      page.title(`${title} ${body}`);
    }
    page.heading(style.numbered ? `${at + 1}. ${item}` : item);
    writeRunningText(page, language, random, 1 + random.below(4), topic);
    if (random.chance(0.5))
      page.text(
        `${resolved}: ${sentence(language, random, 5, 14, topic)} ${random.below(12)} / ${random.below(3)} / 0`,
        { scale: 1, bold: true },
      );
  }
  page.text(`${closed} ${17 + random.below(5)}:${digits(random, 1)}0`, { scale: 1, gap: 1.5 });
  if (style.signed) page.signatures([sign, personName(language, random)], random.chance(0.6));
}

function writePaper(writing: Writing): void {
  const { page, language, random, topic } = writing;
  page.title(shortText(language, random, 9));
  page.text(Array.from({ length: 1 + random.below(4) }, () => personName(language, random)).join(', '), {
    scale: 1,
    align: 'centre',
  });
  page.text(paragraph(language, random, 4 + random.below(4), topic), { scale: 0.95, indent: 60, gap: 1 });
  page.beginColumns();
  for (let part = 1, parts = 3 + random.below(5); part <= parts; part += 1) {
    page.heading(`${part} ${shortText(language, random, 4, topic)}`);
    for (let left = 2 + random.below(6); left > 0; left -= 1) {
      page.text(paragraph(language, random, 4 + random.below(8), topic));
      if (random.chance(0.15)) page.picture(8 + random.below(10), 0.1 + 0.3 * random.next());
    }
  }
  for (let at = 1, count = 5 + random.below(20); at <= count; at += 1)
    page.text(
      `[${at}] ${personName(language, random)}: ${sentence(language, random, 5, 12, topic)} ${1970 + random.below(55)}.`,
      { scale: 0.85, gap: 0.2 },
    );
  page.endColumns();
}

/** Landscape slides, each with its own title. */
function writeSlides(writing: Writing): void {
  const { page, language, template, random, title, topic, dateText } = writing;
  const shaded = template.chance(0.4) ? 0.1 + 0.5 * template.next() : 0;
  page.pin(0.35);
  page.text(`${title} ${shortText(language, random, 5)}`, { scale: 1.8, bold: true, align: page.layout.titleAlign });
  page.text(`${personName(language, random)} ${dateText}`, { scale: 1, align: page.layout.titleAlign, gap: 1 });
  for (let left = 1 + random.below(12); left > 0; left -= 1) {
    page.newPage();
    page.text(shortText(language, random, 6, topic), { scale: 1.5, bold: true, align: page.layout.titleAlign });
    if (random.chance(0.35)) page.picture(6 + random.below(6), shaded + 0.3 * random.next());
    else
      for (let item = 2 + random.below(6); item > 0; item -= 1)
        page.text(`• ${sentence(language, random, 3, 12, topic)}`, {
          scale: 1,
          gap: 0.4,
          indent: random.chance(0.2) ? 120 : 40,
        });
  }
}

/**
 * Several forms and notices that make up one document, such as an insurance policy: each has its own title, all have
 * one reference.
 */
function writeBundle(writing: Writing): void {
  const { page, language, template, random, reference, topic } = writing;
  const customer = phrase(language, 'customer', template);
  const person = personName(language, random);
  const parts = Array.from({ length: 2 + template.below(5) }, () => ({
    title: phrase(
      language,
      template.pick(['form', 'certificate', 'annex', 'policy', 'statement', 'contract', 'instructions'] as const),
      template,
    ),
    restart: template.chance(0.3),
    shows: template.chance(0.6),
    body: template.below(3),
    text: paragraph(language, template, 8 + template.below(30)),
    labels: Array.from({ length: 6 + template.below(20) }, () => shortText(language, template, 3)),
  }));
  for (const [at, part] of parts.entries()) {
    if (at > 0 && random.chance(0.12)) continue;
    if (at > 0) page.newPage();
    if (part.restart) page.startNumbering();
    page.title(part.title);
    if (part.shows) page.pair(customer, reference);
    if (part.body === 0)
      for (const label of part.labels)
        page.field(label, template.chance(0.3), random.chance(0.7) ? shortText(language, random, 2) : '');
    else if (part.body === 1)
      page.table({
        columns: [
          { share: 0.7, align: 'left' },
          { share: 0.3, align: 'right' },
        ],
        head: [customer, ''],
        rows: part.labels.map((label) => [label, digits(random, 5)]),
      });
    else page.text(part.text);
    if (at === 0) page.text(`${person}: ${paragraph(language, random, 1 + random.below(3), topic)}`);
    if (random.chance(0.15)) page.signatures([person], random.chance(0.5));
  }
  if (random.chance(0.3))
    page.text(`${phrase(language, 'ourRef', random)} ${drawReference(writing.layout.referenceFormat, random)}`, {
      scale: 0.9,
      gap: 1,
    });
}

const asSlides = (layout: Layout, template: Random): Layout => ({
  ...layout,
  width: 2200 + template.below(400),
  height: 1500 + template.below(400),
  size: 44 + 26 * template.next(),
  columns: 1,
  letterhead: { ...layout.letterhead, on: 'none' },
  numbers: template.chance(0.5) ? { ...layout.numbers, on: 'none' } : layout.numbers,
});
const inColumns = (layout: Layout, template: Random): Layout => ({
  ...layout,
  columns: template.chance(0.6) ? 2 : 1,
  titleAlign: 'centre',
  letterhead: { ...layout.letterhead, on: template.chance(0.2) ? layout.letterhead.on : 'none' },
});
const oneColumn = (layout: Layout): Layout => ({ ...layout, columns: 1 });

export const PAPER_KINDS: readonly Kind[] = [
  { name: 'contract', weight: 2, title: 'contract', adapt: oneColumn, write: writeContract },
  { name: 'report', weight: 2, title: 'report', write: writeReport },
  { name: 'minutes', weight: 2, title: 'minutes', adapt: oneColumn, write: writeMinutes },
  { name: 'paper', weight: 0.7, title: 'report', adapt: inColumns, write: writePaper },
  { name: 'slides', weight: 0.8, title: 'report', adapt: asSlides, write: writeSlides },
  { name: 'bundle', weight: 2, title: 'contract', adapt: oneColumn, write: writeBundle },
];
