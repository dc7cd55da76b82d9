import { Alert, Button, List, Text } from '@mantine/core';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../../components/download-file.ts';
import type { DeletedDocument } from './delete-documents.ts';

interface DeletedNoticeProps {
  readonly documents: readonly DeletedDocument[];
  readonly onClose: () => void;
}

const LISTED = 5;

/** A cell of a table as CSV (RFC 4180). A spreadsheet must not take a file's name for a formula. */
const cellOf = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;

const tableOf = (documents: readonly DeletedDocument[]): Blob => {
  const rows = documents.map(({ processingId, name, goneAt }) => [processingId, name, goneAt].map(cellOf).join(','));
  return new Blob([['processing_id,file_name,deleted_at', ...rows, ''].join('\r\n')], { type: 'text/csv' });
};

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
      <Text size="sm">{t('deleted.text')}</Text>
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
          saveBlob(tableOf(documents), 'deleted.csv');
        }}
      >
        {t('deleted.save')}
      </Button>
    </Alert>
  );
};
