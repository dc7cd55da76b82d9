import { Alert, Button, Card, Checkbox, Group, Radio, ScrollArea, Stack, Text, Title } from '@mantine/core';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOf } from '../../api/results/pages.ts';
import { ApiProblem } from '../../api/client/problem.ts';
import { collectionsQuery, trainingDataQuery } from '../../api/training/training-data.ts';
import { startTraining } from '../../api/training/trainings.ts';
import type { Training } from '../../api/training/trainings.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { PATHS } from '../../app/paths.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { ButtonTo } from '../../components/links.tsx';
import { useCollectionName } from '../../training-data/collections/use-collection-name.ts';
import { chosenDocuments } from './chosen-documents.ts';

/** Codes of refusals because of the data, for which there is a text. */
const REFUSALS = ['no_documents', 'one_document', 'too_few_documents', 'no_boundary', 'single_pages_only'] as const;

interface StartTrainingProps {
  readonly workflowId: string;
  /** The latest training, which has ended; undefined: there was none. */
  readonly latest: Training | undefined;
}

/** Starts a training on all or some collections, and says what is missing where it cannot start. */
export const StartTraining = ({ workflowId, latest }: StartTrainingProps) => {
  const { t } = useTranslation('training');
  const queries = useQueryClient();
  const { data: counts } = useQuery(trainingDataQuery(workflowId));
  const { data: collections } = useInfiniteQuery(collectionsQuery(workflowId));
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const attempt = useAttempt();
  const start = useMutation({
    mutationFn: () =>
      attempt([workflowId, latest?.training_id, chosen], ({ key }) => startTraining(workflowId, chosen, key)),
    meta: { showsItsError: true },
    onSettled: () => queries.invalidateQueries({ queryKey: ['trainings', workflowId] }),
  });
  const documents = counts === undefined ? undefined : chosenDocuments(counts, itemsOf(collections), chosen);
  const missing = documents?.missing ?? 0;
  return (
    <Card component="section" withBorder padding="md" aria-labelledby="start">
      <Stack gap="sm">
        <Title order={2} size="h4" id="start">
          {t(latest === undefined ? 'start.first' : 'start.again')}
        </Title>
        <Text size="sm">
          {t('start.text')}
          {documents === undefined ? null : ` ${t('start.documents', { count: documents.used })}`}
        </Text>
        <Which
          workflowId={workflowId}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            start.reset();
          }}
        />
        {missing > 0 ? (
          <Alert color="yellow" title={t('start.cannot')} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
            <Text size="sm">{t('start.missing', { count: missing })}</Text>
          </Alert>
        ) : null}
        <Refusal workflowId={workflowId} error={start.error} />
        <Group>
          <Button
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            loading={start.isPending}
            disabled={missing > 0 || chosen?.length === 0}
            onClick={() => {
              start.mutate();
            }}
          >
            {t('start.start')}
          </Button>
          {missing > 0 ? (
            <ButtonTo to={PATHS.trainingData} params={{ workflowId }} variant="default">
              {t('start.add')}
            </ButtonTo>
          ) : null}
        </Group>
      </Stack>
    </Card>
  );
};

interface WhichProps {
  readonly workflowId: string;
  /** Null: all collections. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
}

const Which = ({ workflowId, chosen, onChange }: WhichProps) => {
  const { t } = useTranslation(['training', 'training-data']);
  const nameOf = useCollectionName();
  const { data } = useInfiniteQuery(collectionsQuery(workflowId));
  const collections = itemsOf(data).filter(({ annotated_count: annotated }) => annotated > 0);
  if (collections.length < 2) return null;
  return (
    <Radio.Group
      label={t('start.which')}
      value={chosen === null ? 'all' : 'some'}
      onChange={(value) => {
        onChange(value === 'all' ? null : collections.map(({ name }) => name));
      }}
    >
      <Group mt={6} gap="lg">
        <Radio value="all" label={t('start.all')} />
        <Radio value="some" label={t('start.some')} />
      </Group>
      {chosen === null ? null : (
        <Checkbox.Group
          mt="xs"
          aria-label={t('start.some')}
          value={[...chosen]}
          onChange={(names) => {
            onChange(names);
          }}
        >
          <ScrollArea.Autosize mah={220}>
            <Stack gap={6} p={3}>
              {collections.map(({ name, annotated_count: count }) => (
                <Checkbox key={name} value={name} label={`${nameOf(name)} (${t('training-data:files', { count })})`} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Checkbox.Group>
      )}
    </Radio.Group>
  );
};

const Refusal = ({ workflowId, error }: { readonly workflowId: string; readonly error: Error | null }) => {
  const { t } = useTranslation('training');
  if (error === null) return null;
  const code = error instanceof ApiProblem ? REFUSALS.find((one) => one === error.code) : undefined;
  if (code === undefined || !(error instanceof ApiProblem)) return <ErrorState error={error} />;
  const count = error.problem.missing?.documents ?? 0;
  return (
    <Alert
      color="yellow"
      role="alert"
      title={t('start.cannot')}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Text size="sm">
        {t(`start.refused.${code}`)}
        {count > 0 ? ` ${t('start.missing', { count })}` : null}
      </Text>
      <ButtonTo mt="xs" size="xs" to={PATHS.trainingData} params={{ workflowId }} variant="default">
        {t('start.add')}
      </ButtonTo>
    </Alert>
  );
};
