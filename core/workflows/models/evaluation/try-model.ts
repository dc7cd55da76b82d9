/** Scores two pages with a model on the endpoint, before a workflow uses it. */
import { ModelUnusableError, SplitModelFaultError } from '../../../errors.ts';
import type { PageJson, PageRecord } from '../../../documents/page-record.ts';
import type { Service } from '../../../service.ts';
import type { WorkflowModel } from '../models.ts';

const GREY = 0xf0;
const [WIDTH, HEIGHT] = [68, 96];

/** A page with one line of text, 8.5 by 12 inches at 100 pixels per inch. */
const pageOf = (page: number, text: string): PageRecord => ({
  schema_version: 1,
  page,
  width: 850,
  height: 1200,
  dpi: 100,
  rotation: 0,
  skew: 0,
  text_source: 'text_layer',
  language: 'en',
  words: [{ x1: 100, y1: 100, x2: 300, y2: 120, text, entropy: 0, line: 0, block: 0 }],
  fulltext: text,
  ink: 0.01,
  thumbnail: { width: WIDTH, height: HEIGHT, grey: Buffer.alloc(WIDTH * HEIGHT, GREY).toString('base64') },
});

/** Two pages that need no document of a customer. */
export const TRIAL_PAGES: readonly PageJson[] = [pageOf(1, 'Invoice'), pageOf(2, 'Letter')].map((page) =>
  Buffer.from(JSON.stringify(page)),
);

/**
 * The endpoint must be able to load the weights before a document is split with them.
 * @throws ModelUnusableError where it cannot, TemporarilyUnavailableError
 */
export const tryModel = async (
  service: Pick<Service, 'splitModel'>,
  { weights, model_version: version }: Pick<WorkflowModel, 'weights' | 'model_version'>,
): Promise<void> => {
  let used: string;
  try {
    used = (await service.splitModel.score(TRIAL_PAGES, weights)).modelVersion;
  } catch (error) {
    if (!(error instanceof SplitModelFaultError)) throw error;
    throw new ModelUnusableError(`The split model cannot load the model ${version}.`, { cause: error });
  }
  if (used !== version) throw new ModelUnusableError(`The endpoint used model ${used} instead of ${version}.`);
};
