import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/icons/IconRefresh';
import IconX from '@tabler/icons-react/icons/IconX';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../components/format/use-format.ts';
import { ProgressBar } from '../../components/progress/progress-bar.tsx';
import { isEnded, summaryOf } from '../../process/queue/queued-file.ts';
import type { FileState, QueuedFile } from '../../process/queue/queued-file.ts';
import { QueuedFileRow } from '../../process/queued-file-row.tsx';
import { useReadingFailure } from '../documents/use-reading-failure.ts';
import { trainingQueue } from './training-queue.ts';
import classes from './upload.module.css';

interface UploadListProps {
  readonly workflowId: string;
  readonly files: readonly QueuedFile[];
}

/** Rows that are drawn: the ones that matter come first, the others are counted. */
const DRAWN = 100;

const ORDER: readonly FileState['kind'][] = [
  'failed',
  'interrupted',
  'uploading',
  'processing',
  'waiting',
  'cancelled',
  'succeeded',
];

/** The files on their way, each with a bar; failures first. */
export const UploadList = ({ workflowId, files }: UploadListProps) => {
  const { t } = useTranslation('training-data');
  if (files.length === 0) return null;
  const { all, ended, part } = summaryOf(files);
  const shown = files
    .toSorted((one, other) => ORDER.indexOf(one.state.kind) - ORDER.indexOf(other.state.kind))
    .slice(0, DRAWN);
  return (
    <Stack gap="xs">
      <ProgressBar part={part} label={t('upload.list')} />
      <Group gap="sm" justify="space-between">
        <Text size="sm" role="status">
          {t('upload.summary', { ended, count: all })}
        </Text>
        {ended > 0 ? (
          <Button
            variant="subtle"
            size="xs"
            onClick={() => {
              trainingQueue.removeEnded(workflowId);
            }}
          >
            {t('upload.clear')}
          </Button>
        ) : null}
      </Group>
      <ul className={classes['files']} aria-label={t('upload.list')} tabIndex={0}>
        {shown.map((file) => (
          <li key={file.id} className={classes['row']}>
            <FileRow file={file} />
          </li>
        ))}
      </ul>
    </Stack>
  );
};

const FileRow = ({ file }: { readonly file: QueuedFile }) => {
  const format = useFormat();
  return (
    <QueuedFileRow file={file} size={format.bytes(file.size ?? 0)} text={useStateText(file)} isSmall>
      <div className={classes['buttons']}>
        <FileButton file={file} />
      </div>
    </QueuedFileRow>
  );
};

/** Cancels a file, or sends one again that was cancelled or failed. */
const FileButton = ({ file }: { readonly file: QueuedFile }) => {
  const { t } = useTranslation('training-data');
  const cancelling = useMutation({ mutationFn: () => trainingQueue.cancel(file.id) });
  const ended = isEnded(file);
  if (ended && !trainingQueue.canSendAgain(file)) return null;
  const label = t(ended ? 'upload.againName' : 'upload.cancelName', { name: file.name });
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        loading={cancelling.isPending}
        onClick={() => {
          if (ended) trainingQueue.sendAgain(file.id);
          else cancelling.mutate();
        }}
      >
        {ended ? <IconRefresh size={18} aria-hidden /> : <IconX size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
};

const useStateText = ({ state, size }: QueuedFile): string => {
  const { t } = useTranslation('training-data');
  const format = useFormat();
  const failureText = useReadingFailure();
  switch (state.kind) {
    case 'uploading':
      return state.part >= 1
        ? t('upload.state.sent')
        : t('upload.state.uploading', { sent: format.bytes(state.part * (size ?? 0)), size: format.bytes(size ?? 0) });
    case 'interrupted':
      return t(`upload.interrupted.${state.reason}`);
    case 'succeeded':
      return t('upload.state.succeeded', { pages: t('pages', { count: state.split.pages }) });
    case 'failed':
      return failureText(state.failure);
    case 'waiting':
    case 'processing':
    case 'cancelled':
      return t(`upload.state.${state.kind}`);
  }
};
