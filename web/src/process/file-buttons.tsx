import { ActionIcon, Tooltip } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/icons/IconRefresh';
import IconX from '@tabler/icons-react/icons/IconX';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queue } from './queue/queue.ts';
import { isEnded } from './queue/queued-file.ts';
import type { QueuedFile } from './queue/queued-file.ts';

/** Cancels a file that is on its way, or sends one again that was cancelled or failed. */
export const FileButtons = ({ file }: { readonly file: QueuedFile }) => {
  const { t } = useTranslation('process');
  const cancelling = useMutation({ mutationFn: () => queue.cancel(file.id) });
  if (!isEnded(file))
    return (
      <Tooltip label={t('list.cancel')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('list.cancelName', { name: file.name })}
          loading={cancelling.isPending}
          onClick={() => {
            cancelling.mutate();
          }}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  if (!queue.canSendAgain(file)) return null;
  return (
    <Tooltip label={t('list.sendAgain')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('list.sendAgainName', { name: file.name })}
        onClick={() => {
          queue.sendAgain(file.id);
        }}
      >
        <IconRefresh size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
};
