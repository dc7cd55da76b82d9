import { getRouteApi } from '@tanstack/react-router';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { usageQuery } from '../api/account/usage.ts';
import { GENERIC_WORKFLOW_ID, workflowQuery } from '../api/workflows.ts';
import { PATHS } from '../app/paths.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { TIME_ZONE } from '../components/format/time-zone.ts';
import { ButtonTo } from '../components/links.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Page } from '../components/page.tsx';
import { Charts } from './charts/charts.tsx';
import { Figures } from './figures.tsx';
import { PeriodBar } from './period/period-bar.tsx';
import { WorkflowFacts } from './workflow-facts.tsx';

const route = getRouteApi(PATHS.dashboard);

/** A workflow and its use over time. */
export const DashboardPage: FC = () => {
  const { t } = useTranslation('dashboard');
  const { workflowId } = route.useParams();
  const { interval = 'daily', start, end } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: workflow, error: workflowError, refetch } = useQuery(workflowQuery(workflowId));
  const request = { workflowId, interval, timeZone: TIME_ZONE, start, end };
  const usage = useQuery(usageQuery(request));
  const name = workflowId === GENERIC_WORKFLOW_ID ? t('app:generic') : workflow?.workflow_name;
  if (workflowError !== null && workflow === undefined)
    return (
      <Page title={t('title')}>
        <ErrorState
          error={workflowError}
          onRetry={() => {
            void refetch();
            void usage.refetch();
          }}
        />
      </Page>
    );
  const isUnused =
    usage.data !== undefined && usage.data.total.api_calls.length === 0 && usage.data.total.requests === 0;
  return (
    <Page
      title={name ?? t('title')}
      actions={
        <ButtonTo to={PATHS.process} params={{ workflowId }}>
          {t('process')}
        </ButtonTo>
      }
    >
      <Stack gap="lg">
        {workflow === undefined ? null : <WorkflowFacts workflow={workflow} />}
        <PeriodBar
          request={request}
          series={usage.data}
          onChange={(search) => void navigate({ search, replace: true })}
        />
        {usage.error === null ? null : <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />}
        {usage.data === undefined ? (
          usage.error === null && <LoadingState />
        ) : (
          <>
            <Figures total={usage.data.total} />
            {isUnused ? <EmptyState title={t('empty.title')} text={t('empty.text')} /> : <Charts series={usage.data} />}
          </>
        )}
      </Stack>
    </Page>
  );
};
