/** A customer's documents with their page views and hashed features, which are computed once per page. */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { dropPageNumbers, drawScanProfile, scanPage } from '../../synthetic/augmentation/page-noise.ts';
import { viewPage } from '../../features/pages/page-view.ts';
import type { PageView } from '../../features/pages/page-view.ts';
import { seededRandom } from '../../random.ts';
import type { CustomerDocument, MergedPlace } from '../job/customer-documents.ts';
import { hashPageFeatures } from '../../features/pages/hashed-page-features.ts';
import type { HashedPageFeatures } from '../../features/pages/hashed-page-features.ts';

export interface PreparedPage {
  readonly view: PageView;
  readonly hashedFeatures: HashedPageFeatures;
}

export interface PreparedDocument {
  /** Index among the documents of the training, from 0. */
  readonly number: number;
  /** Sender, where known. Documents of one sender are held out together where there are enough senders. */
  readonly sender: string | null;
  /** The customer's grouping of documents, by which the evaluation is also given; null where there is none. */
  readonly collection: string | null;
  /** Whether a person confirmed where the document begins and ends: it then has a greater weight in training. */
  readonly verified: boolean;
  readonly name: string;
  /** Hash of the document's content, which identifies it across trainings. */
  readonly fingerprint: string;
  /**
   * Position in a merged file. Such documents are held out together, and also form a stream in the order of the file.
   */
  readonly merged: MergedPlace | null;
  readonly pages: readonly PreparedPage[];
  /** The same pages with simulated scan noise, some without page numbers: for training only, not for evaluation. */
  readonly noisyPages: readonly PreparedPage[];
}

/** The noise is seeded by the document's fingerprint: it does not depend on the other documents of the training. */
export function prepareDocument(
  { sender, collection, verified, name, fingerprint, pages, merged }: CustomerDocument,
  number: number,
): PreparedDocument {
  const random = seededRandom(Number.parseInt(fingerprint.slice(0, 8), 16));
  const scanner = drawScanProfile(random);
  const numbered = random.chance(0.7);
  const noisyPages = pages.map((page) =>
    preparePage(scanPage(numbered ? page : dropPageNumbers(page), scanner, random)),
  );
  return { number, sender, collection, verified, name, fingerprint, merged, pages: pages.map(preparePage), noisyPages };
}

const preparePage = (record: PageRecord): PreparedPage => ({
  view: viewPage(record),
  hashedFeatures: hashPageFeatures(record),
});
