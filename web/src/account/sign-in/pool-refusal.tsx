import { Alert, Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import { PoolRefusedError } from '../../session/pool/second-factor.ts';

interface PoolRefusalProps {
  readonly error: Error;
  readonly onRetry?: () => void;
  /** The permission may be over. */
  readonly onRefused: () => void;
}

/** Why the user pool did not do what it was asked. */
export const PoolRefusal = ({ error, onRetry, onRefused }: PoolRefusalProps) => {
  const { t } = useTranslation('account');
  useEffect(() => {
    onRefused();
  }, [error, onRefused]);
  if (!(error instanceof PoolRefusedError))
    return <ErrorState error={error} {...(onRetry === undefined ? {} : { onRetry })} />;
  return (
    <Alert color="red" role="alert" title={t('secondFactor.refused')}>
      {error.message}
      {onRetry === undefined ? null : (
        <Button size="xs" variant="default" mt="sm" display="block" onClick={onRetry}>
          {t('app:retry')}
        </Button>
      )}
    </Alert>
  );
};
