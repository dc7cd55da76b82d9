import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewQueueQuery } from '../api/documents.ts';
import { PATHS } from '../app/paths.ts';
import { useShortcuts } from '../components/keyboard/shortcuts.ts';
import { DEFAULT_THRESHOLD } from '../editor/header/thresholds.ts';
import { QUIET_MS } from './poll-ms.ts';
import { ReviewNextButton } from './review-next-button.tsx';

interface NextToReviewProps {
  readonly workflowId: string;
  readonly onFind: () => void;
}

/** The way to the first document of the review queue, by button and by key. */
export const NextToReview = ({ workflowId, onFind }: NextToReviewProps) => {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const { data } = useQuery({ ...reviewQueueQuery(workflowId, DEFAULT_THRESHOLD), refetchInterval: QUIET_MS });
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
  return <ReviewNextButton queue={data} />;
};
