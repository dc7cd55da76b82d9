import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signInInNewTab } from './pool-session.ts';

/** Signs in in another tab, so that nothing on this page is lost. */
export const PoolSignInAgain = () => {
  const { t } = useTranslation('session');
  const queries = useQueryClient();
  const [waits, setWaits] = useState(false);
  const stop = useRef<(() => void) | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
  }, []);
  useEffect(
    () => () => {
      stop.current?.();
    },
    [],
  );
  const begin = (): void => {
    stop.current?.();
    stop.current = signInInNewTab(() => void queries.invalidateQueries());
    setWaits(true);
  };
  return (
    <Stack>
      <Button ref={button} onClick={begin}>
        {t('pool.inNewTab')}
      </Button>
      <Text size="sm" role="status">
        {waits ? t('pool.waiting') : ''}
      </Text>
    </Stack>
  );
};
