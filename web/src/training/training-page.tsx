import { Stack } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOf } from '../api/results/pages.ts';
import { trainingDataKey } from '../api/training/training-data.ts';
import { isRunning, trainingsQuery } from '../api/training/trainings.ts';
import type { Training } from '../api/training/trainings.ts';
import { PATHS } from '../app/paths.ts';
import { ErrorState } from '../components/error-state.tsx';
import { ButtonTo } from '../components/links.tsx';
import { useKeptFocus } from '../components/use-kept-focus.ts';
import { LoadingState } from '../components/loading-state.tsx';
import { Page } from '../components/page.tsx';
import { useRole } from '../session/use-role.ts';
import { History } from './history/history.tsx';
import { Models } from './models/models.tsx';
import { RunningTraining } from './start/running-training.tsx';
import { StartTraining } from './start/start-training.tsx';

/** /workflows/{id}/training: starts trainings, follows them, and chooses the model in use. */
export const TrainingPage: FC = () => {
  const { t } = useTranslation('training');
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  // The address has it.
  const workflowId = String(params['workflowId']);
  const isMember = useRole('member');
  const list = useInfiniteQuery(trainingsQuery(workflowId));
  const { data, error, refetch } = list;
  const trainings = itemsOf(data);
  const [latest] = trainings;
  const running = latest !== undefined && isRunning(latest);
  const trains = useKeptFocus<HTMLDivElement>(running);
  useModelsOfNow(workflowId, latest);
  return (
    <Page
      title={t('title')}
      actions={
        isMember ? (
          <ButtonTo to={PATHS.trainingData} params={{ workflowId }} variant="default">
            {t('trainingData')}
          </ButtonTo>
        ) : null
      }
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState />
      ) : (
        <Stack gap="xl">
          <div ref={trains} tabIndex={-1}>
            {running ? (
              <RunningTraining workflowId={workflowId} training={latest} />
            ) : isMember ? (
              <StartTraining workflowId={workflowId} latest={latest} />
            ) : null}
          </div>
          <Models workflowId={workflowId} />
          <History
            workflowId={workflowId}
            trainings={trainings}
            hasMore={list.hasNextPage}
            isFetchingMore={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        </Stack>
      )}
    </Page>
  );
};

/** Fetches again what a training has changed when it ends. */
const useModelsOfNow = (workflowId: string, latest: Training | undefined): void => {
  const queries = useQueryClient();
  const now = latest === undefined ? '' : `${latest.training_id} ${latest.state}`;
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['workflows', workflowId] });
    void queries.invalidateQueries({ queryKey: trainingDataKey(workflowId) });
  }, [queries, workflowId, now]);
};
