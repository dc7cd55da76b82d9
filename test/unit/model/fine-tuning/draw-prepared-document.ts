/** Prepared documents for tests of the training steps after feature extraction. */
import type { HashedPageFeatures } from '../../../../model-container/features/pages/hashed-page-features.ts';
import type {
  PreparedDocument,
  PreparedPage,
} from '../../../../model-container/training/fine-tuning/prepared-documents.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { blank } from '../features/draw-pages.ts';

const BLANK = viewPage(blank());

/** @param pages  marks of each page */
export function drawSeen(
  number: number,
  {
    pages = [[], []],
    ...properties
  }: { pages?: readonly (readonly number[])[] } & Partial<Omit<PreparedDocument, 'number' | 'pages' | 'worn'>> = {},
): PreparedDocument {
  const prepared = pages.map((marks): PreparedPage => ({
    view: BLANK,
    hashedFeatures: Int32Array.from(marks) satisfies HashedPageFeatures,
  }));
  return {
    number,
    sender: null,
    collection: null,
    verified: false,
    merged: null,
    name: `document-${number}`,
    fingerprint: number.toString(16).padStart(16, '0'),
    pages: prepared,
    noisyPages: prepared,
    ...properties,
  };
}
