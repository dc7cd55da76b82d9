import { Box, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title.ts';

interface PageProps {
  readonly title: string;
  /** Beside the title, such as the page's main button. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its heading; the title is also that of the browser's tab. */
export const Page = ({ title, actions, children }: PageProps) => {
  usePageTitle(title);
  return (
    <Box px={{ base: 'sm', sm: 'lg' }} py="md" maw={1800} mx="auto">
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} size="h2">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Box>
  );
};
