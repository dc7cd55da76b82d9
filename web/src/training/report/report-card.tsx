import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import classes from './report.module.css';

interface ReportCardProps {
  readonly title: string;
  /** A sentence that says what is to be seen. */
  readonly text: string;
  readonly chart?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the report: a sentence, the chart, and the table that says the same. */
export const ReportCard = ({ title, text, chart, children }: ReportCardProps) => {
  const id = useId();
  return (
    <Card component="section" withBorder padding="md" aria-labelledby={id}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          <Text size="sm">{text}</Text>
        </div>
        {chart === undefined ? (
          children
        ) : (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            {chart}
            <div className={classes['tables']}>{children}</div>
          </SimpleGrid>
        )}
      </Stack>
    </Card>
  );
};
