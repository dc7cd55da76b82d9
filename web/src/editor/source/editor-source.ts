/**
 * Where the editor's file comes from and where its split goes: a result that is verified, or a training document that is
 * annotated.
 */
import type { ReviewTable } from '../split/doubtful-places.ts';
import type { ServedSplit, Split } from '../split/split.ts';

/** What was read on a page, which the split model reads too. */
export interface PageFacts {
  readonly title: string | null;
  /** ISO 8601 date of the document that the page begins. */
  readonly documentDate: string | null;
  readonly printedNumber: { readonly number: number; readonly of: number | null } | null;
  readonly identifiers: readonly { readonly type: string; readonly value: string }[];
}

/** Who decided the split last, and when. */
export interface Decided {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** Whether the results show other documents or names than the model's. */
  readonly corrected: boolean;
  readonly comment: string | null;
}

export interface EditedFile {
  readonly fileName: string | null;
  readonly workflowId: string;
  /** Of a training document, its collection; null: it has none. */
  readonly workflowName: string | null;
  readonly served: ServedSplit;
  /** Changes whenever somebody decides. */
  readonly version: string;
  /** Null: nobody has verified the split. */
  readonly decided: Decided | null;
  /** By index of the page. Empty where nothing was kept of it. */
  readonly facts: ReadonlyMap<number, PageFacts>;
  /** Indexes of the pages of which nothing could be read. */
  readonly unread: ReadonlySet<number>;
  /** What somebody wrote who sent the file to the training data. */
  readonly note: string | null;
}

/** How far the service is with a file that cannot be edited yet. */
export interface Progress {
  readonly step: 'queued' | 'inspect' | 'read_pages' | 'find_boundaries' | 'build_results' | 'complete';
  readonly pagesDone: number;
  readonly pages: number | null;
}

export type Loaded =
  { readonly state: 'ready'; readonly file: EditedFile } | { readonly state: 'working'; readonly progress: Progress };

export interface EditorSource {
  readonly kind: 'result' | 'training-document';
  /** Of the file, for the draft that the browser keeps. */
  readonly id: string;
  /** @throws ApiProblem, NoAnswerError */
  readonly load: (signal: AbortSignal) => Promise<Loaded>;
  /** The version that the service has now. @throws ApiProblem, NoAnswerError */
  readonly currentVersion: (signal: AbortSignal) => Promise<string>;
  /** What the model's thresholds mean; null where that is not known. */
  readonly reviewTable: (workflowId: string, signal: AbortSignal) => Promise<ReviewTable | null>;
  /**
   * Keeps the split, as it was served where nothing was changed.
   * @param version  of the split that the reviewer has seen
   * @throws ApiProblem 412 where somebody else has decided meanwhile; NoAnswerError
   */
  readonly save: (request: SaveRequest) => Promise<void>;
  /** The path of a page's image. @param page  index in the file's pages @param width  CSS pixels times the screen's resolution */
  readonly pageImage: (page: number, width: number) => string;
  /** The path of the OCR result; null where there is none. */
  readonly ocr: string | null;
}

export interface SaveRequest {
  readonly file: EditedFile;
  readonly split: Split;
  readonly changed: boolean;
  readonly comment: string | null;
  /** The same for each repetition of one request. */
  readonly idempotencyKey: string;
}
