import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteTrainingDocument, trainingDataKey } from '../../api/training/training-data.ts';
import type { TrainingDocument } from '../../api/training/training-data.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showDone } from '../../components/toasts.ts';

interface DeleteDocumentDialogProps {
  readonly workflowId: string;
  readonly document: TrainingDocument | undefined;
  readonly onClose: () => void;
}

export const DeleteDocumentDialog = ({ workflowId, document, onClose }: DeleteDocumentDialogProps) => {
  const { t } = useTranslation('training-data');
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      if (document !== undefined) await deleteTrainingDocument(workflowId, document.document_id);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: trainingDataKey(workflowId) });
      showDone(t('documents.deleted', { name: document?.file_name ?? '' }));
    },
  });
  return (
    <ConfirmDialog
      opened={document !== undefined}
      onClose={onClose}
      onConfirm={() => remove.mutateAsync()}
      title={t('documents.deleteTitle', { name: document?.file_name ?? '' })}
      action={t('documents.delete')}
    >
      {t('documents.deleteText')}
    </ConfirmDialog>
  );
};
