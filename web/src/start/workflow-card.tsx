import { Badge, Card, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import IconFileUpload from '@tabler/icons-react/icons/IconFileUpload';
import IconStack2 from '@tabler/icons-react/icons/IconStack2';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../api/client/client.ts';
import { shownTrainingState } from '../api/shown-training-state.ts';
import type { ShownTrainingState } from '../api/shown-training-state.ts';
import { GENERIC_WORKFLOW_ID } from '../api/workflows.ts';
import { PATHS } from '../app/paths.ts';
import { TimeText } from '../components/format/time-text.tsx';
import { ApiImage } from '../components/images/api-image.tsx';
import { AnchorTo, ButtonTo } from '../components/links.tsx';
import { useRole } from '../session/use-role.ts';
import { ReviewLink } from './review-link.tsx';
import { Sparkline } from './sparkline.tsx';
import { WorkflowMenu } from './workflow-menu.tsx';

const THUMBNAIL_PX = 48;

type Workflow = Schema<'Workflow'>;

/** A workflow: what it is, how it is used, and what there is to do. Use and queue are asked for once it is seen. */
export const WorkflowCard = ({ workflow }: { readonly workflow: Workflow }) => {
  const { t } = useTranslation('start');
  const isMember = useRole('member');
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const [isSeen, setSeen] = useState(false);
  if (entry?.isIntersecting === true && !isSeen) setSeen(true);
  const { workflow_id: workflowId, description } = workflow;
  const isGeneric = workflowId === GENERIC_WORKFLOW_ID;
  const name = isGeneric ? t('app:generic') : workflow.workflow_name;
  return (
    <Card component="li" withBorder padding="md" ref={ref}>
      <Stack gap="sm" h="100%">
        <Group wrap="nowrap" align="start" gap="sm">
          <Picture path={workflow.thumbnail} />
          <div style={{ flex: 1, minWidth: 0 }}>
            <Title order={3} size="h4">
              <AnchorTo to={PATHS.dashboard} params={{ workflowId }} c="inherit" inherit>
                {name}
              </AnchorTo>
            </Title>
            <TrainingState workflow={workflow} />
          </div>
          {isGeneric ? null : <WorkflowMenu workflow={workflow} />}
        </Group>
        <div style={{ flex: 1 }}>
          <Text size="sm" c="dimmed" lineClamp={2}>
            {isGeneric ? t('card.generic') : description}
          </Text>
        </div>
        {isSeen ? <Sparkline workflowId={workflowId} /> : null}
        <Group justify="space-between" gap="xs" mih={30}>
          {isSeen ? <ReviewLink workflowId={workflowId} /> : null}
          {isMember ? (
            <ButtonTo
              to={PATHS.process}
              params={{ workflowId }}
              size="xs"
              variant="default"
              leftSection={<IconFileUpload size={16} aria-hidden />}
              aria-label={t('card.processName', { name })}
            >
              {t('card.process')}
            </ButtonTo>
          ) : null}
        </Group>
      </Stack>
    </Card>
  );
};

const Picture = ({ path }: { readonly path: string | null }) =>
  path === null ? (
    <Center
      w={THUMBNAIL_PX}
      h={THUMBNAIL_PX}
      bg="var(--mantine-color-default-hover)"
      style={{ borderRadius: 8, flex: 'none' }}
    >
      <IconStack2 aria-hidden />
    </Center>
  ) : (
    <ApiImage
      path={path}
      alt=""
      aspectRatio={1}
      style={{ width: THUMBNAIL_PX, borderRadius: 8, objectFit: 'cover', flex: 'none' }}
    />
  );

const COLORS: Readonly<Partial<Record<ShownTrainingState, string>>> = {
  trained: 'teal',
  imported: 'teal',
  failed: 'red',
  untrained: 'gray',
  cancelled: 'gray',
};

const TrainingState = ({ workflow }: { readonly workflow: Workflow }) => {
  const { t } = useTranslation('start');
  const { last_training_date: last, preview } = workflow;
  const state = shownTrainingState(workflow);
  return (
    <Group gap={6} mt={4}>
      {state === null ? null : (
        <Badge variant="light" size="sm" color={COLORS[state] ?? 'blue'}>
          {t(`app:trainingState.${state}`)}
        </Badge>
      )}
      {preview ? (
        <Badge variant="light" size="sm" color="yellow">
          {t('card.preview')}
        </Badge>
      ) : null}
      {last === null ? null : (
        <Text size="xs" c="dimmed">
          {t('card.lastTraining')} <TimeText time={last} />
        </Text>
      )}
    </Group>
  );
};
