import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { themeWith } from './theme.ts';

export const App = () => {
  const { t } = useTranslation('app');
  const close = t('close');
  const theme = useMemo(() => themeWith(close), [close]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <section aria-label={t('notifications')}>
        <Notifications position="bottom-right" withinPortal={false} />
      </section>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
};
