import { Text } from '@mantine/core';
import IconEyeCheck from '@tabler/icons-react/icons/IconEyeCheck';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reviewQueueQuery } from '../api/documents.ts';
import { PATHS } from '../app/paths.ts';
import { ButtonTo } from '../components/links.tsx';
import { DEFAULT_THRESHOLD } from '../editor/header/thresholds.ts';

/** How many documents of a workflow await review, as a link to the first of them. */
export const ReviewLink = ({ workflowId }: { readonly workflowId: string }) => {
  const { t } = useTranslation('start');
  const { data } = useQuery(reviewQueueQuery(workflowId, DEFAULT_THRESHOLD));
  if (data === undefined) return null;
  const { next, document_count: count } = data;
  if (next === null)
    return (
      <Text size="sm" c="dimmed">
        {t('card.nothingToReview')}
      </Text>
    );
  return (
    <ButtonTo
      to={PATHS.editor}
      params={{ processingId: next.processing_id }}
      size="xs"
      variant="light"
      leftSection={<IconEyeCheck size={16} aria-hidden />}
    >
      {t('card.toReview', { count })}
    </ButtonTo>
  );
};
