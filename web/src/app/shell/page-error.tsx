import { Box } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { FC } from 'react';
import { ErrorState } from '../../components/error-state.tsx';

/** What a page shows instead of itself where drawing it failed. The navigation stays. */
export const PageError: FC<ErrorComponentProps> = ({ error, reset }) => (
  <Box p="lg">
    <ErrorState error={error} onRetry={reset} />
  </Box>
);
