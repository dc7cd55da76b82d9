import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { withdrawVerification } from '../../api/results/results.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { EditedFile } from '../source/editor-source.ts';

interface WithdrawDialogProps {
  readonly processingId: string;
  readonly file: EditedFile;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Takes the verification back, and the correction that was saved with it. */
export const WithdrawDialog = ({ processingId, file, opened, onClose }: WithdrawDialogProps) => {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => withdrawVerification(processingId, file.version),
    onSettled: () => queries.invalidateQueries({ queryKey: ['editor', 'result', processingId] }),
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => withdraw.mutateAsync()}
      title={t('withdraw.title', { name: file.fileName ?? t('title.result') })}
      action={t('withdraw.action')}
    >
      {t('withdraw.text')}
    </ConfirmDialog>
  );
};
