import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Migration } from '../api/migration.ts';
import { activateModel } from '../api/training/models.ts';
import { useAttempt } from '../api/client/use-attempt.ts';
import { workflowQuery } from '../api/workflows.ts';
import { showDone } from '../components/toasts.ts';
import { useRole } from '../session/use-role.ts';

/** The way back to the model that was in use before the move. */
export const GoBack = ({ migration }: { readonly migration: Migration }) => {
  const { t } = useTranslation('migration');
  const { workflow_id: workflowId, before_version: before } = migration;
  const isMember = useRole('member');
  const queries = useQueryClient();
  const { data: workflow } = useQuery(workflowQuery(workflowId));
  const attempt = useAttempt();
  const activate = useMutation({
    mutationFn: (version: string) =>
      attempt([workflowId, version], ({ key }) => activateModel(workflowId, version, key)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workflows'] });
      showDone(t('done.back'));
    },
  });
  if (before === null || !isMember || workflow === undefined) return null;
  if (workflow.model_version === before) return <Text>{t('isBack')}</Text>;
  return (
    <Group>
      <Button
        variant="default"
        loading={activate.isPending}
        onClick={() => {
          activate.mutate(before);
        }}
      >
        {t('goBack')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('goBackText')}
      </Text>
    </Group>
  );
};
