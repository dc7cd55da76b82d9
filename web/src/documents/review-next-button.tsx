import IconEyeCheck from '@tabler/icons-react/icons/IconEyeCheck';
import { useTranslation } from 'react-i18next';
import type { ReviewQueue } from '../api/documents.ts';
import { PATHS } from '../app/paths.ts';
import { ButtonTo } from '../components/links.tsx';

interface ReviewNextButtonProps {
  /** Undefined: it is not known yet. */
  readonly queue: ReviewQueue | undefined;
  readonly size?: 'xs';
}

/** The way to the first document of the review queue; nothing where none awaits review. */
export const ReviewNextButton = ({ queue, size }: ReviewNextButtonProps) => {
  const { t } = useTranslation('documents');
  if (queue === undefined || queue.next === null) return null;
  return (
    <ButtonTo
      to={PATHS.editor}
      params={{ processingId: queue.next.processing_id }}
      {...(size === undefined ? {} : { size })}
      leftSection={<IconEyeCheck size={18} aria-hidden />}
    >
      {t('next', { count: queue.document_count })}
    </ButtonTo>
  );
};
