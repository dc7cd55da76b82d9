/** The public benchmarks: the reader of each, and the metrics that its papers print. */
import { readDocSplit } from './docsplit.ts';
import { readOpenPss } from './openpss.ts';
import type { PageStream } from './page-streams.ts';
import { readPoliTaxSplit } from './politax-split.ts';
import {
  accuracy,
  documentScores,
  kappa,
  mndd,
  pageScores,
  panopticScores,
  randIndex,
  vMeasure,
} from './published-metrics.ts';
import type { Begins } from './published-metrics.ts';
import { readTabme, readTabmePlusPlus } from './tabme.ts';
import { readTobacco800 } from './tobacco800.ts';

/** A stream with its split: the document of each page, and whether a document begins there. */
export interface SplitPages {
  readonly documents: readonly string[];
  readonly begins: Begins;
}

interface Format {
  /** @throws BenchmarkDataError where the folder is not as docs/benchmarks/split-model.md describes it */
  readonly read: (folder: string) => Promise<PageStream[]>;
  /** Of one stream, by their published names. */
  readonly metrics: (truth: SplitPages, found: SplitPages) => Readonly<Record<string, number>>;
}

const tabmeMetrics: Format['metrics'] = ({ begins: truth }, { begins: found }) => {
  const [page, document, moved] = [pageScores(truth, found), documentScores(truth, found), mndd(truth, found)];
  return {
    'page precision': page.precision,
    'page recall': page.recall,
    'page F1': page.f1,
    'document precision': document.precision,
    'document recall': document.recall,
    'document F1': document.f1,
    MNDD: moved,
    STP: Number(document.f1 === 1),
  };
};

export const FORMATS = {
  tabme: {
    read: readTabme,
    metrics: (truth, found) => {
      const { precision, recall, f1 } = pageScores(truth.begins, found.begins);
      return { precision, recall, F1: f1, MNDD: mndd(truth.begins, found.begins) };
    },
  },
  'tabme++': { read: readTabmePlusPlus, metrics: tabmeMetrics },
  tobacco800: {
    read: readTobacco800,
    metrics: ({ begins: truth }, { begins: found }) => ({
      accuracy: accuracy(truth, found),
      F1: pageScores(truth, found).f1,
      kappa: kappa(truth, found),
    }),
  },
  openpss: {
    read: readOpenPss,
    metrics: ({ begins: truth }, { begins: found }) => {
      const [page, plain, star] = [
        pageScores(truth, found),
        panopticScores(truth, found, false),
        panopticScores(truth, found, true),
      ];
      return {
        Precision: page.precision,
        Recall: page.recall,
        F1: page.f1,
        SQ: plain.sq,
        'Weighted PQ F1': plain.pq,
        'Unweighted PQ F1': plain.rq,
        'SQ*': star.sq,
        'Weighted PQ* F1': star.pq,
        'Unweighted PQ* F1': star.rq,
      };
    },
  },
  docsplit: {
    read: readDocSplit,
    metrics: ({ documents: truth }, { documents: found }) => ({
      'V-measure': vMeasure(truth, found),
      'Rand index': randIndex(truth, found),
    }),
  },
  'politax-split': {
    read: readPoliTaxSplit,
    metrics: ({ begins: truth }, { begins: found }) => {
      const [page, document] = [pageScores(truth, found), documentScores(truth, found)];
      return {
        'boundary precision': page.precision,
        'boundary recall': page.recall,
        'boundary F1': page.f1,
        'sub-document precision': document.precision,
        'sub-document recall': document.recall,
        'sub-document F1': document.f1,
      };
    },
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

export const isFormat = (name: string): name is FormatName => Object.hasOwn(FORMATS, name);
