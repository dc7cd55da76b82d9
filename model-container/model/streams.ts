/** Streams of documents, put together afresh for every epoch: what a scanner is fed on a working day. */
import type { PageRecord } from '../../core/reading/page-record.ts';
import { blankPage, drawScanProfile, dropEdges, dropPageNumbers, scanPage } from './page-noise.ts';
import type { Random } from './random.ts';
import type { TrainingDocument } from './training-documents.ts';
import { viewPage } from './page-view.ts';
import type { PageView } from './page-view.ts';

export interface Stream {
  readonly pages: readonly PageView[];
  /** Document of each page, from 0: a boundary is where it changes. */
  readonly documents: readonly number[];
  /** Where all documents come from one source. */
  readonly source: string | null;
}

export interface StreamPlan {
  /** Share of streams whose documents all come from one source. */
  readonly oneSource: number;
  /** Share of streams that hold one document. */
  readonly single: number;
  /** Mean number of documents of the others. */
  readonly meanDocuments: number;
  /** Share of streams that go through a scanner, and of documents and streams that lose something else: 0 for evaluation of files as they are. */
  readonly scanned: number;
  readonly damaged: number;
  /** Whether the streams with a real scan of a document use it. */
  readonly realScans: boolean;
}

export const TRAINING_STREAMS: StreamPlan = { oneSource: 0.45, single: 0.05, meanDocuments: 11, scanned: 0.4, damaged: 1, realScans: true };
/** The setting of the published comparison: Poisson(11) documents, 40 % of the streams from one source, files as they are. */
export const EVALUATION_STREAMS: StreamPlan = { oneSource: 0.4, single: 0, meanDocuments: 11, scanned: 0, damaged: 0, realScans: false };
/** The same through a scanner: every page from a real scan where there is one, noise on the record elsewhere. */
export const SCANNED_EVALUATION_STREAMS: StreamPlan = { ...EVALUATION_STREAMS, scanned: 1, realScans: true };

/** Draws streams from documents: a source by the root of its size, so that no big source drowns the others, then any of its documents. */
export class StreamMaker {
  private readonly bySource = new Map<string, TrainingDocument[]>();
  private readonly views = new WeakMap<PageRecord, PageView>();
  private readonly wheel: readonly { readonly source: string; readonly until: number }[];

  constructor(documents: readonly TrainingDocument[]) {
    for (const document of documents) {
      const of = this.bySource.get(document.source) ?? [];
      of.push(document);
      this.bySource.set(document.source, of);
    }
    let until = 0;
    this.wheel = [...this.bySource].map(([source, of]) => ({ source, until: (until += Math.sqrt(of.length)) }));
  }

  make(plan: StreamPlan, random: Random): Stream {
    const source = random.chance(plan.oneSource) ? this.drawSource(random) : null;
    const documents = this.drawDocuments(plan, source, random);
    const scanner = random.chance(plan.scanned) ? drawScanProfile(random) : undefined;
    const duplex = random.chance(0.15 * plan.damaged);
    const pages: PageView[] = [];
    const of: number[] = [];
    for (const [number, document] of documents.entries()) {
      const records = this.damage(document, plan, random, scanner !== undefined);
      const last = records.at(-1);
      // A duplex scan of an odd number of pages ends with an empty back; it belongs to the document before it.
      if (last !== undefined && ((duplex && records.length % 2 === 1) || random.chance(0.02 * plan.damaged))) records.push(blankPage(last));
      for (const record of records) {
        const scanned = scanner !== undefined && document.scannedPages?.includes(record) !== true;
        pages.push(scanned ? viewPage(scanPage(record, scanner, random)) : this.view(record));
        of.push(number);
      }
    }
    return { pages, documents: of, source };
  }

  private drawSource(random: Random): string {
    const at = random.next() * (this.wheel.at(-1)?.until ?? 0);
    const found = this.wheel.find(({ until }) => at < until);
    if (found === undefined) throw new RangeError('There are no documents to draw from.');
    return found.source;
  }

  private drawDocuments(plan: StreamPlan, source: string | null, random: Random): TrainingDocument[] {
    const count = random.chance(plan.single) ? 1 : Math.max(1, random.poisson(plan.meanDocuments));
    const drawn: TrainingDocument[] = [];
    for (let tries = 0; drawn.length < count && tries < 4 * count; tries += 1) {
      const document = random.pick(this.bySource.get(source ?? this.drawSource(random)) ?? []);
      if (!drawn.includes(document)) drawn.push(document);
    }
    return drawn;
  }

  /** The document's pages, some of them without page numbers or without their edges, as whole documents are. */
  private damage(document: TrainingDocument, plan: StreamPlan, random: Random, scanned: boolean): PageRecord[] {
    const real = scanned && plan.realScans ? document.scannedPages : undefined;
    let records = [...(real ?? document.pages)];
    if (random.chance(0.2 * plan.damaged)) records = records.map(dropPageNumbers);
    if (random.chance(0.1 * plan.damaged)) {
      const [top, bottom] = [0.15 * random.next(), 0.12 * random.next()];
      records = records.map((record) => dropEdges(record, top, bottom));
    }
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
