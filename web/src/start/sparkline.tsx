import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usageQuery } from '../api/account/usage.ts';
import { TIME_ZONE } from '../components/format/time-zone.ts';
import { sparklinePoints } from './sparkline-points.ts';

const WIDTH = 120;
const HEIGHT = 28;

/** The documents of the last 30 days as a line, and their number. */
export const Sparkline = ({ workflowId }: { readonly workflowId: string }) => {
  const { t } = useTranslation('start');
  const { data } = useQuery(usageQuery({ workflowId, interval: 'daily', timeZone: TIME_ZONE }));
  return (
    <Group gap="xs" wrap="nowrap" mih={HEIGHT}>
      {data === undefined ? null : (
        <>
          <svg
            width={WIDTH}
            height={HEIGHT}
            viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
            preserveAspectRatio="none"
            aria-hidden
            focusable="false"
          >
            <polyline
              points={sparklinePoints(
                data.items.map(({ documents }) => documents),
                WIDTH,
                HEIGHT,
              )}
              fill="none"
              stroke="var(--mantine-primary-color-filled)"
              strokeWidth={2}
              strokeLinejoin="round"
            />
          </svg>
          <Text size="xs" c="dimmed">
            {t('card.use', { count: data.total.documents })}
          </Text>
        </>
      )}
    </Group>
  );
};
