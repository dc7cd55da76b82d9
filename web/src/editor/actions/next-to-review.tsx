import { useTranslation } from 'react-i18next';
import { PATHS } from '../../app/paths.ts';
import { ButtonTo } from '../../components/links.tsx';
import type { ReviewQueue } from './use-review-queue.ts';

interface NextToReviewProps {
  readonly queue: ReviewQueue;
  readonly threshold: number;
}

/** The way from a verified file to the next one that awaits review. */
export const NextToReview = ({ queue, threshold }: NextToReviewProps) => {
  const { t } = useTranslation('editor');
  const { next, count } = queue;
  return (
    <ButtonTo
      to={PATHS.editor}
      params={{ processingId: next.processing_id }}
      search={{ threshold }}
      size="sm"
      variant="light"
      title={next.file_name}
    >
      {t('nextToReview', { count })}
    </ButtonTo>
  );
};
