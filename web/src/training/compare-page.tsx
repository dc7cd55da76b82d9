import { Alert, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/icons/IconArrowLeft';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { comparisonQuery } from '../api/training/models.ts';
import type { ModelComparison, ModelSummary } from '../api/training/models.ts';
import { hasStatus } from '../api/client/problem.ts';
import { PATHS } from '../app/paths.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { useFormat } from '../components/format/use-format.ts';
import { lazyPart } from '../components/lazy-part.tsx';
import { ButtonTo } from '../components/links.tsx';
import { MissingState } from '../components/loading-state.tsx';
import { Page } from '../components/page.tsx';
import { compareSearch } from './compare-search.ts';
import { useAllModels } from './models/use-all-models.ts';
import { useModelName } from './models/use-model-name.ts';
import { FiguresTable } from './report/figures-table.tsx';
import { ReportCard } from './report/report-card.tsx';

const BeforeAfterChart = lazyPart(async () => (await import('./report/report-charts.tsx')).BeforeAfterChart, {
  fallback: <Skeleton h={240} />,
});

/** /workflows/{id}/training/compare: any two models on the same documents. */
export const ComparePage: FC = () => {
  const { t } = useTranslation('training');
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  // The address has it.
  const workflowId = String(params['workflowId']);
  const search = compareSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { models, error, refetch } = useAllModels(workflowId);
  const candidate = search.candidate ?? models?.[0]?.model_version;
  const base = search.base ?? models?.find(({ model_version: version }) => version !== candidate)?.model_version;
  const show = (next: { readonly base?: string | undefined; readonly candidate?: string | undefined }): void => {
    void navigate({
      to: PATHS.compareModels,
      params: { workflowId },
      search: compareSearch({ base, candidate, ...next }),
      replace: true,
    });
  };
  return (
    <Page
      title={t('compare.title')}
      actions={
        <ButtonTo
          to={PATHS.training}
          params={{ workflowId }}
          size="xs"
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t('title')}
        </ButtonTo>
      }
    >
      {models === undefined ? (
        <MissingState error={error} refetch={refetch} />
      ) : models.length < 2 || base === undefined || candidate === undefined ? (
        <EmptyState title={t('compare.none')} text={t('compare.noneText')} />
      ) : (
        <Stack>
          {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
          <Group gap="sm" align="flex-end">
            <ModelSelect
              label={t('compare.base')}
              models={models}
              value={base}
              onChange={(version) => {
                show({ base: version });
              }}
            />
            <ModelSelect
              label={t('compare.candidate')}
              models={models}
              value={candidate}
              onChange={(version) => {
                show({ candidate: version });
              }}
            />
          </Group>
          {base === candidate ? (
            <Text>{t('compare.same')}</Text>
          ) : (
            <Comparison workflowId={workflowId} models={models} base={base} candidate={candidate} />
          )}
        </Stack>
      )}
    </Page>
  );
};

interface ModelSelectProps {
  readonly label: string;
  readonly models: readonly ModelSummary[];
  readonly value: string;
  readonly onChange: (version: string) => void;
}

const ModelSelect = ({ label, models, value, onChange }: ModelSelectProps) => {
  const { t } = useTranslation('training');
  const nameOf = useModelName();
  return (
    <Select
      label={label}
      w={420}
      maw="100%"
      allowDeselect={false}
      value={value}
      data={models.map((model) => ({
        value: model.model_version,
        label: model.in_use ? `${nameOf(model)} (${t('models.inUse')})` : nameOf(model),
      }))}
      onChange={(version) => {
        if (version !== null) onChange(version);
      }}
    />
  );
};

interface ComparisonProps {
  readonly workflowId: string;
  readonly models: readonly ModelSummary[];
  readonly base: string;
  readonly candidate: string;
}

const Comparison = ({ workflowId, models, base, candidate }: ComparisonProps) => {
  const { t } = useTranslation('training');
  const { data, error, refetch } = useQuery(comparisonQuery(workflowId, base, candidate));
  const nameOf = useModelName();
  const titleOf = (version: string): string => {
    const model = models.find((one) => one.model_version === version);
    return model === undefined ? version : nameOf(model);
  };
  if (hasStatus(error, 409))
    return (
      <Alert color="yellow" title={t('compare.notCompared')} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
        {t('compare.notComparedText')}
      </Alert>
    );
  if (data === undefined) return <MissingState error={error} refetch={refetch} />;
  return <Compared data={data} labels={[titleOf(base), titleOf(candidate)]} />;
};

interface ComparedProps {
  readonly data: ModelComparison;
  readonly labels: readonly [base: string, candidate: string];
}

const Compared = ({ data, labels }: ComparedProps) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const { error_change: change, error_change_interval: interval, held_out: heldOut } = data;
  const points = (rate: number): string =>
    format.number(100 * rate, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const kind = change < 0 ? 'fewer' : change > 0 ? 'more' : 'equal';
  const text = t(`compare.text.${kind}`, {
    candidate: labels[1],
    change: points(change),
    low: points(interval.low),
    high: points(interval.high),
    gaps: format.number(heldOut.evaluated_gaps),
    documents: format.number(heldOut.documents),
  });
  return (
    <ReportCard
      title={t('compare.result')}
      text={text}
      chart={
        <BeforeAfterChart
          rows={[{ name: t('report.all'), before: data.base.error_rate, after: data.candidate.error_rate }]}
          labels={labels}
        />
      }
    >
      <FiguresTable label={t('compare.result')} labels={labels} before={data.base} after={data.candidate} />
    </ReportCard>
  );
};
