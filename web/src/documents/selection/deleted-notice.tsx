import { Alert, Button, List, Text } from '@mantine/core';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../../components/download-file.ts';
import type { DeletedDocument } from './delete-documents.ts';
import { deletedTable } from './deleted-table.ts';

interface DeletedNoticeProps {
  readonly documents: readonly DeletedDocument[];
  readonly onClose: () => void;
}

const LISTED = 5;

/** That the documents are gone: the service was asked for each of them, and does not have it. */
export const DeletedNotice = ({ documents, onClose }: DeletedNoticeProps) => {
  const { t } = useTranslation('documents');
  if (documents.length === 0) return null;
  const more = documents.length - LISTED;
  return (
    <Alert
      color="teal"
      role="status"
      icon={<IconTrash aria-hidden />}
      title={t('deleted.title', { count: documents.length })}
      withCloseButton
      onClose={onClose}
      mb="md"
    >
      <Text size="sm">{t('deleted.text', { count: documents.length })}</Text>
      <List size="sm" my="xs">
        {documents.slice(0, LISTED).map(({ processingId, name }) => (
          <List.Item key={processingId}>{name}</List.Item>
        ))}
        {more > 0 ? <List.Item>{t('deleted.more', { count: more })}</List.Item> : null}
      </List>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          saveBlob(new Blob([deletedTable(documents)], { type: 'text/csv' }), 'deleted.csv');
        }}
      >
        {t('deleted.save')}
      </Button>
    </Alert>
  );
};
