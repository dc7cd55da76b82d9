import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  /** A sentence that says how the first one comes here. */
  readonly text?: string;
  readonly icon?: ReactNode;
  /** A button that makes the first one. */
  readonly action?: ReactNode;
}

/** A list has nothing in it. */
export const EmptyState = ({ title, text, icon, action }: EmptyStateProps) => (
  <Stack align="center" gap="xs" py="xl" px="md" ta="center">
    {icon === undefined ? null : (
      <ThemeIcon variant="light" size={56} radius="xl" aria-hidden>
        {icon}
      </ThemeIcon>
    )}
    <Text fw={600}>{title}</Text>
    {text === undefined ? null : (
      <Text c="dimmed" maw={480} size="sm">
        {text}
      </Text>
    )}
    {action}
  </Stack>
);
