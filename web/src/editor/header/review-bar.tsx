import { ActionIcon, Group, Slider, Text, Tooltip } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/icons/IconChevronLeft';
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../components/format/use-format.ts';
import { expectationAt } from '../split/doubtful-places.ts';
import type { ReviewTable } from '../split/doubtful-places.ts';
import type { Editor } from '../state/use-editor.ts';
import { nearestThreshold, THRESHOLDS } from './thresholds.ts';
import classes from '../editor.module.css';

interface ReviewBarProps {
  readonly editor: Editor;
  readonly table: ReviewTable | null;
  readonly onThreshold: (threshold: number) => void;
}

/** The threshold, what it means, and the way from one doubtful place to the next. */
export const ReviewBar = memo(function ReviewBar({ editor, table, onThreshold }: ReviewBarProps) {
  const { t } = useTranslation('editor');
  const { language } = useFormat();
  const { state, places, dispatch } = editor;
  const { threshold, cursor, looked, served } = state;
  const isDecided = served.gaps.some(({ decidedBy }) => decidedBy !== null);
  const hasModel = served.gaps.some(({ decidedBy }) => decidedBy === 'model');
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const at = cursor === null ? -1 : places.indexOf(cursor);
  const seen = places.filter((gap) => looked.has(gap)).length;
  return (
    <section className={classes['review']} aria-label={t('review.label')}>
      {isDecided ? (
        <div className={classes['slider']}>
          <Text size="sm" id="threshold-label">
            {t('review.threshold')}
          </Text>
          <Slider
            w={170}
            size="sm"
            min={0}
            max={THRESHOLDS.length - 1}
            value={nearestThreshold(threshold)}
            onChange={(index) => {
              onThreshold(THRESHOLDS[index] ?? threshold);
            }}
            label={(index) => percent.format(THRESHOLDS[index] ?? 0)}
            thumbProps={{ 'aria-labelledby': 'threshold-label', 'aria-valuetext': percent.format(threshold) }}
          />
          <Text size="sm" fw={600} miw={48}>
            {percent.format(threshold)}
          </Text>
        </div>
      ) : null}
      <div className={classes['meaning']}>
        <Text span size="sm" fw={600}>
          {isDecided
            ? t('review.places', { count: places.length, gaps: served.gaps.length })
            : t('review.allPlaces', { count: places.length })}
        </Text>
        {hasModel ? <Meaning table={table} threshold={threshold} /> : null}
      </div>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t('review.seen', { seen, count: places.length })}
        </Text>
        <Tooltip label={t('review.previous')}>
          <ActionIcon
            variant="default"
            aria-label={t('review.previous')}
            disabled={places.length === 0}
            onClick={() => {
              dispatch({ type: 'previous' });
            }}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Text size="sm" ta="center" miw={44}>
          {at === -1 ? `– / ${places.length}` : `${at + 1} / ${places.length}`}
        </Text>
        <Tooltip label={t('review.next')}>
          <ActionIcon
            variant="default"
            aria-label={t('review.next')}
            disabled={places.length === 0}
            onClick={() => {
              dispatch({ type: 'next' });
            }}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    </section>
  );
});

const Meaning = ({ table, threshold }: { readonly table: ReviewTable | null; readonly threshold: number }) => {
  const { t } = useTranslation('editor');
  const { language } = useFormat();
  const expectation = table === null ? null : expectationAt(table, threshold);
  if (table === null || expectation === null) return null;
  const rate = new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 });
  const whole = new Intl.NumberFormat(language);
  const source =
    table.measured_on === 'general'
      ? t('review.general', { gaps: whole.format(table.gaps) })
      : t('review.own', {
          gaps: whole.format(table.gaps),
          documents: whole.format(table.documents ?? 0),
        });
  const meaning = expectation.supported
    ? t(expectation.exact ? 'review.remain' : 'review.remainAtMost', { rate: rate.format(expectation.errorRate) })
    : t('review.notEnough');
  return (
    <>
      <Text span size="sm">
        {`; ${meaning} `}
      </Text>
      <Text span size="xs" c="dimmed">
        ({source})
      </Text>
    </>
  );
};
