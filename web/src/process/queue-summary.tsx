import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../components/lazy-part.tsx';
import { ProgressBar } from '../components/progress/progress-bar.tsx';
import { queue } from './queue/queue.ts';
import { isEnded, summaryOf } from './queue/queued-file.ts';
import type { QueuedFile } from './queue/queued-file.ts';

const NextToReview = lazyPart(async () => (await import('./next-to-review.tsx')).NextToReview, {
  subjects: ['documents'],
});

interface QueueSummaryProps {
  readonly workflowId: string;
  readonly files: readonly QueuedFile[];
}

/** How far all files are, and what can be done with all of them. */
export const QueueSummary = ({ workflowId, files }: QueueSummaryProps) => {
  const { t } = useTranslation('process');
  const { all, ended, sending, succeeded, failed, part } = summaryOf(files);
  const isWorking = ended < all;
  return (
    <Stack gap={6} mt="lg" mb="xs">
      <Group justify="space-between" gap="xs">
        <Text role="status" fw={600}>
          {isWorking ? t('summary.working', { ended, count: all }) : t('summary.done', { count: succeeded })}
          {failed === 0 ? null : ` ${t('summary.failed', { count: failed })}`}
        </Text>
        <Group gap="xs">
          {!isWorking && succeeded > 0 ? <NextToReview workflowId={workflowId} /> : null}
          {isWorking && all > 1 ? (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              onClick={() => void Promise.allSettled(files.map(({ id }) => queue.cancel(id)))}
            >
              {t('summary.cancelAll')}
            </Button>
          ) : null}
          {files.some(isEnded) ? (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              onClick={() => {
                queue.removeEnded(workflowId);
              }}
            >
              {t('summary.remove')}
            </Button>
          ) : null}
        </Group>
      </Group>
      {isWorking && all > 1 ? <ProgressBar part={part} label={t('summary.label')} size="xs" /> : null}
      {isWorking ? (
        <Text size="sm" c="dimmed">
          {t('summary.leave')}
          {sending > 0 ? ` ${t('summary.keepOpen')}` : null}
        </Text>
      ) : null}
    </Stack>
  );
};
