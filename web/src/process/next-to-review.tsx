import { useQuery } from '@tanstack/react-query';
import { reviewQueueQuery } from '../api/documents.ts';
import { ReviewNextButton } from '../documents/review-next-button.tsx';
import { DEFAULT_THRESHOLD } from '../editor/header/thresholds.ts';

/** The way from the files that have been split to the review: the queue is asked for whenever all files are done. */
export const NextToReview = ({ workflowId }: { readonly workflowId: string }) => {
  const { data } = useQuery({ ...reviewQueueQuery(workflowId, DEFAULT_THRESHOLD), refetchOnMount: 'always' });
  return <ReviewNextButton queue={data} size="xs" />;
};
