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
  const format = useFormat();
  const { state, places, dispatch } = editor;
  const { threshold, cursor, looked, served } = state;
  const isDecided = served.gaps.some(({ decidedBy }) => decidedBy !== null);
  const hasModel = served.gaps.some(({ decidedBy }) => decidedBy === 'model');
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
            label={(index) => format.percent(THRESHOLDS[index] ?? 0)}
            thumbValueText={(index) => format.percent(THRESHOLDS[index] ?? 0)}
            thumbProps={{ 'aria-labelledby': 'threshold-label' }}
          />
          <Text size="sm" fw={600} miw={48}>
            {format.percent(threshold)}
          </Text>
        </div>
      ) : null}
      <div className={classes['meaning']}>
        <Text span size="sm" fw={600}>
          {served.gaps.length === 0
            ? t('review.none')
            : isDecided
              ? t('review.places', { doubtful: places.length, count: served.gaps.length })
              : t('review.allPlaces', { count: places.length })}
        </Text>
        {hasModel ? <Meaning table={table} threshold={threshold} /> : null}
      </div>
      <Group gap={4} wrap="nowrap" display={places.length === 0 ? 'none' : 'flex'}>
        <Text size="sm" c="dimmed" me={4}>
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
  const format = useFormat();
  const expectation = table === null ? null : expectationAt(table, threshold);
  if (table === null || expectation === null) return null;
  const rate = (share: number): string => format.number(share, { style: 'percent', maximumSignificantDigits: 2 });
  const source =
    table.measured_on === 'general'
      ? t('review.general', { gaps: format.number(table.gaps) })
      : t('review.own', {
          count: table.gaps,
          gaps: format.number(table.gaps),
          documents: format.number(table.documents ?? 0),
        });
  const meaning = expectation.supported
    ? t(expectation.exact ? 'review.remain' : 'review.remainAtMost', { rate: rate(expectation.errorRate) })
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
