/** A customer's documents with all that is computed once a page. */
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
  /** Place among the documents of the training, from 0. */
  readonly number: number;
  /** Documents of one sender are held out together. */
  readonly sender: string | null;
  readonly name: string;
  /** Names the document by its content; also across trainings. */
  readonly fingerprint: string;
  /** Documents of one merged file are held out together, and seen in the file's order, too. */
  readonly merged: MergedPlace | null;
  readonly pages: readonly PreparedPage[];
  /** The same pages through a simulated scanner, without their page numbers now and then: for training, never for judging. */
  readonly noisyPages: readonly PreparedPage[];
}

/** What a document looks like does not depend on the documents beside it, so that a training with more of them agrees with this one. */
export function prepareDocument(
  { sender, name, fingerprint, pages, merged }: CustomerDocument,
  number: number,
): PreparedDocument {
  const random = seededRandom(Number.parseInt(fingerprint.slice(0, 8), 16));
  const scanner = drawScanProfile(random);
  const numbered = random.chance(0.7);
  const worn = pages.map((page) => preparePage(scanPage(numbered ? page : dropPageNumbers(page), scanner, random)));
  return { number, sender, name, fingerprint, merged, pages: pages.map(preparePage), noisyPages };
}

const preparePage = (record: PageRecord): PreparedPage => ({ view: viewPage(record), hashedFeatures: hashPageFeatures(record) });
