import { Alert, Button, Group, Text } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import { useTranslation } from 'react-i18next';
import { describeError } from './describe-error.ts';

interface ErrorStateProps {
  readonly error: unknown;
  /** Fetches again; absent: there is no button. */
  readonly onRetry?: () => void;
}

/** Something could not be fetched: what happened, and what to do. */
export const ErrorState = ({ error, onRetry }: ErrorStateProps) => {
  const { t } = useTranslation('app');
  const { title, detail } = describeError(error);
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {detail}
      </Text>
      {onRetry === undefined ? null : (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        </Group>
      )}
    </Alert>
  );
};
