import { Button, Group, Paper, Text } from '@mantine/core';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../../api/documents.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { ArchiveTooLargeError } from './archive/archive-too-large-error.ts';
import { useArchive } from './archive/use-archive.ts';

interface SelectionBarProps {
  readonly documents: readonly ProcessedDocument[];
  /** Absent: the person's role may not delete. */
  readonly onDelete: (() => void) | undefined;
  readonly onClear: () => void;
}

/** What can be done with the selected documents. */
export const SelectionBar = ({ documents, onDelete, onClear }: SelectionBarProps) => {
  const { t } = useTranslation('documents');
  const archive = useArchive();
  const finished = documents.filter(({ state }) => state === 'succeeded');
  if (documents.length === 0) return null;
  return (
    <Paper withBorder p="xs" mb="sm" role="group" aria-label={t('selection.label')}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {t('selection.count', { count: documents.length })}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={finished.length === 0}
          loading={archive.isPending}
          onClick={() => {
            archive.download(finished);
          }}
        >
          {t('selection.download')}
        </Button>
        {archive.isPending && finished.length > 1 ? (
          <Text size="sm" role="status">
            {t('selection.progress', { done: archive.done, count: finished.length })}
          </Text>
        ) : null}
        {onDelete === undefined ? null : (
          <Button
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={onDelete}
          >
            {t('selection.delete')}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          {t('selection.clear')}
        </Button>
      </Group>
      {archive.error instanceof ArchiveTooLargeError ? (
        <Text size="sm" mt="xs" c="var(--mantine-color-error)" role="alert">
          {t('selection.tooLarge')}
        </Text>
      ) : archive.error === null ? null : (
        <ErrorState error={archive.error} />
      )}
    </Paper>
  );
};
