import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { Deletion } from './use-deletion.ts';

interface DeleteDialogProps {
  readonly deletion: Deletion;
}

/** Asks with the file's name; for several files their number must be typed. */
export const DeleteDialog = ({ deletion }: DeleteDialogProps) => {
  const { t } = useTranslation('documents');
  const { asked, ask, confirm, deleted, isWorking, stop } = deletion;
  const count = asked.length;
  const name = asked[0]?.file_name ?? '';
  const isLong = isWorking && count > 1;
  return (
    <ConfirmDialog
      opened={count > 0}
      onClose={() => {
        ask([]);
      }}
      onConfirm={confirm}
      title={t('delete.title', { count, name })}
      action={t('delete.action')}
      progress={isLong ? { text: t('delete.progress', { done: deleted.length, count }), stop } : undefined}
      {...(count > 1 ? { name: t('delete.several', { count }) } : {})}
    >
      {t('delete.text', { count })}
    </ConfirmDialog>
  );
};
