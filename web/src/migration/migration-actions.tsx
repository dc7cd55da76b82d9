import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decideMigration } from '../api/migration.ts';
import type { Migration } from '../api/migration.ts';
import { useAttempt } from '../api/client/use-attempt.ts';
import { PATHS } from '../app/paths.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ButtonTo } from '../components/links.tsx';
import { showDone } from '../components/toasts.ts';
import { useRole } from '../session/use-role.ts';

type Decision = Parameters<typeof decideMigration>[1];

/** Try the preview; move now or decline, which only an owner may. */
export const MigrationActions = ({ migration }: { readonly migration: Migration }) => {
  const { t } = useTranslation('migration');
  const { workflow_id: workflowId, preview_workflow_id: preview } = migration;
  const isOwner = useRole('owner');
  const isMember = useRole('member');
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Decision>();
  const attempt = useAttempt();
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      attempt([workflowId, decision], ({ key }) => decideMigration(workflowId, decision, key)),
    onSuccess: async (_, decision) => {
      await queries.invalidateQueries({ queryKey: ['workflows'] });
      showDone(t(`done.${decision}`));
    },
  });
  return (
    <Group>
      {preview === null || !isMember ? null : (
        <ButtonTo to={PATHS.process} params={{ workflowId: preview }} variant="default">
          {t('try')}
        </ButtonTo>
      )}
      {isOwner ? (
        <>
          <Button
            onClick={() => {
              setAsking('move_now');
            }}
          >
            {t('move_now')}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              setAsking('decline');
            }}
          >
            {t('decline')}
          </Button>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('ownerDecides')}
        </Text>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => {
          setAsking(undefined);
        }}
        onConfirm={async () => {
          if (asking !== undefined) await decide.mutateAsync(asking);
        }}
        title={t(asking ?? 'move_now')}
        action={t(asking ?? 'move_now')}
      >
        {t(`ask.${asking ?? 'move_now'}`)}
      </ConfirmDialog>
    </Group>
  );
};
