import { Alert, Stack, Text } from '@mantine/core';
import IconArrowUpCircle from '@tabler/icons-react/icons/IconArrowUpCircle';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { migrationQuery } from '../api/migration.ts';
import type { Migration } from '../api/migration.ts';
import { PATHS } from '../app/paths.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { useFormat } from '../components/format/use-format.ts';
import { MissingState } from '../components/loading-state.tsx';
import { Page } from '../components/page.tsx';
import { GoBack } from './go-back.tsx';
import { MigrationActions } from './migration-actions.tsx';
import { PreviewComparison } from './preview-comparison.tsx';

const route = getRouteApi(PATHS.migration);

/** A workflow's way to a newer base model: the day, both models beside each other, and the owner's decision. */
export const MigrationPage: FC = () => {
  const { t } = useTranslation('migration');
  const { workflowId } = route.useParams();
  const {
    data: migration,
    error,
    refetch,
  } = useQuery({
    ...migrationQuery(workflowId),
    refetchInterval: ({ state }) => (state.data?.state === 'training' ? REFRESH_MS : false),
  });
  return (
    <Page title={t('title')}>
      {migration === undefined ? <MissingState error={error} refetch={refetch} /> : <State migration={migration} />}
    </Page>
  );
};

const REFRESH_MS = 10_000;

const State = ({ migration }: { readonly migration: Migration }) => {
  const { t } = useTranslation('migration');
  const format = useFormat();
  const { state, due_at: due, ended_at: ended, reason } = migration;
  const day = ended === null ? '' : format.dateTime(ended);
  if (state === 'none')
    return <EmptyState icon={<IconArrowUpCircle />} title={t('none.title')} text={t('none.text')} />;
  return (
    <Stack maw={960} gap="lg">
      {state === 'announced' ? (
        <Text>{due === null ? t('banner.noDay') : t('banner.day', { day: format.dateTime(due) })}</Text>
      ) : (
        <Alert color={state === 'failed' ? 'orange' : 'blue'} title={t(`state.${state}`, { day })}>
          {t(`stateText.${state}`)}
          {reason === null ? null : <Text size="sm">{reason}</Text>}
        </Alert>
      )}
      {state === 'announced' ? <PreviewComparison migration={migration} /> : null}
      {state === 'announced' ? <MigrationActions migration={migration} /> : null}
      {state === 'moved' ? <GoBack migration={migration} /> : null}
    </Stack>
  );
};
