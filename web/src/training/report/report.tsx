import { Skeleton, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ModelEvaluation } from '../../api/training/models.ts';
import { useFormat } from '../../components/format/use-format.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { ScrollTable } from '../../components/lists/scroll-table.tsx';
import { useCollectionName } from '../../training-data/collections/use-collection-name.ts';
import { FiguresTable } from './figures-table.tsx';
import { calibrationPoints, curvePoints } from './points.ts';
import { ReportCard } from './report-card.tsx';
import { WrongDocuments } from './wrong-documents.tsx';

// The charts are large: the tables are there before them.
const fallback = <Skeleton h={240} />;
const BeforeAfterChart = lazyPart(async () => (await import('./report-charts.tsx')).BeforeAfterChart, { fallback });
const LearningCurveChart = lazyPart(async () => (await import('./report-charts.tsx')).LearningCurveChart, { fallback });
const CalibrationChart = lazyPart(async () => (await import('./report-charts.tsx')).CalibrationChart, { fallback });
const ReviewChart = lazyPart(async () => (await import('./report-charts.tsx')).ReviewChart, { fallback });

interface ReportProps {
  readonly workflowId: string;
  readonly evaluation: ModelEvaluation;
}

/** What a training has measured on documents that it held out. */
export const Report = ({ workflowId, evaluation }: ReportProps) => (
  <Stack gap="md">
    <BeforeAfter evaluation={evaluation} />
    <LearningCurve evaluation={evaluation} />
    <ReviewTable evaluation={evaluation} />
    <Calibration evaluation={evaluation} />
    <WrongDocuments workflowId={workflowId} documents={evaluation.wrong_documents} />
  </Stack>
);

type PartProps = Pick<ReportProps, 'evaluation'>;

const BeforeAfter = ({ evaluation }: PartProps) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const nameOf = useCollectionName();
  const { metrics_before: before, metrics: after, collections, trained_on: data } = evaluation;
  const labels = [t('report.before'), t('report.after')] as const;
  const rows = [
    { name: t('report.all'), gaps: data.evaluated_gaps, before: before.error_rate, after: after.error_rate },
    ...collections.map((one) => ({
      name: nameOf(one.collection),
      gaps: one.gaps,
      before: one.before.error_rate,
      after: one.after.error_rate,
    })),
  ];
  return (
    <ReportCard
      title={t('report.change.title')}
      text={t('report.change.text', {
        before: format.percent(before.error_rate, 2),
        after: format.percent(after.error_rate, 2),
        gaps: format.number(data.evaluated_gaps),
        documents: format.number(data.documents),
      })}
      chart={<BeforeAfterChart rows={rows} labels={labels} />}
    >
      <FiguresTable label={t('report.change.title')} labels={labels} before={before} after={after} />
      {collections.length === 0 ? null : (
        <ScrollTable label={t('report.table', { title: t('report.collections') })} minWidth={340} mt="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('report.collections')}</Table.Th>
              <Table.Th ta="right">{t('report.places')}</Table.Th>
              <Table.Th ta="right">{labels[0]}</Table.Th>
              <Table.Th ta="right">{labels[1]}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.name}>
                <Table.Th scope="row" fw={400}>
                  {row.name}
                </Table.Th>
                <Table.Td ta="right">{format.number(row.gaps)}</Table.Td>
                <Table.Td ta="right">{format.percent(row.before, 2)}</Table.Td>
                <Table.Td ta="right">{format.percent(row.after, 2)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ScrollTable>
      )}
    </ReportCard>
  );
};

const LearningCurve = ({ evaluation }: PartProps) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const { learning_curve: curve, assessment } = evaluation;
  const { confidence, more_documents: more, target_error_rate: target } = assessment;
  const advice =
    more !== null && more > 0
      ? t('report.curve.more', { count: more, target: format.percent(target, 2) })
      : confidence === 'not_enough_data'
        ? t('report.curve.tooFew')
        : t(more === 0 ? 'report.curve.noMore' : 'report.curve.unknown');
  return (
    <ReportCard
      title={t('report.curve.title')}
      text={advice}
      chart={<LearningCurveChart points={curvePoints(evaluation)} />}
    >
      <ScrollTable label={t('report.table', { title: t('report.curve.title') })} minWidth={320}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('report.curve.documents')}</Table.Th>
            <Table.Th ta="right">{t('report.curve.error')}</Table.Th>
            <Table.Th ta="right">{t('figure.interval')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {curve.map(({ documents, error_rate: error, interval: { low, high } }) => (
            <Table.Tr key={documents}>
              <Table.Th scope="row" fw={400}>
                {documents === 0 ? t('report.curve.start') : format.number(documents)}
              </Table.Th>
              <Table.Td ta="right">{format.percent(error, 2)}</Table.Td>
              <Table.Td ta="right">
                {format.percent(low, 2)} – {format.percent(high, 2)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </ReportCard>
  );
};

const ReviewTable = ({ evaluation }: PartProps) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const { threshold_table: rows, trained_on: data } = evaluation;
  return (
    <ReportCard
      title={t('report.review.title')}
      text={t('report.review.text', { gaps: format.number(data.evaluated_gaps) })}
      chart={
        <ReviewChart
          rows={rows.map(({ correction_effort: effort, error_rate_after_correction: left }) => ({ effort, left }))}
        />
      }
    >
      <ScrollTable label={t('report.table', { title: t('report.review.title') })} minWidth={360}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('report.review.threshold')}</Table.Th>
            <Table.Th ta="right">{t('report.review.effort')}</Table.Th>
            <Table.Th ta="right">{t('report.review.left')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.threshold}>
              <Table.Th scope="row" fw={400}>
                {format.percent(row.threshold, 0)}
              </Table.Th>
              <Table.Td ta="right">{format.percent(row.correction_effort)}</Table.Td>
              <Table.Td ta="right">
                {format.percent(row.error_rate_after_correction, 2)}
                {row.support === 'not_enough_data' ? ' *' : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
      {rows.some(({ support }) => support === 'not_enough_data') ? (
        <Text size="xs">* {t('report.review.tooFew')}</Text>
      ) : null}
    </ReportCard>
  );
};

const Calibration = ({ evaluation }: PartProps) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const { calibration: bins } = evaluation;
  return (
    <ReportCard
      title={t('report.calibration.title')}
      text={t('report.calibration.text')}
      chart={<CalibrationChart points={calibrationPoints(bins)} />}
    >
      <ScrollTable label={t('report.table', { title: t('report.calibration.title') })} minWidth={320} maxHeight={260}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('report.calibration.stated')}</Table.Th>
            <Table.Th ta="right">{t('report.calibration.observed')}</Table.Th>
            <Table.Th ta="right">{t('report.places')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bins
            .filter(({ gaps }) => gaps > 0)
            .map(({ from, stated, splits, gaps }) => (
              <Table.Tr key={from}>
                <Table.Th scope="row" fw={400}>
                  {format.percent(stated)}
                </Table.Th>
                <Table.Td ta="right">{format.percent(splits)}</Table.Td>
                <Table.Td ta="right">{format.number(gaps)}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </ScrollTable>
    </ReportCard>
  );
};
