import { Badge, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../api/client/client.ts';
import { shownTrainingState } from '../api/shown-training-state.ts';
import { GENERIC_WORKFLOW_ID } from '../api/workflows.ts';
import { TimeText } from '../components/format/time-text.tsx';
import { ApiImage } from '../components/images/api-image.tsx';

const THUMBNAIL_PX = 64;

/** What a workflow is: picture, description, training, and the settings it was made with. */
export const WorkflowFacts = ({ workflow }: { readonly workflow: Schema<'Workflow'> }) => {
  const { t } = useTranslation('dashboard');
  const { document_specification: specification } = workflow;
  const state = shownTrainingState(workflow);
  const description = workflow.workflow_id === GENERIC_WORKFLOW_ID ? t('generic') : workflow.description;
  return (
    <Group align="start" wrap="nowrap">
      {workflow.thumbnail === null ? null : (
        <ApiImage path={workflow.thumbnail} alt="" aspectRatio={1} style={{ width: THUMBNAIL_PX, borderRadius: 8 }} />
      )}
      <Stack gap={6}>
        {description === null ? null : <Text maw={720}>{description}</Text>}
        <Group gap="xs">
          {state === null ? null : <Badge variant="light">{t(`app:trainingState.${state}`)}</Badge>}
          {workflow.last_training_date === null ? null : (
            <Text size="sm" c="dimmed">
              {t('lastTraining')} <TimeText time={workflow.last_training_date} />
            </Text>
          )}
          {specification === null ? null : (
            <Text size="sm" c="dimmed">
              {[
                t(`script.${specification.script}`),
                t(`textType.${specification.text_type}`),
                t(`cropping.${specification.cropping}`),
                t(`learns.${workflow.learns_from_corrections}`),
              ].join(', ')}
            </Text>
          )}
        </Group>
      </Stack>
    </Group>
  );
};
