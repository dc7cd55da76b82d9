import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createErrorReport } from '../../api/results/results.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { showDone } from '../../components/toasts.ts';
import { useKeptText } from './use-kept-text.ts';

interface ErrorReportDialogProps {
  readonly processingId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Characters, as the API has it. */
const MAX_DESCRIPTION = 2000;

/** Tells the operator of the service what is wrong with a result. */
export const ErrorReportDialog = ({ processingId, opened, onClose }: ErrorReportDialogProps) => {
  const { t } = useTranslation('editor');
  const [description, setDescription] = useKeptText(`error report ${processingId}`);
  const attempt = useAttempt();
  const send = useMutation({
    mutationFn: () =>
      attempt([processingId, description.trim()], ({ key }) =>
        createErrorReport(processingId, description.trim(), key),
      ),
    meta: { showsItsError: true },
    onSuccess: () => {
      showDone(t('errorReport.done'));
      setDescription('');
      onClose();
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t('errorReport.title')}>
      <Stack>
        <Text size="sm">{t('errorReport.text')}</Text>
        <Textarea
          label={t('errorReport.label')}
          maxLength={MAX_DESCRIPTION}
          autosize
          minRows={3}
          value={description}
          data-autofocus
          onChange={({ currentTarget }) => {
            setDescription(currentTarget.value);
          }}
        />
        {send.error === null ? null : <ErrorState error={send.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            disabled={description.trim() === ''}
            loading={send.isPending}
            onClick={() => {
              send.mutate();
            }}
          >
            {t('errorReport.send')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
