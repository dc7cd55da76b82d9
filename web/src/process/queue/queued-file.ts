/** A file on its way through the service, as the pages show it. */
import type { Schema } from '../../api/client/client.ts';

/** The steps of the pipeline, in their order. */
export type Step = Schema<'Progress'>['step'];

/** Why a file waits although nobody stopped it. It goes on by itself. */
export type Interruption = 'no_answer' | 'signed_out' | 'busy';

export type FileState =
  | { readonly kind: 'waiting' }
  /** `part` of the file that has left, 0 to 1. */
  | { readonly kind: 'uploading'; readonly part: number }
  /** `cancelling`: the service may have it, and is told to cancel it when it answers. */
  | { readonly kind: 'interrupted'; readonly reason: Interruption | 'cancelling' }
  | {
      readonly kind: 'processing';
      readonly processingId: string;
      readonly step: Step;
      readonly pagesDone: number;
      /** Null until the document has been inspected. */
      readonly pages: number | null;
    }
  | { readonly kind: 'succeeded'; readonly processingId: string; readonly split: SplitSummary }
  | { readonly kind: 'failed'; readonly processingId: string | null; readonly failure: Failure }
  | { readonly kind: 'cancelled'; readonly processingId: string | null };

export interface SplitSummary {
  readonly pages: number;
  readonly subDocuments: number;
  /** Null: no decision was made, since there is one page. */
  readonly lowestConfidence: number | null;
  /** Of the file, those of which nothing could be read. */
  readonly unreadPages: number;
}

export interface Failure {
  /** A stable word of the API, such as `document_encrypted`. */
  readonly code: string;
  /** A sentence of the API. */
  readonly detail: string;
}

export interface QueuedFile {
  readonly id: string;
  readonly workflowId: string;
  readonly name: string;
  /** Bytes; null of a file that was found in the service after the page was loaded again. */
  readonly size: number | null;
  readonly state: FileState;
}

/** The sending has not ended: it would be lost with the page. */
export const isBeingSent = ({ state }: QueuedFile): boolean =>
  state.kind === 'waiting' || state.kind === 'uploading' || state.kind === 'interrupted';

export const isEnded = ({ state }: QueuedFile): boolean =>
  state.kind === 'succeeded' || state.kind === 'failed' || state.kind === 'cancelled';

/** Share of a file's bar that the upload takes. */
const UPLOAD_SHARE = 0.3;
/** Where the bar is when a step begins; reading the pages fills it up to the next step. */
const BEGIN_OF: Readonly<Record<Step, number>> = {
  queued: UPLOAD_SHARE,
  inspect: 0.33,
  read_pages: 0.35,
  find_boundaries: 0.9,
  build_results: 0.94,
  complete: 0.98,
};

/** How far a file is, 0 to 1. */
export const partDone = (state: FileState): number => {
  switch (state.kind) {
    case 'waiting':
    case 'interrupted':
      return 0;
    case 'uploading':
      return state.part * UPLOAD_SHARE;
    case 'processing': {
      const { step, pages, pagesDone } = state;
      const read = step === 'read_pages' && pages !== null ? Math.min(1, pagesDone / pages) : 0;
      return BEGIN_OF[step] + read * (BEGIN_OF.find_boundaries - BEGIN_OF.read_pages);
    }
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return 1;
  }
};

export interface QueueSummary {
  readonly all: number;
  readonly ended: number;
  /** Those that would be lost with the page. */
  readonly sending: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Of all files, 0 to 1. */
  readonly part: number;
}

export const summaryOf = (files: readonly QueuedFile[]): QueueSummary => ({
  all: files.length,
  ended: files.filter(isEnded).length,
  sending: files.filter(isBeingSent).length,
  succeeded: files.filter(({ state }) => state.kind === 'succeeded').length,
  failed: files.filter(({ state }) => state.kind === 'failed').length,
  part: files.length === 0 ? 0 : files.reduce((sum, { state }) => sum + partDone(state), 0) / files.length,
});
