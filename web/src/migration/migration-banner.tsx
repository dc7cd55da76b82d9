import { Alert, Group, Text } from '@mantine/core';
import IconArrowUpCircle from '@tabler/icons-react/icons/IconArrowUpCircle';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { migrationQuery } from '../api/migration.ts';
import { GENERIC_WORKFLOW_ID, workflowQuery } from '../api/workflows.ts';
import { PATHS } from '../app/paths.ts';
import { useFormat } from '../components/format/use-format.ts';
import { ButtonTo } from '../components/links.tsx';

/** Says on a workflow's pages that it will move to a newer model, and when. Nothing where no migration is announced. */
export const MigrationBanner = ({ workflowId }: { readonly workflowId: string }) => {
  const { t } = useTranslation('migration');
  const format = useFormat();
  const isGeneric = workflowId === GENERIC_WORKFLOW_ID;
  const { data: workflow } = useQuery({ ...workflowQuery(workflowId), enabled: !isGeneric });
  // Only workflows that were trained and have an older base model are moved.
  const { data: migration } = useQuery({
    ...migrationQuery(workflowId),
    enabled: workflow !== undefined && !workflow.preview && !workflow.is_latest_architecture,
  });
  if (migration?.state !== 'announced') return null;
  return (
    <Alert icon={<IconArrowUpCircle aria-hidden />} radius={0} role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {migration.due_at === null ? t('banner.noDay') : t('banner.day', { day: format.dateTime(migration.due_at) })}
        </Text>
        <ButtonTo to={PATHS.migration} params={{ workflowId }} size="xs" variant="default">
          {t('banner.show')}
        </ButtonTo>
      </Group>
    </Alert>
  );
};
