import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One subject of the account, under its own heading. */
export const Section = ({ title, text, action, children }: SectionProps) => (
  <Card component="section" withBorder padding="lg" radius="md" aria-label={title} tabIndex={-1}>
    <Group justify="space-between" align="start" mb="md" gap="sm">
      <Stack gap={2} maw={720}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {text === undefined ? null : (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </Stack>
      {action}
    </Group>
    {children}
  </Card>
);
