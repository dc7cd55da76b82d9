import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../../api/documents.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

interface DeleteDialogProps {
  readonly documents: readonly ProcessedDocument[];
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks with the file's name, or with the number of files. */
export const DeleteDialog = ({ documents, onConfirm, onClose }: DeleteDialogProps) => {
  const { t } = useTranslation('documents');
  const count = documents.length;
  const first = documents[0];
  const name = count === 1 && first !== undefined ? first.file_name.trim() : t('delete.several', { count });
  return (
    <ConfirmDialog
      opened={count > 0}
      onClose={onClose}
      onConfirm={onConfirm}
      title={t('delete.title', { count })}
      action={t('delete.action')}
      name={name}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
};
