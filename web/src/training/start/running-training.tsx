import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../../api/account/account.ts';
import { cancelTraining } from '../../api/training/trainings.ts';
import type { Training } from '../../api/training/trainings.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TimeText } from '../../components/format/time-text.tsx';
import { useFormat } from '../../components/format/use-format.ts';
import { ProgressBar } from '../../components/progress/progress-bar.tsx';
import { useRole } from '../../session/use-role.ts';

interface RunningTrainingProps {
  readonly workflowId: string;
  readonly training: Training;
}

/** How far the training is, the time that is left, and the errors so far. It goes on when the page is left. */
export const RunningTraining = ({ workflowId, training }: RunningTrainingProps) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const queries = useQueryClient();
  const mayCancel = useRole('member');
  const { data: account } = useQuery(accountQuery);
  const email = account?.email ?? null;
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => cancelTraining(workflowId, training.training_id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['trainings', workflowId] }),
  });
  const { step, progress, remaining_seconds: left, metrics, documents, started_at: started } = training;
  if (step === null) return null;
  const text = t(`step.${step}`);
  return (
    <Card component="section" withBorder padding="md" aria-labelledby="running">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" id="running">
            {t('running.title')}
          </Title>
          {mayCancel && step !== 'deploying' ? (
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                setAsking(true);
              }}
            >
              {t('running.cancel')}
            </Button>
          ) : null}
        </Group>
        <ProgressBar part={progress} size="lg" animated label={t('running.title')} />
        <Group justify="space-between" gap="xs">
          <Text role="status">
            {text} ({format.percent(progress, 0)})
          </Text>
          <Text c="dimmed">
            {left === null ? t('running.leftUnknown') : t('running.left', { time: format.duration(left) })}
          </Text>
        </Group>
        <Group gap="lg">
          {documents === null ? null : <Text size="sm">{t('documents', { count: documents.used })}</Text>}
          {started === null ? null : (
            <Text size="sm">
              {t('running.since')} <TimeText time={started} />
            </Text>
          )}
          {metrics.validation_error === undefined ? null : (
            <Text size="sm">{t('running.errors', { rate: format.percent(metrics.validation_error, 2) })}</Text>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {email === null ? t('running.leave') : t('running.leaveMail', { email })}
        </Text>
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          setAsking(false);
        }}
        onConfirm={() => cancel.mutateAsync()}
        title={t('running.ask')}
        action={t('running.cancel')}
        keep={t('running.keep')}
      >
        {t('running.cancelText')}
      </ConfirmDialog>
    </Card>
  );
};
