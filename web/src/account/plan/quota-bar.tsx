import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../components/format/use-format.ts';
import { ProgressBar } from '../../components/progress/progress-bar.tsx';

interface QuotaBarProps {
  readonly label: string;
  readonly used: number;
  /** Null: there is no limit. */
  readonly left: number | null;
  readonly limit: number | null;
}

/** From this part on the bar warns. */
const NEARLY_USED = 0.8;

/** How much of a monthly limit is used. */
export const QuotaBar = ({ label, used, left, limit }: QuotaBarProps) => {
  const { t } = useTranslation('account');
  const format = useFormat();
  const part = limit === null ? 0 : Math.min(1, used / limit);
  const color = part >= 1 ? 'red' : part >= NEARLY_USED ? 'orange' : undefined;
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text fw={600}>{label}</Text>
        <Text size="sm">
          {limit === null
            ? t('month.used', { used: format.number(used) })
            : t('month.usedOf', { used: format.number(used), limit: format.number(limit) })}
        </Text>
      </Group>
      {limit === null ? null : (
        <ProgressBar part={part} {...(color === undefined ? {} : { color })} label={label} size="md" />
      )}
      <Text size="sm" c="dimmed">
        {left === null ? t('month.noLimit') : t('month.left', { left: format.number(left) })}
      </Text>
    </Stack>
  );
};
