/**
 * Synthetic senders and their documents, as page records: more variety of layouts than any collection of real
 * documents.
 */
import { seededRandom } from '../../random.ts';
import type { Random } from '../../random.ts';
import type { TrainingDocument } from '../../training/training-documents.ts';
import { LANGUAGES } from './all-languages.ts';
import { LETTER_KINDS } from './kinds/letters.ts';
import { PAPER_KINDS } from './kinds/papers.ts';
import { SHEET_KINDS } from './kinds/sheets.ts';
import { TABLE_KINDS } from './kinds/tables.ts';
import type { Kind } from './kinds/writing.ts';
import { drawLayout } from './layout.ts';
import type { Layout } from './layout.ts';
import { PageBuilder } from './page-builder.ts';
import { drawDate, drawReference, drawTopic, later, narrowLanguage, phrase, writeDate } from './prose.ts';
import type { CalendarDate } from './prose.ts';

export const DOCUMENT_KINDS: readonly Kind[] = [...LETTER_KINDS, ...TABLE_KINDS, ...PAPER_KINDS, ...SHEET_KINDS];

export interface SyntheticSource {
  readonly name: string;
  readonly layout: Layout;
  /** One to three kinds of documents, each with the seed of the template that its documents share. */
  readonly kinds: readonly { readonly kind: Kind; readonly templateSeed: number }[];
  readonly firstDate: CalendarDate;
  /** Days between two consecutive documents; 0: the dates are random. */
  readonly every: number;
}

/** A random synthetic sender: one language, one layout, one to three kinds of documents. */
export function drawSyntheticSource(random: Random): SyntheticSource {
  const language = narrowLanguage(random.pick(LANGUAGES), random);
  const count = random.chance(0.5) ? 1 : 2 + random.below(2);
  return {
    name: `synthetic-${language.code}-${random.below(2 ** 31)}`,
    layout: drawLayout(language, random),
    kinds: Array.from({ length: count }, () => ({ kind: drawKind(random), templateSeed: random.below(2 ** 31) })),
    firstDate: drawDate(random),
    every: random.pick([0, 1, 7, 28]),
  };
}

function drawKind(random: Random): Kind {
  const whole = DOCUMENT_KINDS.reduce((sum, { weight }) => sum + weight, 0);
  let at = random.next() * whole;
  const kind = DOCUMENT_KINDS.find(({ weight }) => (at -= weight) < 0) ?? DOCUMENT_KINDS[0];
  if (kind === undefined) throw new RangeError('There are no kinds of documents.');
  return kind;
}

/** Documents are truncated to this many pages, since longer ones would dominate a stream. */
const MAX_PAGES = 24;

/** A random document of the sender. @param serial  from 0: numbers and dates increase with it */
export function drawSyntheticDocument(source: SyntheticSource, serial: number, random: Random): TrainingDocument {
  const { kind, templateSeed } = random.pick(source.kinds);
  const template = seededRandom(templateSeed);
  const layout = kind.adapt?.(source.layout, template) ?? source.layout;
  const { language } = layout;
  const title = phrase(language, kind.title, template);
  const date = source.every === 0 ? drawDate(random) : later(source.firstDate, source.every * serial);
  const dateText = writeDate(date, layout.dateFormat, language);
  const reference = drawReference(layout.referenceFormat, random);
  const page = new PageBuilder(layout, { title, reference, date: dateText }, random);
  kind.write({
    page,
    language,
    layout,
    template,
    random,
    title,
    reference,
    date,
    dateText,
    serial,
    topic: drawTopic(language, [reference, writeDate(drawDate(random), layout.dateFormat, language)], random),
  });
  return { source: source.name, name: `${kind.name}-${serial + 1}`, pages: page.finish().slice(0, MAX_PAGES) };
}
