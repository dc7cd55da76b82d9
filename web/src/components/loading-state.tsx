import { Center, Loader } from '@mantine/core';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';

/** Something is being fetched. It is drawn after a moment, so that quick answers do not flicker. */
export const LoadingState: FC<{ readonly label?: string }> = ({ label }) => {
  const { t } = useTranslation('app');
  return (
    <Center mih={160} role="status" aria-label={label ?? t('loading')}>
      <Loader type="dots" />
    </Center>
  );
};
