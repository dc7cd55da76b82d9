/** Streams of documents, put together afresh for every epoch: what a scanner is fed on a working day. */
import type { PageRecord } from '../../core/documents/page-record.ts';
import { attach } from './augmentation/attachments.ts';
import { drawSyntheticDocument, drawSyntheticSource } from './documents/synthetic-source.ts';
import { excerpt } from './augmentation/excerpts.ts';
import { addStreamLine, drawNumbering, drawStreamLine, numberPages } from './augmentation/page-edits.ts';
import type { Numbering, StreamLine } from './augmentation/page-edits.ts';
import { blankPage, drawScanProfile, dropEdges, dropPageNumbers, scanPage } from './augmentation/page-noise.ts';
import type { ScanProfile } from './augmentation/page-noise.ts';
import { rotatePage } from './augmentation/rotation.ts';
import type { Random } from '../random.ts';
import { drawSeparator, separatorSheet } from './documents/separator-sheets.ts';
import type { Separator } from './documents/separator-sheets.ts';
import { addPageNumberNoise } from './augmentation/page-number-noise.ts';
import { drawTemplate, makeTemplateVariant } from './augmentation/template-augmentation.ts';
import type { TrainingDocument } from '../training/training-documents.ts';
import { viewPage } from '../features/pages/page-view.ts';
import type { PageView } from '../features/pages/page-view.ts';

export interface Stream {
  readonly pages: readonly PageView[];
  /** Document of each page, from 0: a boundary is where it changes. */
  readonly documents: readonly number[];
  /** Where all documents come from one source. */
  readonly source: string | null;
  /** Of each document `<source>/<name>`, and of each page its place in its document, from 0: for lists of errors. */
  readonly names: readonly string[];
  readonly places: readonly number[];
}

export interface StreamPlan {
  /** Share of streams whose documents all come from one source. */
  readonly singleSource: number;
  /** Share of streams that hold one document. */
  readonly singleDocument: number;
  /** Mean number of documents of the others. */
  readonly meanDocuments: number;
  /** Share of the others that hold one to MOST_FEW documents: uploads of two or three letters, not of a folder. */
  readonly few: number;
  /** Share of streams that go through a scanner, and of documents and streams that lose something else: 0 for evaluation of files as they are. */
  readonly scanned: number;
  readonly damaged: number;
  /** Share of streams whose documents are made from one template, and of those with a line that a machine printed on every page. */
  readonly templateAugmentation: number;
  readonly streamLines: number;
  /** Share of documents that are given other page numbers. */
  readonly renumbered: number;
  /** Share of streams of which every page has an empty back: printed on one side, scanned on both. */
  readonly blankVersos: number;
  /** Whether the streams with a real scan of a document use it. */
  readonly realScans: boolean;
  /** Share of streams whose documents are all invented, and of the documents of the other streams of mixed sources that are. */
  readonly synthetic: number;
  readonly syntheticDocuments: number;
  /** Share of streams with a sheet between the documents that says where one ends; it belongs to the document before it. */
  readonly separators: number;
  /** Share of documents that carry another one as a part of themselves. */
  readonly attachments: number;
  /** Share of the documents of mixed sources that lack their first page: what looks like no first page may be one. */
  readonly excerpts: number;
  /** Share of the pages of scanned streams that were read the wrong way round. */
  readonly rotated: number;
  /** Share of documents with a wrong or a missing page number. */
  readonly pageNumberNoise: number;
}

export const TRAINING_STREAMS: StreamPlan = {
  singleSource: 0.45,
  singleDocument: 0.05,
  meanDocuments: 11,
  few: 0.3,
  blankVersos: 0.03,
  scanned: 0.5,
  damaged: 1,
  templateAugmentation: 0.03,
  streamLines: 0.05,
  renumbered: 0.08,
  realScans: true,
  synthetic: 0.33,
  syntheticDocuments: 0,
  separators: 0.06,
  attachments: 0.01,
  excerpts: 0.1,
  rotated: 0.02,
  pageNumberNoise: 0.04,
};
/** The setting of the published comparison: Poisson(11) documents, 40 % of the streams from one source, files as they are. */
export const EVALUATION_STREAMS: StreamPlan = {
  singleSource: 0.4,
  singleDocument: 0,
  meanDocuments: 11,
  few: 0,
  blankVersos: 0,
  scanned: 0,
  damaged: 0,
  templateAugmentation: 0,
  streamLines: 0,
  renumbered: 0,
  realScans: false,
  synthetic: 0,
  syntheticDocuments: 0,
  separators: 0,
  attachments: 0,
  excerpts: 0,
  rotated: 0,
  pageNumberNoise: 0,
};
/** The same through a scanner: every page from a real scan where there is one, noise on the record elsewhere. */
export const SCANNED_EVALUATION_STREAMS: StreamPlan = { ...EVALUATION_STREAMS, scanned: 1, realScans: true };

const MAX_FEW = 5;

/** How often a further source is drawn for one of the first that has as many documents. */
const AUXILIARY_WEIGHT = 0.14;

/** How often a source is drawn, by its documents: the root of their number, so that no big source drowns the others. */
export const weightOfSource = (of: readonly TrainingDocument[]): number =>
  Math.sqrt(of.length) * (of[0]?.auxiliary === true ? AUXILIARY_WEIGHT : 1);

/** Draws streams from documents: a source by its weight, then any of its documents. */
export class StreamGenerator {
  private readonly bySource = new Map<string, TrainingDocument[]>();
  private readonly views = new WeakMap<PageRecord, PageView>();
  private readonly cumulativeWeights: readonly { readonly source: string; readonly until: number }[];

  constructor(documents: readonly TrainingDocument[]) {
    for (const document of documents) {
      const of = this.bySource.get(document.source) ?? [];
      of.push(document);
      this.bySource.set(document.source, of);
    }
    let until = 0;
    this.cumulativeWeights = [...this.bySource].map(([source, of]) => ({ source, until: (until += weightOfSource(of)) }));
  }

  generate(plan: StreamPlan, random: Random): Stream {
    if (happens(plan.synthetic, random))
      return this.assemble(this.withAttachments(drawSyntheticDocuments(plan, random), plan, random), false, plan, random);
    const source = random.chance(plan.singleSource) ? this.drawSource(random) : null;
    const documents = random.chance(plan.templateAugmentation)
      ? this.drawTemplateVariants(plan, source, random)
      : this.drawDocuments(plan, source, random);
    return this.assemble(documents, source !== null, plan, random);
  }

  /** The documents' pages one after the other, as the scanner gets them. */
  private assemble(documents: readonly TrainingDocument[], oneSource: boolean, plan: StreamPlan, random: Random): Stream {
    const habits: StreamConditions = {
      scanner: random.chance(plan.scanned) ? drawScanProfile(random) : undefined,
      duplex: random.chance(0.15 * plan.damaged),
      streamLine: random.chance(plan.streamLines) ? drawStreamLine(wordsOf(documents[0]), random) : undefined,
      numbering: random.chance(0.5) ? drawNumbering(random) : undefined,
      separator: happens(plan.separators, random) ? drawSeparator(random) : undefined,
      backs: happens(plan.blankVersos, random),
    };
    const pages: PageView[] = [];
    const of: number[] = [];
    const places: number[] = [];
    for (const [number, document] of documents.entries()) {
      const records = this.augment(document, plan, habits, random);
      if (number < documents.length - 1) records.push(...separatorAfter(records, habits, number));
      for (const [place, record] of records.entries()) {
        const printed = habits.streamLine === undefined ? record : addStreamLine(record, habits.streamLine, pages.length);
        pages.push(this.scan(printed, document.scannedPages?.includes(record) ?? false, habits.scanner, plan, random));
        of.push(number);
        places.push(place);
      }
    }
    return {
      pages,
      documents: of,
      source: oneSource ? (documents[0]?.source ?? null) : null,
      names: documents.map((document) => `${document.source}/${document.name}`),
      places,
    };
  }

  /** The page as the scanner yields it, if there is one; a page that was really scanned goes through none. */
  private scan(
    page: PageRecord,
    isScan: boolean,
    scanner: ScanProfile | undefined,
    plan: StreamPlan,
    random: Random,
  ): PageView {
    if (scanner === undefined) return this.view(page);
    const scanned = isScan ? page : scanPage(page, scanner, random);
    const turned = happens(plan.rotated, random) ? rotatePage(scanned, random) : scanned;
    return turned === page ? this.view(page) : viewPage(turned);
  }

  private drawSource(random: Random): string {
    const at = random.next() * (this.cumulativeWeights.at(-1)?.until ?? 0);
    const found = this.cumulativeWeights.find(({ until }) => at < until);
    if (found === undefined) throw new RangeError('There are no documents to draw from.');
    return found.source;
  }

  private drawDocuments(plan: StreamPlan, source: string | null, random: Random): TrainingDocument[] {
    const count = drawCount(plan, random);
    const drawn: TrainingDocument[] = [];
    for (let tries = 0; drawn.length < count && tries < 4 * count; tries += 1) {
      const document =
        source === null && happens(plan.syntheticDocuments, random)
          ? drawSyntheticDocument(drawSyntheticSource(random), 0, random)
          : random.pick(this.bySource.get(source ?? this.drawSource(random)) ?? []);
      if (!drawn.includes(document)) drawn.push(document);
    }
    // Not where all are of one source: two runs of pages of one template could be one document.
    const cut =
      source === null
        ? drawn.map((document) => (happens(plan.excerpts, random) ? excerpt(document, random) : document))
        : drawn;
    return this.withAttachments(cut, plan, random);
  }

  private withAttachments(
    documents: readonly TrainingDocument[],
    plan: StreamPlan,
    random: Random,
  ): TrainingDocument[] {
    return documents.map((document) =>
      happens(plan.attachments, random) ? attach(document, this.drawAttachment(plan, random)) : document,
    );
  }

  /** From any sender, as what is attached to a document usually is: an invented one as often as documents of the stream are. */
  private drawAttachment(plan: StreamPlan, random: Random): TrainingDocument {
    return happens(Math.max(plan.synthetic, plan.syntheticDocuments), random)
      ? drawSyntheticDocument(drawSyntheticSource(random), 0, random)
      : random.pick(this.bySource.get(this.drawSource(random)) ?? []);
  }

  /** Documents of one template: one that was drawn, and others made from it. */
  private drawTemplateVariants(plan: StreamPlan, source: string | null, random: Random): TrainingDocument[] {
    const pick = () => random.pick(this.bySource.get(source ?? this.drawSource(random)) ?? []);
    let model = pick();
    for (
      let tries = 0;
      tries < 8 && (model.pages.length > 8 || model.pages.every((page) => page.words.length < 20));
      tries += 1
    )
      model = pick();
    const template = drawTemplate(random);
    const count = Math.max(2, drawCount(plan, random));
    return Array.from({ length: count }, (_, at) =>
      at === 0
        ? model
        : {
            source: model.source,
            name: `${model.name}~${at}`,
            pages: makeTemplateVariant(model.pages, template, wordsOf(pick()), random),
          },
    );
  }

  /** The document's pages as they go into the pile: some without page numbers or edges, some with others, some with an empty back. */
  private augment(document: TrainingDocument, plan: StreamPlan, habits: StreamConditions, random: Random): PageRecord[] {
    const real = habits.scanner !== undefined && plan.realScans ? document.scannedPages : undefined;
    let records = [...(real ?? document.pages)];
    const renumbered = random.chance(plan.renumbered);
    if (renumbered || random.chance(0.2 * plan.damaged)) records = records.map(dropPageNumbers);
    if (random.chance(0.1 * plan.damaged)) {
      const [top, bottom] = [0.15 * random.next(), 0.12 * random.next()];
      records = records.map((record) => dropEdges(record, top, bottom));
    }
    if (happens(plan.pageNumberNoise, random)) records = addPageNumberNoise(records, random);
    if (renumbered) records = numberPages(records, habits.numbering ?? drawNumbering(random));
    if (habits.backs) return records.flatMap((record) => [record, blankPage(record)]);
    const last = records.at(-1);
    // A duplex scan of an odd number of pages ends with an empty back; it belongs to the document before it.
    if (last !== undefined && ((habits.duplex && records.length % 2 === 1) || random.chance(0.02 * plan.damaged)))
      records.push(blankPage(last));
    return records;
  }

  private view(record: PageRecord): PageView {
    const known = this.views.get(record);
    if (known !== undefined) return known;
    const view = viewPage(record);
    this.views.set(record, view);
    return view;
  }
}

/** What all documents of one pile have been through. */
interface StreamConditions {
  readonly scanner: ScanProfile | undefined;
  readonly duplex: boolean;
  /** Every page has an empty back. */
  readonly backs: boolean;
  readonly streamLine: StreamLine | undefined;
  /** Numbering of those documents that are given one; undefined: each its own. */
  readonly numbering: Numbering | undefined;
  readonly separator: Separator | undefined;
}

/** As `random.chance`, but draws nothing where the share is 0: a plan without it gets the streams that it got before there was such a thing. */
const happens = (share: number, random: Random): boolean => share > 0 && random.chance(share);

/** Number of documents of a stream. */
function drawCount(plan: StreamPlan, random: Random): number {
  if (random.chance(plan.singleDocument)) return 1;
  return happens(plan.few, random) ? 1 + random.below(MAX_FEW) : Math.max(1, random.poisson(plan.meanDocuments));
}

/** Documents of one sender that does not exist, of a few, or of as many as there are documents. */
function drawSyntheticDocuments(plan: StreamPlan, random: Random): TrainingDocument[] {
  const count = drawCount(plan, random);
  const senders = Array.from({ length: random.pick([1, 1, 2, 4, count, count]) }, () => drawSyntheticSource(random));
  return Array.from({ length: count }, (_, serial) => drawSyntheticDocument(random.pick(senders), serial, random));
}

/** The sheet that is put after a document, and its empty back in a pile that is scanned on both sides. */
function separatorAfter(records: readonly PageRecord[], { separator, duplex }: StreamConditions, at: number): PageRecord[] {
  const last = records.at(-1);
  if (separator === undefined || last === undefined) return [];
  const sheet = separatorSheet(separator, last, at);
  return duplex ? [sheet, blankPage(sheet)] : [sheet];
}

const wordsOf = (document: TrainingDocument | undefined): string[] =>
  (document?.pages ?? [])
    .flatMap((page) => page.words.map((word) => word.text.replace(/\P{L}+/gu, '')))
    .filter((text) => text.length >= 4);
