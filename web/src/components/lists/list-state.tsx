import { Button, Center } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../error-state.tsx';
import { LoadingState } from '../loading-state.tsx';

interface ListQuery {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

interface ListStateProps {
  readonly query: ListQuery;
  readonly count: number;
  /** Drawn where the list has nothing. */
  readonly empty: ReactNode;
  /** Drawn where it has something. */
  readonly children: ReactNode;
}

/** A list of an infinite query in each of its states, with a button for the rows that were not fetched yet. */
export const ListState = ({ query, count, empty, children }: ListStateProps) => {
  const { t } = useTranslation('app');
  if (query.isPending) return <LoadingState />;
  if (query.error !== null && count === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (count === 0) return empty;
  return (
    <>
      {query.error === null ? null : <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {children}
      {query.hasNextPage ? (
        <Center mt="sm">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </Center>
      ) : null}
    </>
  );
};
