import IconEyeCheck from '@tabler/icons-react/icons/IconEyeCheck';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewQueueQuery } from '../api/documents.ts';
import { PATHS } from '../app/paths.ts';
import { useShortcuts } from '../components/keyboard/shortcuts.ts';
import { ButtonTo } from '../components/links.tsx';
import { DEFAULT_THRESHOLD } from '../editor/header/thresholds.ts';

interface NextToReviewProps {
  readonly workflowId: string;
  readonly onFind: () => void;
}

/** The way to the document that the model is least sure of, by button and by key. */
export const NextToReview = ({ workflowId, onFind }: NextToReviewProps) => {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const { data } = useQuery(reviewQueueQuery(workflowId, DEFAULT_THRESHOLD));
  const processingId = data?.next?.processing_id;
  const keys = useMemo(
    () => ({
      title: t('title'),
      shortcuts: [
        {
          keys: ['N'],
          label: t('keys.next'),
          run: () => {
            if (processingId !== undefined) void navigate({ to: PATHS.editor, params: { processingId } });
          },
        },
        { keys: ['/'], label: t('keys.find'), run: onFind },
      ],
    }),
    [t, navigate, processingId, onFind],
  );
  useShortcuts(keys);
  if (processingId === undefined || data === undefined) return null;
  return (
    <ButtonTo to={PATHS.editor} params={{ processingId }} leftSection={<IconEyeCheck size={18} aria-hidden />}>
      {t('next', { count: data.document_count })}
    </ButtonTo>
  );
};
