import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import IconArrowsLeftRight from '@tabler/icons-react/icons/IconArrowsLeftRight';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BASE_MODEL, modelsQuery } from '../../api/training/models.ts';
import type { ModelSummary } from '../../api/training/models.ts';
import { itemsOf } from '../../api/results/pages.ts';
import { PATHS } from '../../app/paths.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { useFormat } from '../../components/format/use-format.ts';
import { AnchorTo, ButtonTo } from '../../components/links.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { useIsWide } from '../../components/lists/use-is-wide.ts';
import { useRole } from '../../session/use-role.ts';
import { ImportModel } from './import-model.tsx';
import { ModelActions } from './model-actions.tsx';
import { useModelName } from './use-model-name.ts';

/** The models of a workflow: which one is in use, and the way to another. */
export const Models = ({ workflowId }: { readonly workflowId: string }) => {
  const { t } = useTranslation('training');
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    modelsQuery(workflowId),
  );
  const isMember = useRole('member');
  const isWide = useIsWide();
  const models = itemsOf(data);
  return (
    <Stack component="section" gap="xs" aria-labelledby="models">
      <Group justify="space-between" gap="xs" align="flex-start">
        <Title order={2} size="h4" id="models">
          {t('models.title')}
        </Title>
        <Group gap="xs" align="flex-start">
          {models.length > 1 ? (
            <ButtonTo
              to={PATHS.compareModels}
              params={{ workflowId }}
              size="xs"
              variant="default"
              leftSection={<IconArrowsLeftRight size={16} aria-hidden />}
            >
              {t('compare.open')}
            </ButtonTo>
          ) : null}
          {isMember ? <ImportModel workflowId={workflowId} /> : null}
        </Group>
      </Group>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState />
      ) : (
        <Table aria-labelledby="models" verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('models.model')}</Table.Th>
              {isWide ? (
                <>
                  <Table.Th>{t('history.documents')}</Table.Th>
                  <Table.Th>{t('models.errors')}</Table.Th>
                  <Table.Td />
                </>
              ) : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {models.map((model) => (
              <ModelRow key={model.model_version} workflowId={workflowId} model={model} isWide={isWide} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {hasNextPage ? (
        <Group>
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('history.more')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
};

interface ModelRowProps {
  readonly workflowId: string;
  readonly model: ModelSummary;
  /** Whether each fact has a column of its own. */
  readonly isWide: boolean;
}

const ModelRow = ({ workflowId, model, isWide }: ModelRowProps) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const nameOf = useModelName();
  const { model_version: version, in_use: inUse, documents, error_rate_after: errors } = model;
  const facts = [
    ...(documents === null ? [] : [t('documents', { count: documents })]),
    ...(errors === null ? [] : [`${t('models.errors')}: ${format.percent(errors, 2)}`]),
  ];
  return (
    <Table.Tr {...(inUse ? { bg: 'var(--mantine-color-default-hover)' } : {})}>
      <Table.Td>
        <Group gap="xs">
          {version === BASE_MODEL ? (
            <Text size="sm" fw={600}>
              {nameOf(model)}
            </Text>
          ) : (
            <AnchorTo to={PATHS.model} params={{ workflowId, version }} size="sm" fw={600}>
              {nameOf(model)}
            </AnchorTo>
          )}
          {inUse ? (
            <Badge color="teal" variant="light" tt="none">
              {t('models.inUse')}
            </Badge>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          {version === BASE_MODEL ? t('models.baseText') : version}
        </Text>
        {isWide ? null : (
          <>
            <Text size="xs" mb={6}>
              {facts.join(', ')}
            </Text>
            <ModelActions workflowId={workflowId} model={model} />
          </>
        )}
      </Table.Td>
      {isWide ? (
        <>
          <Table.Td>{documents === null ? '–' : format.number(documents)}</Table.Td>
          <Table.Td>{errors === null ? '–' : format.percent(errors, 2)}</Table.Td>
          <Table.Td>
            <Group justify="flex-end">
              <ModelActions workflowId={workflowId} model={model} />
            </Group>
          </Table.Td>
        </>
      ) : null}
    </Table.Tr>
  );
};
