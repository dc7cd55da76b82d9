import { Button, Group, Paper, Text } from '@mantine/core';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../../api/documents.ts';
import { ArchiveState } from '../../components/archive/archive-state.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { useArchive } from './archive/use-archive.ts';

interface SelectionBarProps {
  readonly workflowId: string;
  readonly documents: readonly ProcessedDocument[];
  /** Absent: the person's role may not delete. */
  readonly onDelete: (() => void) | undefined;
  readonly onClear: () => void;
}

/** What can be done with the selected documents. */
export const SelectionBar = ({ workflowId, documents, onDelete, onClear }: SelectionBarProps) => {
  const { t } = useTranslation('documents');
  const { download, isAsking, work } = useArchive(workflowId);
  const isMaking = work.progress !== undefined;
  // The button to cancel goes when it is pressed.
  const bar = useKeptFocus<HTMLDivElement>(isMaking);
  const finished = documents.filter(({ state }) => state === 'succeeded');
  if (documents.length === 0 && !isMaking) return null;
  return (
    <Paper ref={bar} tabIndex={-1} withBorder p="xs" mb="sm" role="group" aria-label={t('selection.label')}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {t('selection.count', { count: documents.length })}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={finished.length === 0}
          loading={isAsking || isMaking}
          onClick={() => {
            download(finished);
          }}
        >
          {t('selection.download')}
        </Button>
        {onDelete === undefined ? null : (
          <Button
            disabled={documents.length === 0}
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={onDelete}
          >
            {t('selection.delete')}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" disabled={documents.length === 0} onClick={onClear}>
          {t('selection.clear')}
        </Button>
      </Group>
      <ArchiveState work={work} tooLarge={t('selection.tooLarge')} />
    </Paper>
  );
};
