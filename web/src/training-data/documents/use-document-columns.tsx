import { ActionIcon, Badge, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrainingDocument, TrainingDocumentStatus } from '../../api/training/training-data.ts';
import { PATHS } from '../../app/paths.ts';
import { TimeText } from '../../components/format/time-text.tsx';
import { ApiImage } from '../../components/images/api-image.tsx';
import { AnchorTo } from '../../components/links.tsx';
import type { Column } from '../../components/lists/virtual-table.tsx';
import { useCollectionName } from '../collections/use-collection-name.ts';
import { useReadingFailure } from './use-reading-failure.ts';
import classes from './documents.module.css';

const COLORS: Readonly<Record<TrainingDocumentStatus, string>> = {
  reading: 'blue',
  awaiting_annotation: 'yellow',
  annotated: 'teal',
  failed: 'red',
};

/** The columns of the table of training documents. The callback should be memoised. */
export const useDocumentColumns = (
  workflowId: string,
  onDelete: (document: TrainingDocument) => void,
): readonly Column<TrainingDocument>[] => {
  const { t } = useTranslation('training-data');
  const nameOf = useCollectionName();
  return useMemo(
    () => [
      {
        key: 'thumbnail',
        header: <VisuallyHidden>{t('documents.page')}</VisuallyHidden>,
        width: '44px',
        cell: ({ thumbnail }) => (
          <div className={classes['thumbnail']}>
            {thumbnail === null ? null : <ApiImage path={thumbnail} alt="" style={{ maxHeight: 56 }} />}
          </div>
        ),
      },
      {
        key: 'name',
        header: t('documents.file'),
        width: '3fr',
        cell: (document) => <NameCell workflowId={workflowId} document={document} />,
      },
      {
        key: 'collection',
        header: t('documents.collection'),
        width: '1.2fr',
        hideBelow: 760,
        cell: ({ collection }) => (
          <Text size="sm" lineClamp={2}>
            {nameOf(collection)}
          </Text>
        ),
      },
      {
        key: 'pages',
        header: t('documents.content'),
        width: '1.2fr',
        hideBelow: 560,
        cell: (document) => <ContentCell document={document} />,
      },
      {
        key: 'status',
        header: t('documents.status'),
        width: '170px',
        hideBelow: 480,
        cell: ({ status }) => <StatusBadge status={status} />,
      },
      {
        key: 'added',
        header: t('documents.added'),
        width: '110px',
        hideBelow: 900,
        cell: ({ created_at: time }) => (
          <Text size="sm">
            <TimeText time={time} />
          </Text>
        ),
      },
      {
        key: 'actions',
        header: <VisuallyHidden>{t('documents.actions')}</VisuallyHidden>,
        width: '36px',
        align: 'end',
        cell: (document) => (
          <Tooltip label={t('documents.delete')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('documents.deleteName', { name: document.file_name })}
              onClick={() => {
                onDelete(document);
              }}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ),
      },
    ],
    [t, nameOf, workflowId, onDelete],
  );
};

const StatusBadge = ({ status }: { readonly status: TrainingDocumentStatus }) => {
  const { t } = useTranslation('training-data');
  return (
    <Badge variant="dot" color={COLORS[status]} tt="none" fw={500} className={classes['badge'] ?? ''}>
      {t(`statusOf.${status}`)}
    </Badge>
  );
};

interface NameCellProps {
  readonly workflowId: string;
  readonly document: TrainingDocument;
}

const NameCell = ({ workflowId, document }: NameCellProps) => {
  const { t } = useTranslation('training-data');
  const failureText = useReadingFailure();
  const {
    document_id: documentId,
    file_name: name,
    page_count: pages,
    warning,
    failure,
    status,
    description,
  } = document;
  return (
    <div>
      {pages === null ? (
        <Text size="sm" fw={600} lineClamp={2} title={name}>
          {name}
        </Text>
      ) : (
        <AnchorTo
          to={PATHS.trainingDocument}
          params={{ workflowId, documentId }}
          search={status === 'awaiting_annotation' ? { queue: true } : {}}
          size="sm"
          fw={600}
          lineClamp={2}
          title={name}
        >
          {name}
        </AnchorTo>
      )}
      <div className={classes['narrow']}>
        <StatusBadge status={status} />
      </div>
      {failure === null ? null : (
        <Text size="xs" c="var(--mantine-color-error)">
          {failureText(failure)}
        </Text>
      )}
      {warning === null ? null : (
        <Group gap={4} wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={14} aria-hidden className={classes['icon']} />
          <Text size="xs">{t('documents.severalDocuments')}</Text>
        </Group>
      )}
      {description === null ? null : (
        <Group gap={4} wrap="nowrap" align="flex-start">
          <IconMessage size={14} aria-hidden className={classes['icon']} />
          <Text size="xs" c="dimmed" lineClamp={1} title={description}>
            {description}
          </Text>
        </Group>
      )}
    </div>
  );
};

const ContentCell = ({ document }: { readonly document: TrainingDocument }) => {
  const { t } = useTranslation('training-data');
  const { page_count: pages, sub_documents: parts, upload_mode: mode } = document;
  return (
    <>
      <Text size="sm">{pages === null ? '–' : t('pages', { count: pages })}</Text>
      <Text size="xs" c="dimmed">
        {parts === null ? t(`mode.${mode}.short`) : t('documents.parts', { count: parts.length })}
      </Text>
    </>
  );
};
