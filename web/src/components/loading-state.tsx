import { Center, Loader } from '@mantine/core';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from './error-state.tsx';

/** Something is being fetched. It is drawn after a moment, so that quick answers do not flicker. */
export const LoadingState: FC<{ readonly label?: string }> = ({ label }) => {
  const { t } = useTranslation('app');
  return (
    <Center mih={160} role="status" aria-label={label ?? t('loading')}>
      <Loader type="dots" />
    </Center>
  );
};

interface MissingStateProps {
  /** Why it could not be fetched; null: it is being fetched. */
  readonly error: Error | null;
  /** Fetches again. */
  readonly refetch: () => unknown;
}

/** In place of what a query has not fetched: that it is being fetched, or why it is not there. */
export const MissingState: FC<MissingStateProps> = ({ error, refetch }) =>
  error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />;
