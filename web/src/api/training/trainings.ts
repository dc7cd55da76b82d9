/** Trainings of a workflow. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client/client.ts';
import type { Schema } from '../client/client.ts';
import { cursorOf, LIST_PAGES } from '../results/pages.ts';

export type Training = Schema<'Training'>;

/** Milliseconds between two questions how far a training is. */
const POLL_MS = 1000;

const pathOf = (workflowId: string) => ({ path: { workflow_id: workflowId } });

/** A training has no step once it has ended. */
export const isRunning = ({ step }: Training): boolean => step !== null;

/** The history, the latest first; asked again while the latest runs. */
export const trainingsQuery = (workflowId: string) =>
  infiniteQueryOptions({
    queryKey: ['trainings', workflowId],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/trainings', {
          params: { ...pathOf(workflowId), query: { limit: 25, ...cursorOf(pageParam) } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => {
      const latest = data?.pages[0]?.items[0];
      return latest !== undefined && isRunning(latest) ? POLL_MS : false;
    },
    ...LIST_PAGES,
  });

/**
 * @param collections  whose documents it uses; null: all
 * @throws ApiProblem 422 where the data is not enough, 409 where another one runs; NoAnswerError
 */
export const startTraining = (
  workflowId: string,
  collections: readonly string[] | null,
  idempotencyKey: string,
): Promise<Training> =>
  answerOf(
    api.POST('/workflows/{workflow_id}/trainings', {
      params: { ...pathOf(workflowId), header: { 'Idempotency-Key': idempotencyKey } },
      body: collections === null ? {} : { collections: [...collections] },
    }),
  );

/** @throws ApiProblem 409 where it has ended or its model is going live; NoAnswerError */
export const cancelTraining = (workflowId: string, trainingId: string): Promise<Training> =>
  answerOf(
    api.POST('/workflows/{workflow_id}/trainings/{training_id}/cancel', {
      params: {
        path: { workflow_id: workflowId, training_id: trainingId },
        header: { 'Idempotency-Key': crypto.randomUUID() },
      },
    }),
  );
