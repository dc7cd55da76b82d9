/**
 * What one more document costs by the cost model, as the unit costs of `estimatedCost` in a stage's settings. Costs at
 * rest are not included. Metrics of the gateway, which do not grow with usage, are spread over DOCUMENTS documents.
 */
import type { UnitCosts } from '../../core/accounts/usage/unit-costs.ts';
import type { StageSettings } from '../../lib/settings.ts';
import { billAtRest, billOf } from './bill.ts';

/** Documents per month. */
const DOCUMENTS = 10_000;
const RETAIN_DAYS = 30;
/** Pages of a document: unit costs are those of the line through a short and a long one. */
const SHORT = 5;
const LONG = 40;

/** US dollars for one document, of which all pages need OCR, or none. */
export const costOfDocument = (pages: number, scanned: boolean, settings: StageSettings): number => {
  const usage = {
    pages: DOCUMENTS * pages,
    scanned: scanned ? 1 : 0,
    pagesPerDocument: pages,
    retainDays: RETAIN_DAYS,
    mails: 0,
    webRequests: 0,
  };
  return (billOf(usage, settings).usd - billAtRest(settings).usd) / DOCUMENTS;
};

const lineOf = (scanned: boolean, settings: StageSettings): { readonly each: number; readonly perPage: number } => {
  const [short, long] = [costOfDocument(SHORT, scanned, settings), costOfDocument(LONG, scanned, settings)];
  const perPage = (long - short) / (LONG - SHORT);
  return { each: short - SHORT * perPage, perPage };
};

/** US dollars, not rounded. */
export const unitCosts = (settings: StageSettings): Pick<UnitCosts, 'perDocument' | 'perPage' | 'perOcrPage'> => {
  const [digital, scanned] = [lineOf(false, settings), lineOf(true, settings)];
  return { perDocument: digital.each, perPage: digital.perPage, perOcrPage: scanned.perPage - digital.perPage };
};
