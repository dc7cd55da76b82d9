import { Alert, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import IconBulb from '@tabler/icons-react/icons/IconBulb';
import { useTranslation } from 'react-i18next';
import type { TrainingData } from '../../api/training/training-data.ts';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../components/format/use-format.ts';
import { CardTo } from '../../components/links.tsx';
import { ProgressBar } from '../../components/progress/progress-bar.tsx';
import { STATUSES } from '../training-data-search.ts';
import { FEWEST, neededOf } from './needed.ts';

interface CountsProps {
  readonly workflowId: string;
  readonly data: TrainingData;
}

/** Files by status, and how many more documents a good model needs, and why. */
export const Counts = ({ workflowId, data }: CountsProps) => {
  const { t } = useTranslation('training-data');
  const format = useFormat();
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
        {STATUSES.map((status) => (
          <CardTo
            key={status}
            to={PATHS.trainingData}
            params={{ workflowId }}
            search={{ status }}
            withBorder
            padding="sm"
            td="none"
            c="inherit"
          >
            <Text size="sm" c="dimmed">
              {t(`status.${status}`)}
            </Text>
            <Text size="xl" fw={700}>
              {format.number(data.files_by_status[status])}
            </Text>
          </CardTo>
        ))}
        <Card withBorder padding="sm">
          <Text size="sm" c="dimmed">
            {t('counts.documents')}
          </Text>
          <Text size="xl" fw={700}>
            {format.number(data.documents)}
          </Text>
        </Card>
        <Card withBorder padding="sm">
          <Text size="sm" c="dimmed">
            {t('counts.pages')}
          </Text>
          <Text size="xl" fw={700}>
            {format.number(data.pages)}
          </Text>
        </Card>
      </SimpleGrid>
      <Advice data={data} />
    </Stack>
  );
};

const Advice = ({ data }: { readonly data: TrainingData }) => {
  const { t } = useTranslation('training-data');
  const format = useFormat();
  const { more, missing, part, advice, basis } = neededOf(data);
  const { documents: trained, added_documents: added, target_error_rate: target } = data.computed_from;
  const values = {
    count: (advice === 'trainAgain' ? added : more) ?? 0,
    trained: format.number(trained ?? 0),
    added: format.number(added ?? 0),
    target: format.percent(target ?? 0),
  };
  return (
    <Alert
      icon={<IconBulb aria-hidden />}
      color={missing > 0 ? 'yellow' : 'blue'}
      title={t(advice === 'more' ? `advice.more.${basis}` : `advice.${advice}`, values)}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap={6}>
        {part === null ? null : (
          <Group gap="sm" wrap="nowrap">
            <ProgressBar part={part} flex={1} maw={480} label={t('advice.part')} />
            <Text size="sm">
              {t('advice.of', {
                documents: format.number(data.documents),
                count: data.documents + (more ?? 0),
                all: format.number(data.documents + (more ?? 0)),
              })}
            </Text>
          </Group>
        )}
        <Text size="sm">
          {t(missing > 0 ? 'advice.missing' : 'advice.possible', { count: missing, fewest: FEWEST })}
        </Text>
        <Text size="sm">
          {t(`advice.from.${basis}`, values)}
          {data.used_documents < data.documents
            ? ` ${t('advice.drawn', { used: format.number(data.used_documents) })}`
            : null}
        </Text>
      </Stack>
    </Alert>
  );
};
