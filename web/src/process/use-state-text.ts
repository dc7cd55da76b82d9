import { useTranslation } from 'react-i18next';
import { useFormat } from '../components/format/use-format.ts';
import type { Failure, FileState, SplitSummary } from './queue/queued-file.ts';

/** Failures for which there is a sentence in the reader's language; of others, the API's own sentence is shown. */
const FAILURES = [
  'file_unreadable',
  'document_too_large',
  'too_many_pages',
  'unsupported_format',
  'document_unreadable',
  'document_encrypted',
  'document_empty',
  'parameters_do_not_fit',
  'page_limit_reached',
  'credit_limit_reached',
  'workflow_not_found',
  'workflow_model_unusable',
  'processing_not_accessible',
  'role_not_sufficient',
  'processing_failed',
];

/** What is happening to a file, as a sentence. @param size  bytes of the file; null: not known */
export const useStateText = (state: FileState, size: number | null): string => {
  const { t } = useTranslation('process');
  const format = useFormat();
  const splitText = ({ pages, subDocuments, lowestConfidence, unreadPages }: SplitSummary): string => {
    const documents = t('state.documents', { count: subDocuments });
    const sentences = [t('state.succeeded', { documents, pages: t('state.pages', { count: pages }) })];
    if (unreadPages > 0) sentences.push(t('state.unread', { count: unreadPages }));
    if (lowestConfidence !== null) sentences.push(t('state.lowest', { percent: format.confidence(lowestConfidence) }));
    return sentences.join(' ');
  };
  const failureText = ({ code, detail }: Failure): string => {
    if (FAILURES.includes(code)) return t(`failure.${code}`);
    return detail === '' ? t('failure.processing_failed') : detail;
  };
  switch (state.kind) {
    case 'waiting':
      return t('state.waiting');
    case 'uploading':
      return state.part >= 1 || size === null
        ? t('state.sent')
        : t('state.uploading', { sent: format.bytes(state.part * size), size: format.bytes(size) });
    case 'interrupted':
      return t(`state.interrupted.${state.reason}`);
    case 'processing':
      return state.step === 'read_pages' && state.pages !== null
        ? t('state.reading', { done: state.pagesDone, count: state.pages })
        : t(`state.step.${state.step}`);
    case 'succeeded':
      return splitText(state.split);
    case 'failed':
      return failureText(state.failure);
    case 'cancelled':
      return t('state.cancelled');
  }
};
