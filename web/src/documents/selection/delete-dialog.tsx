import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../../api/documents.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

interface DeleteDialogProps {
  readonly documents: readonly ProcessedDocument[];
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks with the file's name; for several files their number must be typed. */
export const DeleteDialog = ({ documents, onConfirm, onClose }: DeleteDialogProps) => {
  const { t } = useTranslation('documents');
  const count = documents.length;
  const name = documents[0]?.file_name ?? '';
  return (
    <ConfirmDialog
      opened={count > 0}
      onClose={onClose}
      onConfirm={onConfirm}
      title={t('delete.title', { count, name })}
      action={t('delete.action')}
      {...(count > 1 ? { name: t('delete.several', { count }) } : {})}
    >
      {t('delete.text', { count })}
    </ConfirmDialog>
  );
};
