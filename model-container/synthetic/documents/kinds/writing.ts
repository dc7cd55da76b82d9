/** What a kind of document is written with. */
import type { Random } from '../../../random.ts';
import type { Language, Phrases } from '../language.ts';
import type { Layout } from '../layout.ts';
import type { PageBuilder } from '../page-builder.ts';
import type { CalendarDate, Topic } from '../prose.ts';

export interface Writing {
  readonly page: PageBuilder;
  readonly language: Language;
  readonly layout: Layout;
  /** The same draws for every document of a sender: labels, fixed texts, what there is and in which order. Nothing of the content may decide how often it is drawn from. */
  readonly template: Random;
  /** This document's own. */
  readonly random: Random;
  readonly title: string;
  readonly reference: string;
  readonly date: CalendarDate;
  readonly dateText: string;
  /** Documents of one sender count up. */
  readonly serial: number;
  readonly topic: Topic;
}

export interface Kind {
  readonly name: string;
  /** How often it is drawn. */
  readonly weight: number;
  /** Its title is one of these. */
  readonly title: keyof Phrases;
  /** The sender's layout as this kind has it. */
  readonly adapt?: (layout: Layout, template: Random) => Layout;
  readonly write: (writing: Writing) => void;
}
