import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import IconFileOff from '@tabler/icons-react/icons/IconFileOff';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { collectionsQuery, trainingDocumentsQuery } from '../../api/training/training-data.ts';
import type { TrainingData, TrainingDocument, TrainingDocumentFilter } from '../../api/training/training-data.ts';
import { itemsOf } from '../../api/results/pages.ts';
import { PATHS } from '../../app/paths.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { NameSearch } from '../../components/lists/name-search.tsx';
import { VirtualTable } from '../../components/lists/virtual-table.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { useCollectionName } from '../collections/use-collection-name.ts';
import { STATUSES } from '../training-data-search.ts';
import { DeleteDocumentDialog } from './delete-document-dialog.tsx';
import { useDocumentColumns } from './use-document-columns.tsx';

interface TrainingDocumentsProps {
  readonly workflowId: string;
  readonly filter: TrainingDocumentFilter;
  readonly counts: TrainingData;
}

const ROW_HEIGHT = 73;

const hasFilter = ({ collection, status, name }: TrainingDocumentFilter): boolean =>
  collection !== undefined || status !== undefined || name !== undefined;

/** The training documents, filtered, as a table of thousands of rows. */
export const TrainingDocuments = ({ workflowId, filter, counts }: TrainingDocumentsProps) => {
  const { t } = useTranslation('training-data');
  const list = useInfiniteQuery(trainingDocumentsQuery(workflowId, filter));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const [deleting, setDeleting] = useState<TrainingDocument>();
  const columns = useDocumentColumns(workflowId, setDeleting);
  const rows = itemsOf(data);
  const isFiltered = hasFilter(filter);
  // A page may be empty although others follow.
  const seeksOn = rows.length === 0 && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (seeksOn) void fetchNextPage();
  }, [seeksOn, fetchNextPage]);
  return (
    <Stack component="section" gap="xs" aria-labelledby="documents">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id="documents">
          {t('documents.title')}
        </Title>
        <Filters workflowId={workflowId} filter={filter} />
      </Group>
      {error !== null && rows.length === 0 ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined || (rows.length === 0 && hasNextPage) ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconFileOff />}
          title={t(isFiltered ? 'documents.noneFiltered' : 'documents.none')}
          text={t(isFiltered ? 'documents.noneFilteredText' : 'documents.noneText')}
        />
      ) : (
        <>
          <VirtualTable
            label={t('documents.title')}
            columns={columns}
            rows={rows}
            keyOf={({ document_id: id }) => id}
            rowHeight={ROW_HEIGHT}
            onEndReached={hasNextPage ? () => void fetchNextPage() : undefined}
            isFetchingMore={isFetchingNextPage}
            moreError={isFetchNextPageError ? error : null}
          />
          {isFiltered ? null : (
            <Text size="xs" c="dimmed">
              {t('documents.shown', { shown: rows.length, count: Math.max(rows.length, counts.files) })}
            </Text>
          )}
        </>
      )}
      <DeleteDocumentDialog
        workflowId={workflowId}
        document={deleting}
        onClose={() => {
          setDeleting(undefined);
        }}
      />
    </Stack>
  );
};

const Filters = ({ workflowId, filter }: Omit<TrainingDocumentsProps, 'counts'>) => {
  const { t } = useTranslation('training-data');
  const navigate = useNavigate();
  const nameOf = useCollectionName();
  const { data } = useInfiniteQuery(collectionsQuery(workflowId));
  const show = (next: TrainingDocumentFilter): void => {
    void navigate({ to: PATHS.trainingData, params: { workflowId }, search: next, replace: true });
  };
  const names = itemsOf(data).map(({ name }) => name);
  const offered =
    filter.collection === undefined || names.includes(filter.collection) ? names : [...names, filter.collection];
  return (
    <Group gap="xs">
      <NameSearch
        size="xs"
        label={t('documents.name')}
        name={filter.name}
        onFind={(name) => {
          show({ ...filter, name });
        }}
      />
      <Select
        size="xs"
        aria-label={t('documents.collection')}
        searchable
        allowDeselect={false}
        value={filter.collection ?? ''}
        data={[
          { value: '', label: t('documents.allCollections') },
          ...offered.map((name) => ({ value: name, label: nameOf(name) })),
        ]}
        onChange={(collection) => {
          show({ ...filter, collection: collection === '' || collection === null ? undefined : collection });
        }}
      />
      <Select
        size="xs"
        aria-label={t('documents.status')}
        allowDeselect={false}
        value={filter.status ?? ''}
        data={[
          { value: '', label: t('documents.allStatuses') },
          ...STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
        ]}
        onChange={(chosen) => {
          show({ ...filter, status: STATUSES.find((one) => one === chosen) });
        }}
      />
      {hasFilter(filter) ? (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => {
            show({});
          }}
        >
          {t('documents.all')}
        </Button>
      ) : null}
    </Group>
  );
};
