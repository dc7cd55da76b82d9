/** Generates page streams for training and evaluation from documents: sampling, concatenation and augmentation. */
import type { PageRecord } from '../../core/documents/page-record.ts';
import { attach } from './augmentation/attachments.ts';
import { drawSyntheticDocument, drawSyntheticSource } from './documents/synthetic-source.ts';
import { excerpt } from './augmentation/excerpts.ts';
import { addStreamLine, drawNumbering, drawStreamLine, numberPages } from './augmentation/page-edits.ts';
import type { Numbering, StreamLine } from './augmentation/page-edits.ts';
import { blankPage, drawScanProfile, dropEdges, dropPageNumbers, scanPage } from './augmentation/page-noise.ts';
import type { ScanProfile } from './augmentation/page-noise.ts';
import { printedInOneJob } from './augmentation/print-job.ts';
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
  /** The source that all documents come from; null for a stream of mixed sources. */
  readonly source: string | null;
  /**
   * Name of each document, `<source>/<name>`, and position of each page in its document, from 0: for lists of errors.
   */
  readonly names: readonly string[];
  readonly places: readonly number[];
}

/** How streams are generated. Shares are probabilities from 0 to 1. */
export interface StreamPlan {
  /** Share of streams whose documents all come from one source. */
  readonly singleSource: number;
  /** Share of streams that hold one document. */
  readonly singleDocument: number;
  /** Mean number of documents of the other streams (Poisson). */
  readonly meanDocuments: number;
  /** Share of the other streams that hold one to MAX_FEW documents: uploads of a few letters rather than a batch. */
  readonly few: number;
  /**
   * Share of streams with scan noise, and scale of the probabilities of lost edges, lost page numbers and blank versos.
   */
  readonly scanned: number;
  readonly damaged: number;
  /** Share of streams of documents made from one template, and of streams with a printed line on every page. */
  readonly templateAugmentation: number;
  readonly streamLines: number;
  /** Share of documents whose page numbers are replaced. */
  readonly renumbered: number;
  /** Share of streams with a blank verso after every page: simplex prints scanned duplex. */
  readonly blankVersos: number;
  /** Whether streams with scan noise use the OCR of a document's real scan where there is one. */
  readonly realScans: boolean;
  /**
   * Share of streams of synthetic documents only, and share of synthetic documents in the other streams of mixed
   * sources.
   */
  readonly synthetic: number;
  readonly syntheticDocuments: number;
  /**
   * Share of streams with separator sheets between the documents. A separator sheet belongs to the document before it.
   */
  readonly separators: number;
  /** Share of documents that have another document attached as a part of them. */
  readonly attachments: number;
  /**
   * Share of the documents of mixed sources that lack their first page, so that a first page need not look like one.
   */
  readonly excerpts: number;
  /** Share of the pages of streams with scan noise that are rotated (rotation augmentation). */
  readonly rotated: number;
  /** Share of documents with one wrong or missing page number (page-number noise). */
  readonly pageNumberNoise: number;
  /** Share of the streams without scan noise that one print job made: each font is embedded once for all documents. */
  readonly printJobs: number;
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
  printJobs: 0.25,
};
/**
 * The setting of the published comparison: Poisson(11) documents, 40 % of the streams from a single source, clean
 * files.
 */
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
  printJobs: 0,
};
/** The same streams scanned: pages from a document's real scan where there is one, else with simulated scan noise. */
export const SCANNED_EVALUATION_STREAMS: StreamPlan = { ...EVALUATION_STREAMS, scanned: 1, realScans: true };

const MAX_FEW = 5;

/** Sampling weight of an auxiliary source relative to a primary source with as many documents. */
const AUXILIARY_WEIGHT = 0.14;

/** Sampling weight of a source: the square root of its number of documents, so that no large source dominates. */
export const weightOfSource = (of: readonly TrainingDocument[]): number =>
  Math.sqrt(of.length) * (of[0]?.auxiliary === true ? AUXILIARY_WEIGHT : 1);

/** Generates streams from documents: samples a source by its weight, then one of its documents uniformly. */
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
    this.cumulativeWeights = [...this.bySource].map(([source, of]) => ({
      source,
      until: (until += weightOfSource(of)),
    }));
  }

  generate(plan: StreamPlan, random: Random): Stream {
    if (occurs(plan.synthetic, random))
      return this.assemble(
        this.withAttachments(drawSyntheticDocuments(plan, random), plan, random),
        false,
        plan,
        random,
      );
    const source = random.chance(plan.singleSource) ? this.drawSource(random) : null;
    const documents = random.chance(plan.templateAugmentation)
      ? this.drawTemplateVariants(plan, source, random)
      : this.drawDocuments(plan, source, random);
    return this.assemble(documents, source !== null, plan, random);
  }

  /** Concatenates the pages of the documents and applies the augmentations of the plan. */
  private assemble(
    documents: readonly TrainingDocument[],
    singleSource: boolean,
    plan: StreamPlan,
    random: Random,
  ): Stream {
    const conditions: StreamConditions = {
      scanner: random.chance(plan.scanned) ? drawScanProfile(random) : undefined,
      duplex: random.chance(0.15 * plan.damaged),
      streamLine: random.chance(plan.streamLines) ? drawStreamLine(wordsOf(documents[0]), random) : undefined,
      numbering: random.chance(0.5) ? drawNumbering(random) : undefined,
      separator: occurs(plan.separators, random) ? drawSeparator(random) : undefined,
      blankVersos: occurs(plan.blankVersos, random),
      printJob: occurs(plan.printJobs, random),
    };
    const pages: PageView[] = [];
    const of: number[] = [];
    const places: number[] = [];
    for (const [number, document] of documents.entries()) {
      const augmented = this.augment(document, plan, conditions, random);
      if (number < documents.length - 1) augmented.push(...separatorAfter(augmented, conditions, number));
      for (const [place, { record, isScan }] of augmented.entries()) {
        const stamped =
          conditions.streamLine === undefined ? record : addStreamLine(record, conditions.streamLine, pages.length);
        const view = this.scan(stamped, isScan, conditions.scanner, plan, random);
        pages.push(conditions.printJob ? printedInOneJob(view) : view);
        of.push(number);
        places.push(place);
      }
    }
    return {
      pages,
      documents: of,
      source: singleSource ? (documents[0]?.source ?? null) : null,
      names: documents.map((document) => `${document.source}/${document.name}`),
      places,
    };
  }

  /** The page with scan noise and rotation. A page of a real scan gets no simulated noise. */
  private scan(
    page: PageRecord,
    isScan: boolean,
    scanner: ScanProfile | undefined,
    plan: StreamPlan,
    random: Random,
  ): PageView {
    if (scanner === undefined) return this.view(page);
    const scanned = isScan ? page : scanPage(page, scanner, random);
    const rotated = occurs(plan.rotated, random) ? rotatePage(scanned, random) : scanned;
    return rotated === page ? this.view(page) : viewPage(rotated);
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
    for (let attempts = 0; drawn.length < count && attempts < 4 * count; attempts += 1) {
      const document =
        source === null && occurs(plan.syntheticDocuments, random)
          ? drawSyntheticDocument(drawSyntheticSource(random), 0, random)
          : random.pick(this.bySource.get(source ?? this.drawSource(random)) ?? []);
      if (!drawn.includes(document)) drawn.push(document);
    }
    // Not in streams of a single source: two excerpts of one template could be read as one document.
    const cut =
      source === null
        ? drawn.map((document) => (occurs(plan.excerpts, random) ? excerpt(document, random) : document))
        : drawn;
    return this.withAttachments(cut, plan, random);
  }

  private withAttachments(
    documents: readonly TrainingDocument[],
    plan: StreamPlan,
    random: Random,
  ): TrainingDocument[] {
    return documents.map((document) =>
      occurs(plan.attachments, random) ? attach(document, this.drawAttachment(plan, random)) : document,
    );
  }

  /**
   * An attachment from any source, since attachments usually have another sender. Synthetic as often as the stream's
   * documents are.
   */
  private drawAttachment(plan: StreamPlan, random: Random): TrainingDocument {
    return occurs(Math.max(plan.synthetic, plan.syntheticDocuments), random)
      ? drawSyntheticDocument(drawSyntheticSource(random), 0, random)
      : random.pick(this.bySource.get(this.drawSource(random)) ?? []);
  }

  /** Template augmentation: a sampled document and variants made from it. */
  private drawTemplateVariants(plan: StreamPlan, source: string | null, random: Random): TrainingDocument[] {
    const pick = () => random.pick(this.bySource.get(source ?? this.drawSource(random)) ?? []);
    let model = pick();
    for (
      let attempts = 0;
      attempts < 8 && (model.pages.length > 8 || model.pages.every((page) => page.words.length < 20));
      attempts += 1
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

  /**
   * The augmented pages of a document: lost page numbers or edges, new page numbers, page-number noise, blank versos.
   */
  private augment(
    document: TrainingDocument,
    plan: StreamPlan,
    conditions: StreamConditions,
    random: Random,
  ): AugmentedPage[] {
    const real = conditions.scanner !== undefined && plan.realScans ? document.scannedPages : undefined;
    let records = [...(real ?? document.pages)];
    const renumbered = random.chance(plan.renumbered);
    if (renumbered || random.chance(0.2 * plan.damaged)) records = records.map(dropPageNumbers);
    if (random.chance(0.1 * plan.damaged)) {
      const [top, bottom] = [0.15 * random.next(), 0.12 * random.next()];
      records = records.map((record) => dropEdges(record, top, bottom));
    }
    if (occurs(plan.pageNumberNoise, random)) records = addPageNumberNoise(records, random);
    if (renumbered) records = numberPages(records, conditions.numbering ?? drawNumbering(random));
    const isScan = real !== undefined;
    if (conditions.blankVersos)
      return records.flatMap((record) => [{ record, isScan }, withoutScan(blankPage(record))]);
    const augmented = records.map((record) => ({ record, isScan }));
    const last = records.at(-1);
    // A duplex scan of an odd number of pages ends with a blank verso, which belongs to the document before it.
    if (last !== undefined && ((conditions.duplex && records.length % 2 === 1) || random.chance(0.02 * plan.damaged)))
      augmented.push(withoutScan(blankPage(last)));
    return augmented;
  }

  private view(record: PageRecord): PageView {
    const known = this.views.get(record);
    if (known !== undefined) return known;
    const view = viewPage(record);
    this.views.set(record, view);
    return view;
  }
}

/** A page of a stream before scan noise. */
interface AugmentedPage {
  readonly record: PageRecord;
  /** Whether it was read from a scan, whose noise it has. */
  readonly isScan: boolean;
}

const withoutScan = (record: PageRecord): AugmentedPage => ({ record, isScan: false });

/** The augmentations that all documents of one stream share. */
interface StreamConditions {
  readonly scanner: ScanProfile | undefined;
  readonly duplex: boolean;
  /** Every page is followed by a blank verso. */
  readonly blankVersos: boolean;
  readonly streamLine: StreamLine | undefined;
  /** Numbering of the renumbered documents; undefined: each has its own. */
  readonly numbering: Numbering | undefined;
  readonly separator: Separator | undefined;
  readonly printJob: boolean;
}

/**
 * Like `random.chance`, but draws no random number where the share is 0: the streams of a plan do not change when an
 * augmentation that the plan does not use is added.
 */
const occurs = (share: number, random: Random): boolean => share > 0 && random.chance(share);

/** Number of documents of a stream. */
function drawCount(plan: StreamPlan, random: Random): number {
  if (random.chance(plan.singleDocument)) return 1;
  return occurs(plan.few, random) ? 1 + random.below(MAX_FEW) : Math.max(1, random.poisson(plan.meanDocuments));
}

/** Synthetic documents from one sender, from a few, or from up to as many senders as documents. */
function drawSyntheticDocuments(plan: StreamPlan, random: Random): TrainingDocument[] {
  const count = drawCount(plan, random);
  const senders = Array.from({ length: random.pick([1, 1, 2, 4, count, count]) }, () => drawSyntheticSource(random));
  return Array.from({ length: count }, (_, serial) => drawSyntheticDocument(random.pick(senders), serial, random));
}

/** The separator sheet after a document, with a blank verso where the stream is scanned duplex. */
function separatorAfter(
  pages: readonly AugmentedPage[],
  { separator, duplex }: StreamConditions,
  at: number,
): AugmentedPage[] {
  const last = pages.at(-1);
  if (separator === undefined || last === undefined) return [];
  const sheet = separatorSheet(separator, last.record, at);
  return (duplex ? [sheet, blankPage(sheet)] : [sheet]).map(withoutScan);
}

const wordsOf = (document: TrainingDocument | undefined): string[] =>
  (document?.pages ?? [])
    .flatMap((page) => page.words.map((word) => word.text.replace(/\P{L}+/gu, '')))
    .filter((text) => text.length >= 4);
