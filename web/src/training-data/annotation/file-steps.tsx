import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import IconChevronsLeft from '@tabler/icons-react/icons/IconChevronsLeft';
import IconChevronsRight from '@tabler/icons-react/icons/IconChevronsRight';
import { useTranslation } from 'react-i18next';
import type { AnnotationQueue } from './use-file-queue.ts';

/** How many files wait, and the way to the one before and after without annotating this one. */
export const FileSteps = ({ queue }: { readonly queue: AnnotationQueue }) => {
  const { t } = useTranslation('editor');
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={t('queue.previous')}>
        <ActionIcon
          variant="default"
          aria-label={t('queue.previous')}
          disabled={!queue.hasOthers}
          onClick={() => {
            queue.openFile(-1);
          }}
        >
          <IconChevronsLeft size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Text size="sm" c="dimmed">
        {t('queue.waiting', { count: queue.waiting })}
      </Text>
      <Tooltip label={t('queue.next')}>
        <ActionIcon
          variant="default"
          aria-label={t('queue.next')}
          disabled={!queue.hasOthers}
          onClick={() => {
            queue.openFile(1);
          }}
        >
          <IconChevronsRight size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
};
