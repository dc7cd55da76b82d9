import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Training } from '../../api/training/trainings.ts';
import { PATHS } from '../../app/paths.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { TimeText } from '../../components/format/time-text.tsx';
import { useFormat } from '../../components/format/use-format.ts';
import { FactsTable } from '../../components/lists/facts-table.tsx';
import { ButtonTo } from '../../components/links.tsx';
import { useCollectionName } from '../../training-data/collections/use-collection-name.ts';

interface HistoryProps {
  readonly workflowId: string;
  readonly trainings: readonly Training[];
  readonly hasMore: boolean;
  readonly isFetchingMore: boolean;
  readonly onMore: () => void;
}

/** All trainings, the latest first, with what came of each. */
export const History = ({ workflowId, trainings, hasMore, isFetchingMore, onMore }: HistoryProps) => {
  const { t } = useTranslation('training');
  return (
    <Stack component="section" gap="xs" aria-labelledby="history">
      <Title order={2} size="h4" id="history">
        {t('history.title')}
      </Title>
      {trainings.length === 0 ? (
        <EmptyState title={t('history.none')} text={t('history.noneText')} />
      ) : (
        <TrainingTable workflowId={workflowId} trainings={trainings} />
      )}
      {hasMore ? (
        <Group>
          <Button variant="default" size="xs" loading={isFetchingMore} onClick={onMore}>
            {t('history.more')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
};

const COLORS: Readonly<Partial<Record<Training['state'], string>>> = {
  trained: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

const TrainingTable = ({ workflowId, trainings }: Pick<HistoryProps, 'workflowId' | 'trainings'>) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  return (
    <FactsTable
      label={t('history.title')}
      rows={trainings}
      keyOf={(training) => training.training_id}
      name={{ label: t('history.when'), cell: (training) => <TimeText time={training.created_at} /> }}
      facts={[
        {
          label: t('history.state'),
          cell: ({ state }) => (
            <Badge variant="dot" color={COLORS[state] ?? 'blue'} tt="none" fw={500} miw="max-content">
              {t(`state.${state}`)}
            </Badge>
          ),
        },
        { label: t('history.documents'), cell: (training) => <Documents of={training} /> },
        { label: t('history.result'), cell: (training) => (isOpen(training) ? null : <Outcome of={training} />) },
      ]}
      actions={({ model_version: version, state, created_at: created }) =>
        version === null || state !== 'trained' ? null : (
          <ButtonTo
            to={PATHS.model}
            params={{ workflowId, version }}
            size="xs"
            variant="light"
            aria-label={`${t('report.open')}: ${format.dateTime(created)}`}
          >
            {t('report.open')}
          </ButtonTo>
        )
      }
    />
  );
};

const Documents = ({ of: { documents, collections } }: { readonly of: Training }) => {
  const format = useFormat();
  const nameOf = useCollectionName();
  return (
    <>
      {documents === null ? '–' : format.number(documents.used)}
      {collections === null ? null : (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {collections.map(nameOf).join(', ')}
        </Text>
      )}
    </>
  );
};

/** Whether nothing came of the training yet. */
const isOpen = ({ decision, failure, error_rate_after: after }: Training): boolean =>
  decision === null && failure === null && after === null;

/** What the training has changed, and what came of that or went wrong. */
const Outcome = ({ of: training }: { readonly of: Training }) => {
  const { t } = useTranslation('training');
  const { decision, failure, error_rate_before: before, error_rate_after: after } = training;
  return (
    <>
      <Change before={before} after={after} />
      {decision === null ? null : (
        <Text size="xs" c="dimmed">
          {t(`decision.${decision}`)}
        </Text>
      )}
      {failure === null ? null : (
        <Text size="xs" c="var(--mantine-color-error)">
          {t(`failure.${failure.code}`, { defaultValue: failure.detail })}
        </Text>
      )}
    </>
  );
};

interface ChangeProps {
  readonly before: number | null;
  readonly after: number | null;
}

/** The errors before and after on the same documents. */
const Change = ({ before, after }: ChangeProps) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  if (before === null || after === null) return null;
  return <Text size="sm">{t('change', { before: format.percent(before, 2), after: format.percent(after, 2) })}</Text>;
};
