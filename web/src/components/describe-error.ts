import i18next from 'i18next';
import { ApiProblem, NoAnswerError } from '../api/problem.ts';

/** Titles of statuses that people meet; the detail of the API says what to do. */
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
  if (error instanceof NoAnswerError) return { title: t('error.noAnswer'), detail: t('error.noAnswerDetail') };
  if (error instanceof ApiProblem) {
    const fields = (error.problem.errors ?? []).map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
    return {
      title: t(TITLES[error.status] ?? 'error.failed'),
      detail: [error.problem.detail, ...fields].join('\n'),
    };
  }
  return { title: t('error.defect'), detail: error instanceof Error ? error.message : String(error) };
};
