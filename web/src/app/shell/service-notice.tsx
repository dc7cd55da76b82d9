import { Affix, Notification } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isServiceAway, onServiceChange } from '../../api/client/service-away.ts';

/** Says on every page that the service does not answer, as long as it does not. The page goes on by itself. */
export const ServiceNotice = () => {
  const { t } = useTranslation('app');
  const isAway = useSyncExternalStore(onServiceChange, isServiceAway);
  return (
    <Affix position={{ bottom: 16, left: 16 }} maw="calc(100vw - 32px)" role="status">
      {isAway ? (
        <Notification
          // The status around it is what screen readers say: an alert inside it would be said once more.
          role="presentation"
          color="orange"
          loading
          withCloseButton={false}
          withBorder
          title={t('error.noAnswer')}
          styles={{ description: { color: 'var(--mantine-color-dimmed)' } }}
        >
          {t('error.noAnswerDetail')}
        </Notification>
      ) : null}
    </Affix>
  );
};
