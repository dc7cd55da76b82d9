import { Button, Group } from '@mantine/core';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { activateModel, BASE_MODEL, exportPath } from '../../api/training/models.ts';
import type { ModelSummary } from '../../api/training/models.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { downloadFile } from '../../components/download-file.ts';
import { showDone } from '../../components/toasts.ts';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { useRole } from '../../session/use-role.ts';
import { useModelName } from './use-model-name.ts';

interface ModelActionsProps {
  readonly workflowId: string;
  readonly model: ModelSummary;
}

/** Makes the model the one in use, and saves it as a file. Another model can be made the one in use at any time. */
export const ModelActions = ({ workflowId, model }: ModelActionsProps) => {
  const { t } = useTranslation('training');
  const nameOf = useModelName();
  const queries = useQueryClient();
  const actions = useKeptFocus<HTMLDivElement>(model.in_use);
  const isMember = useRole('member');
  const { model_version: version, in_use: inUse } = model;
  const name = nameOf(model);
  const use = t(version === BASE_MODEL ? 'models.activateBase' : 'models.activate');
  const attempt = useAttempt();
  const activate = useMutation({
    mutationFn: () => attempt([workflowId, version], ({ key }) => activateModel(workflowId, version, key)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workflows', workflowId] });
      void queries.invalidateQueries({ queryKey: ['review-table', workflowId] });
      showDone(t('models.activated', { name }));
    },
  });
  const save = useMutation({ mutationFn: () => downloadFile(exportPath(workflowId, version), `${version}.model`) });
  if (!isMember) return null;
  return (
    <Group gap={6} ref={actions} tabIndex={-1}>
      {inUse ? null : (
        <Button
          size="xs"
          variant="light"
          loading={activate.isPending}
          aria-label={`${use}: ${name}`}
          onClick={() => {
            activate.mutate();
          }}
        >
          {use}
        </Button>
      )}
      {version === BASE_MODEL ? null : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={save.isPending}
          aria-label={`${t('models.export')}: ${name}`}
          onClick={() => {
            save.mutate();
          }}
        >
          {t('models.export')}
        </Button>
      )}
    </Group>
  );
};
