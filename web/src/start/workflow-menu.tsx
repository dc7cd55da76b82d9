import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, untilGone } from '../api/client/client.ts';
import type { Schema } from '../api/client/client.ts';
import { ActionsMenu, DeleteItem } from '../components/actions-menu.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { showDone } from '../components/toasts.ts';
import { useRole } from '../session/use-role.ts';

/** What an owner can do with a workflow: delete it. */
export const WorkflowMenu = ({ workflow }: { readonly workflow: Schema<'Workflow'> }) => {
  const { t } = useTranslation('start');
  const queries = useQueryClient();
  const isOwner = useRole('owner');
  const [opened, dialog] = useDisclosure(false);
  const { workflow_id: workflowId, workflow_name: name } = workflow;
  const deleting = useMutation({
    mutationFn: () =>
      untilGone(api.DELETE('/workflows/{workflow_id}', { params: { path: { workflow_id: workflowId } } })),
    onSuccess: async () => {
      showDone(t('delete.done', { name }));
      await queries.invalidateQueries({ queryKey: ['workflows'] });
    },
  });
  if (!isOwner) return null;
  return (
    <>
      <ActionsMenu label={t('card.more', { name })}>
        <DeleteItem label={t('delete.item')} onClick={dialog.open} />
      </ActionsMenu>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        onConfirm={() => deleting.mutateAsync()}
        title={t('delete.title', { name })}
        action={t('delete.action')}
        name={name}
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  );
};
