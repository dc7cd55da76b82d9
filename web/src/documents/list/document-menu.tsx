import { Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import IconPlayerStop from '@tabler/icons-react/icons/IconPlayerStop';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DOCUMENTS } from '../../api/documents.ts';
import type { ProcessedDocument } from '../../api/documents.ts';
import { cancelProcessing } from '../../api/processing.ts';
import { ActionsMenu, DeleteItem } from '../../components/actions-menu.tsx';

interface DocumentMenuProps {
  readonly document: ProcessedDocument;
  readonly onDownload: () => void;
  /** Absent: the person's role may not. */
  readonly onDelete: (() => void) | undefined;
}

/** What can be done with one document. */
export const DocumentMenu = ({ document, onDownload, onDelete }: DocumentMenuProps) => {
  const { t } = useTranslation('documents');
  const queries = useQueryClient();
  const { processing_id: processingId, workflow_id: workflowId, file_name: name, state } = document;
  const cancelling = useMutation({
    mutationFn: () => cancelProcessing(processingId),
    onSettled: () => queries.invalidateQueries({ queryKey: [DOCUMENTS, workflowId] }),
  });
  const isUnfinished = state === 'queued' || state === 'processing';
  return (
    <ActionsMenu label={t('list.more', { name })}>
      <Menu.Item
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={state !== 'succeeded'}
        onClick={onDownload}
      >
        {t('download.item')}
      </Menu.Item>
      {isUnfinished && onDelete !== undefined ? (
        <Menu.Item
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={() => {
            cancelling.mutate();
          }}
        >
          {t('list.cancel')}
        </Menu.Item>
      ) : null}
      {onDelete === undefined ? null : <DeleteItem label={t('delete.item')} onClick={onDelete} />}
    </ActionsMenu>
  );
};
