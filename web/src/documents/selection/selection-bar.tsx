import { Button, Group, Paper, Text } from '@mantine/core';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../../api/documents.ts';
import { downloadFile } from '../../components/download-file.ts';

interface SelectionBarProps {
  readonly documents: readonly ProcessedDocument[];
  /** Absent: the person's role may not delete. */
  readonly onDelete: (() => void) | undefined;
  readonly onClear: () => void;
}

/** Browsers drop downloads that begin at the same moment. */
const PAUSE_MS = 500;

/** The ZIP of each document, one after the other. */
const downloadAll = async (documents: readonly ProcessedDocument[]): Promise<void> => {
  for (const { processing_id: id } of documents) {
    await downloadFile(`/processing/results/${id}/archive`);
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
};

/** What can be done with the selected documents. */
export const SelectionBar = ({ documents, onDelete, onClear }: SelectionBarProps) => {
  const { t } = useTranslation('documents');
  const downloading = useMutation({ mutationFn: downloadAll });
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
          loading={downloading.isPending}
          onClick={() => {
            downloading.mutate(finished);
          }}
        >
          {t('selection.download')}
        </Button>
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
    </Paper>
  );
};
