import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Training } from '../../api/training/trainings.ts';
import { PATHS } from '../../app/paths.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { TimeText } from '../../components/format/time-text.tsx';
import { useFormat } from '../../components/format/use-format.ts';
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
        <Table.ScrollContainer minWidth={620}>
          <Table aria-labelledby="history" verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('history.when')}</Table.Th>
                <Table.Th>{t('history.state')}</Table.Th>
                <Table.Th>{t('history.documents')}</Table.Th>
                <Table.Th>{t('history.result')}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {trainings.map((training) => (
                <TrainingRow key={training.training_id} workflowId={workflowId} training={training} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
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

const TrainingRow = ({ workflowId, training }: { readonly workflowId: string; readonly training: Training }) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const nameOf = useCollectionName();
  const { created_at: created, state, documents, collections, model_version: version, failure, decision } = training;
  return (
    <Table.Tr>
      <Table.Td>
        <TimeText time={created} />
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={COLORS[state] ?? 'blue'} tt="none" fw={500} miw="max-content">
          {t(`state.${state}`)}
        </Badge>
      </Table.Td>
      <Table.Td>
        {documents === null ? '–' : format.number(documents.used)}
        {collections === null ? null : (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {collections.map(nameOf).join(', ')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Change before={training.error_rate_before} after={training.error_rate_after} />
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
      </Table.Td>
      <Table.Td ta="right">
        {version === null || state !== 'trained' ? null : (
          <ButtonTo
            to={PATHS.model}
            params={{ workflowId, version }}
            size="xs"
            variant="light"
            aria-label={`${t('report.open')}: ${format.dateTime(created)}`}
          >
            {t('report.open')}
          </ButtonTo>
        )}
      </Table.Td>
    </Table.Tr>
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
