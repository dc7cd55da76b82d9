import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api, apiUrl, send } from '../client/client.ts';
import type { Schema } from '../client/client.ts';
import { problemOf } from '../client/problem.ts';
import type { UsageInterval } from './usage-intervals.ts';

export type UsageSeries = Schema<'UsageSeries'>;
export interface UsageRequest {
  readonly workflowId: string;
  readonly interval: UsageInterval;
  /** Name of the IANA time zone database. */
  readonly timeZone: string;
  /** ISO 8601; absent: so many intervals before the end as the API finds usual. */
  readonly start?: string | undefined;
  /** ISO 8601; absent: now. */
  readonly end?: string | undefined;
}

const searchOf = ({ timeZone, start, end }: UsageRequest) => ({
  time_zone: timeZone,
  ...(start === undefined ? {} : { start }),
  ...(end === undefined ? {} : { end }),
});

export const usageQuery = (request: UsageRequest) =>
  queryOptions({
    queryKey: ['workflows', request.workflowId, 'usage', request],
    queryFn: ({ signal }) =>
      // The header asks for JSON: the answer is not the CSV that the schema allows too.
      answerOf(
        api.GET('/processing/{workflow_key}/usage/{interval}', {
          params: {
            path: { workflow_key: request.workflowId, interval: request.interval },
            query: searchOf(request),
          },
          headers: { accept: 'application/json' },
          signal,
        }),
      ) as Promise<UsageSeries>,
    placeholderData: keepPreviousData,
  });

/** The same series as CSV. @throws ApiProblem, NoAnswerError */
export const usageCsv = async (request: UsageRequest): Promise<Blob> => {
  const path = `/processing/${encodeURIComponent(request.workflowId)}/usage/${request.interval}`;
  const url = `${apiUrl(path)}?${new URLSearchParams(searchOf(request)).toString()}`;
  const response = await send(new Request(url, { headers: { accept: 'text/csv' } }));
  if (!response.ok) throw problemOf(await response.json().catch(() => undefined), response);
  return response.blob();
};
