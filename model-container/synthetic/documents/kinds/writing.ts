/** Kinds of synthetic documents, and the context that a document is generated in. */
import type { Random } from '../../../random.ts';
import type { Language, Phrases } from '../language.ts';
import type { Layout } from '../layout.ts';
import type { PageBuilder } from '../page-builder.ts';
import type { CalendarDate, Topic } from '../prose.ts';

export interface Writing {
  readonly page: PageBuilder;
  readonly language: Language;
  readonly layout: Layout;
  /**
   * Random numbers that are the same for all documents of a sender: labels, fixed texts, parts and their order. The
   * number of draws must not depend on the content.
   */
  readonly template: Random;
  /** Random numbers of this document. */
  readonly random: Random;
  readonly title: string;
  readonly reference: string;
  readonly date: CalendarDate;
  readonly dateText: string;
  /** Serial number among the sender's documents, from 0. */
  readonly serial: number;
  readonly topic: Topic;
}

export interface Kind {
  readonly name: string;
  /** Sampling weight. */
  readonly weight: number;
  /** The phrase that the title is drawn from. */
  readonly title: keyof Phrases;
  /** Adapts the sender's layout to this kind. */
  readonly adapt?: (layout: Layout, template: Random) => Layout;
  readonly write: (writing: Writing) => void;
}
