import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/icons/IconRefresh';
import IconX from '@tabler/icons-react/icons/IconX';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../components/format/use-format.ts';
import { ProgressBar } from '../../components/progress/progress-bar.tsx';
import cells from '../../process/file-list.module.css';
import { isEnded, partDone, summaryOf } from '../../process/queue/queued-file.ts';
import type { FileState, QueuedFile } from '../../process/queue/queued-file.ts';
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
          <li key={file.id} className={`${cells['cell'] ?? ''} ${classes['row'] ?? ''}`}>
            <FileRow file={file} />
          </li>
        ))}
      </ul>
    </Stack>
  );
};

const COLORS: Readonly<Partial<Record<FileState['kind'], string>>> = {
  succeeded: 'teal',
  failed: 'red',
  cancelled: 'gray',
  interrupted: 'yellow',
};

const FileRow = ({ file }: { readonly file: QueuedFile }) => {
  const format = useFormat();
  const { name, size, state } = file;
  const text = useStateText(file);
  return (
    <>
      <div className={cells['name']}>
        <Text size="sm" fw={500} lineClamp={1} title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {format.bytes(size ?? 0)}
        </Text>
      </div>
      <Stack gap={4} className={cells['state'] ?? ''}>
        <Text size="sm" {...(state.kind === 'failed' ? { c: 'var(--mantine-color-error)' } : {})}>
          {text}
        </Text>
        <ProgressBar
          part={partDone(state)}
          size="sm"
          animated={state.kind === 'uploading' || state.kind === 'processing'}
          color={COLORS[state.kind] ?? 'blue'}
          label={name}
          text={text}
        />
      </Stack>
      <div className={classes['buttons']}>
        <FileButton file={file} />
      </div>
    </>
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
