import { ActionIcon, Button, Group, SegmentedControl, Text, Tooltip } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/icons/IconChevronLeft';
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { USAGE_INTERVALS } from '../../api/account/usage-intervals.ts';
import { usageCsv } from '../../api/account/usage.ts';
import type { UsageRequest, UsageSeries } from '../../api/account/usage.ts';
import { saveBlob } from '../../components/download-file.ts';
import { useFormat } from '../../components/format/use-format.ts';
import { useNow } from '../../components/format/use-now.ts';
import type { DashboardSearch } from '../dashboard-search.ts';
import { isLatest, shiftPeriod } from './shift-period.ts';

interface PeriodBarProps {
  readonly request: UsageRequest;
  /** Undefined: not known yet. */
  readonly series: UsageSeries | undefined;
  readonly onChange: (search: DashboardSearch) => void;
}

/** Which intervals are shown, of which time; and the same as a file. */
export const PeriodBar = ({ request, series, onChange }: PeriodBarProps) => {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const now = useNow();
  const { interval, timeZone } = request;
  const csv = useMutation({
    mutationFn: () => usageCsv(request),
    onSuccess: (blob) => {
      saveBlob(blob, `usage-${interval}.csv`);
    },
  });
  const shift = (direction: -1 | 1): void => {
    if (series !== undefined) onChange({ interval, ...shiftPeriod(series, direction, now) });
  };
  return (
    <Group justify="space-between" gap="sm">
      <SegmentedControl
        aria-label={t('interval')}
        value={interval}
        data={USAGE_INTERVALS.map((value) => ({ value, label: t(`intervals.${value}`) }))}
        onChange={(value) => {
          const chosen = USAGE_INTERVALS.find((one) => one === value);
          if (chosen !== undefined) onChange({ interval: chosen });
        }}
      />
      <Group gap="xs">
        <Tooltip label={t('earlier')}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('earlier')}
            disabled={series === undefined}
            onClick={() => {
              shift(-1);
            }}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Text size="sm" aria-live="polite">
          {series === undefined
            ? '\u00a0'
            : t('period', {
                start: format.dateTime(series.start),
                end: format.dateTime(series.end),
                zone: timeZone,
              })}
        </Text>
        <Tooltip label={t('later')}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('later')}
            disabled={series === undefined || isLatest(series, now)}
            onClick={() => {
              shift(1);
            }}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Button
          variant="default"
          disabled={request.start === undefined && request.end === undefined}
          onClick={() => {
            onChange({ interval });
          }}
        >
          {t('now')}
        </Button>
        <Button
          variant="default"
          loading={csv.isPending}
          onClick={() => {
            csv.mutate();
          }}
        >
          {t('csv')}
        </Button>
      </Group>
    </Group>
  );
};
