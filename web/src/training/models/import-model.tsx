import { Button, FileButton, Stack, Text } from '@mantine/core';
import IconUpload from '@tabler/icons-react/icons/IconUpload';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importModel } from '../../api/training/models.ts';
import { hasStatus } from '../../api/client/problem.ts';
import { pendingFile } from '../../api/processing.ts';
import type { PendingFile } from '../../api/processing.ts';
import { describeError } from '../../components/describe-error.ts';
import { describeRefusal } from '../../components/describe-refusal.ts';
import { showDone } from '../../components/toasts.ts';
import { ProgressBar } from '../../components/progress/progress-bar.tsx';

/** Why a file was not taken. The name of the refused part is left out: there is only the file. */
const sentenceOf = (error: Error): string => {
  const refused = hasStatus(error, 422) ? (error.problem.errors ?? []) : [];
  return refused.length > 0 ? refused.map(describeRefusal).join('\n') : describeError(error).detail;
};

/** Adds a model that another deployment exported. It is in use when somebody chooses it. */
export const ImportModel = ({ workflowId }: { readonly workflowId: string }) => {
  const { t } = useTranslation('training');
  const queries = useQueryClient();
  const [part, setPart] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const send = useMutation({
    mutationFn: (pending: PendingFile) => {
      stop.current = new AbortController();
      setPart(0);
      return importModel(workflowId, pending, { signal: stop.current.signal, onProgress: setPart });
    },
    meta: { showsItsError: true },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workflows', workflowId, 'models'] });
      showDone(t('import.done'));
    },
  });
  const wasStopped = send.error?.name === 'AbortError';
  return (
    <Stack gap={4} maw={340}>
      {send.isPending ? (
        <>
          <ProgressBar part={part} animated={part >= 1} miw={180} label={t('import.sending')} />
          <Text size="xs" role="status">
            {t(part >= 1 ? 'import.checking' : 'import.sending')}
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              stop.current?.abort();
            }}
          >
            {t('app:cancel')}
          </Button>
        </>
      ) : (
        <FileButton
          onChange={(file) => {
            if (file !== null) send.mutate(pendingFile(file));
          }}
        >
          {(props) => (
            <Button size="xs" variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
      )}
      {send.error === null || wasStopped ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {sentenceOf(send.error)}
        </Text>
      )}
    </Stack>
  );
};
