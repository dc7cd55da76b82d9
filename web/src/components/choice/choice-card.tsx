import { Group, Radio, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './choice-card.module.css';

interface ChoiceCardProps {
  readonly value: string;
  /** A drawing of what the choice does. */
  readonly picture: ReactNode;
  readonly name: string;
  readonly text: string;
}

/** One choice of a Radio.Group as a card with a picture. */
export const ChoiceCard = ({ value, picture, name, text }: ChoiceCardProps) => (
  <Radio.Card value={value} className={classes['card'] ?? ''}>
    {picture}
    <Group gap={8} wrap="nowrap" align="flex-start">
      <Radio.Indicator mt={2} size="xs" />
      <div>
        <Text size="sm" fw={600} component="span">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      </div>
    </Group>
  </Radio.Card>
);
