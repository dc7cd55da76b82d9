import i18next from 'i18next';
import {
  ApiProblem,
  FileUnreadableError,
  isFailedProcessing,
  NoAnswerError,
  ShareLinkRefusedError,
} from '../api/client/problem.ts';
import type { ProblemDocument } from '../api/client/problem.ts';
import { describeRefusal, nameOfPart } from './describe-refusal.ts';

/** Titles of statuses that people meet. */
const TITLES: Readonly<Record<number, string>> = {
  401: 'error.signedOut',
  402: 'error.limit',
  403: 'error.noRights',
  404: 'error.notFound',
  409: 'error.conflict',
  412: 'error.changed',
  413: 'error.tooLarge',
  422: 'error.invalid',
  429: 'error.tooMany',
};

/** An error as people read it. */
export const describeError = (error: unknown): { readonly title: string; readonly detail: string } => {
  const t = (key: string): string => i18next.t(key, { ns: 'app' });
  // A read that gets no answer is repeated instead (query-client.ts): what is described here is not.
  if (error instanceof NoAnswerError) return { title: t('error.noAnswer'), detail: t('error.noAnswerTryAgain') };
  if (error instanceof ShareLinkRefusedError)
    return { title: t('error.shareLink'), detail: t('error.shareLinkDetail') };
  if (error instanceof FileUnreadableError)
    return { title: t('error.fileUnreadable'), detail: t('error.fileUnreadableDetail') };
  if (error instanceof ApiProblem && isOfAddress(error))
    return { title: t('error.notFound'), detail: t('problem.not_found') };
  if (isFailedProcessing(error)) return { title: t('error.notProcessed'), detail: whatToDo(error.problem) };
  if (error instanceof ApiProblem)
    return { title: t(TITLES[error.status] ?? 'error.failed'), detail: whatToDo(error.problem) };
  return { title: t('error.defect'), detail: error instanceof Error ? error.message : String(error) };
};

/** Whether the address of the page names nothing that there can be, as one that was cut off on its way. */
const isOfAddress = ({ status, problem: { errors = [] } }: ApiProblem): boolean =>
  status === 422 && errors.length > 0 && errors.every(({ loc: [place] }) => place === 'path');

/** What is wrong with each refused part, else the sentence of the reader's language for the code, else the API's own. */
const whatToDo = ({ code, detail, errors = [] }: ProblemDocument): string =>
  code === 'validation_error' && errors.length > 0
    ? errors.map((part) => `${nameOfPart(part)}: ${describeRefusal(part)}`).join('\n')
    : i18next.t(`problem.${code}`, { ns: 'app', defaultValue: detail });
