import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/icons/IconArrowLeft';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { modelQuery } from '../api/training/models.ts';
import type { Schema } from '../api/client/client.ts';
import { PATHS } from '../app/paths.ts';
import { ErrorState } from '../components/error-state.tsx';
import { ButtonTo } from '../components/links.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Page } from '../components/page.tsx';
import { ModelActions } from './models/model-actions.tsx';
import { useModelName } from './models/use-model-name.ts';
import { Report } from './report/report.tsx';

/** /workflows/{id}/training/{version}: the report of the training that made a model. */
export const ModelPage: FC = () => {
  const { t } = useTranslation('training');
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  // The address has both.
  const workflowId = String(params['workflowId']);
  const version = String(params['version']);
  const { data: model, error, refetch } = useQuery(modelQuery(workflowId, version));
  const nameOf = useModelName();
  return (
    <Page
      title={model === undefined ? t('report.title') : nameOf(model)}
      actions={
        <Group gap="xs">
          <ButtonTo
            to={PATHS.training}
            params={{ workflowId }}
            size="xs"
            variant="subtle"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            {t('title')}
          </ButtonTo>
          {model === undefined ? null : (
            <>
              <ButtonTo
                to={PATHS.compareModels}
                params={{ workflowId }}
                search={{ candidate: version }}
                size="xs"
                variant="default"
              >
                {t('compare.withAnother')}
              </ButtonTo>
              <ModelActions workflowId={workflowId} model={model} />
            </>
          )}
        </Group>
      }
    >
      {error !== null && model === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : model === undefined ? (
        <LoadingState />
      ) : (
        <Stack gap="md">
          <Verdict model={model} />
          {model.evaluation === null ? (
            <Text>{t('report.ofBase')}</Text>
          ) : (
            <Report workflowId={workflowId} evaluation={model.evaluation} />
          )}
        </Stack>
      )}
    </Page>
  );
};

const COLORS = { high: 'teal', fair: 'blue', not_enough_data: 'yellow' } as const;

/** How sure the model is, and whether it is in use. */
const Verdict = ({ model }: { readonly model: Schema<'Model'> }) => {
  const { t } = useTranslation('training');
  const { evaluation, in_use: inUse, source, documents } = model;
  // What the training decided of a model that was imported concerns the workflow that trained it.
  const decision = source === 'import' ? null : model.decision;
  if (evaluation === null) return null;
  const { confidence } = evaluation.assessment;
  return (
    <Alert
      color={COLORS[confidence]}
      title={t(`verdict.${confidence}.title`)}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Group gap="xs" mb={4}>
        {inUse ? (
          <Badge variant="default" tt="none">
            {t('models.inUse')}
          </Badge>
        ) : null}
        {documents === null ? null : <Text size="sm">{t('documents', { count: documents })}.</Text>}
        {decision === null ? null : <Text size="sm">{t(`decision.${decision}`)}</Text>}
      </Group>
      <Text size="sm">{t(`verdict.${confidence}.text`)}</Text>
    </Alert>
  );
};
