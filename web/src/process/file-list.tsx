import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../app/paths.ts';
import { useFormat } from '../components/format/use-format.ts';
import { ButtonTo } from '../components/links.tsx';
import { VirtualTable } from '../components/lists/virtual-table.tsx';
import type { Column } from '../components/lists/virtual-table.tsx';
import { ProgressBar } from '../components/progress/progress-bar.tsx';
import classes from './file-list.module.css';
import { FileButtons } from './file-buttons.tsx';
import { partDone } from './queue/queued-file.ts';
import type { FileState, QueuedFile } from './queue/queued-file.ts';
import { useStateText } from './use-state-text.ts';

const ROW_HEIGHT = 64;

/** A row for each file, with its bar and what can be done with it. */
export const FileList = ({ files }: { readonly files: readonly QueuedFile[] }) => {
  const { t } = useTranslation('process');
  const columns: readonly Column<QueuedFile>[] = [
    { key: 'file', header: t('list.file'), width: '1fr', cell: (file) => <FileCell file={file} /> },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('list.actions')}</VisuallyHidden>,
      width: '100px',
      align: 'end',
      cell: (file) => <FileActions file={file} />,
    },
  ];
  return (
    <VirtualTable
      label={t('list.label')}
      columns={columns}
      rows={files}
      keyOf={({ id }) => id}
      rowHeight={ROW_HEIGHT}
    />
  );
};

const COLORS: Readonly<Partial<Record<FileState['kind'], string>>> = {
  succeeded: 'teal',
  failed: 'red',
  cancelled: 'gray',
  interrupted: 'yellow',
};

const FileCell = ({ file: { name, size, state } }: { readonly file: QueuedFile }) => {
  const { t } = useTranslation('process');
  const format = useFormat();
  const text = useStateText(state, size);
  const isWorking = state.kind === 'uploading' || state.kind === 'processing';
  return (
    <div className={classes['cell']}>
      <div className={classes['name']}>
        <Text fw={500} lineClamp={2} title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {size === null ? t('list.sentBefore') : format.bytes(size)}
        </Text>
      </div>
      <Stack gap={4} className={classes['state']}>
        <Text size="sm" {...(state.kind === 'failed' ? { c: 'var(--mantine-color-error)' } : {})}>
          {text}
        </Text>
        <ProgressBar
          part={partDone(state)}
          size="sm"
          animated={isWorking}
          color={COLORS[state.kind] ?? 'blue'}
          label={name}
          text={text}
        />
      </Stack>
    </div>
  );
};

const FileActions = ({ file }: { readonly file: QueuedFile }) => {
  const { t } = useTranslation('process');
  const { state, name } = file;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {state.kind === 'succeeded' ? (
        <ButtonTo
          to={PATHS.editor}
          params={{ processingId: state.processingId }}
          size="xs"
          variant="light"
          aria-label={t('list.reviewName', { name })}
        >
          {t('list.review')}
        </ButtonTo>
      ) : null}
      <FileButtons file={file} />
    </Group>
  );
};
