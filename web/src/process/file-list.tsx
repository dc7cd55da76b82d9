import { Group, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../app/paths.ts';
import { useFormat } from '../components/format/use-format.ts';
import { ButtonTo } from '../components/links.tsx';
import { VirtualTable } from '../components/lists/virtual-table.tsx';
import type { Column } from '../components/lists/virtual-table.tsx';
import { FileButtons } from './file-buttons.tsx';
import type { QueuedFile } from './queue/queued-file.ts';
import { QueuedFileRow } from './queued-file-row.tsx';
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

const FileCell = ({ file }: { readonly file: QueuedFile }) => {
  const { t } = useTranslation('process');
  const format = useFormat();
  const { size, state } = file;
  return (
    <QueuedFileRow
      file={file}
      size={size === null ? t('list.sentBefore') : format.bytes(size)}
      text={useStateText(state, size)}
    />
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
