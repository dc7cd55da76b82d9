import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf, api } from '../api/client/client.ts';
import { queue } from './queue/queue.ts';

/** Documents that are looked for: more than anybody watches. */
const MOST = 200;

/** Follows the documents of a workflow that the service has not ended, such as those that were sent before a reload. */
export const useFoundDocuments = (workflowId: string): void => {
  const { data } = useQuery({
    queryKey: ['unfinished-documents', workflowId],
    queryFn: async ({ signal }) => {
      const query = { state: ['processing' as const, 'queued' as const], limit: MOST };
      const { items } = await answerOf(
        api.GET('/workflows/{workflow_id}/documents', {
          params: { path: { workflow_id: workflowId }, query },
          signal,
        }),
      );
      return items;
    },
    // A list of before would follow documents that have ended meanwhile.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (data === undefined) return;
    queue.follow(data.map(({ processing_id: processingId, file_name: name }) => ({ workflowId, processingId, name })));
  }, [data, workflowId]);
};
