import { Button, Group, ScrollArea, Stack, Text, Title } from '@mantine/core';
import IconFolder from '@tabler/icons-react/icons/IconFolder';
import IconFolderPlus from '@tabler/icons-react/icons/IconFolderPlus';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  collectionsQuery,
  deleteCollection,
  trainingDataKey,
  UNNAMED_COLLECTION,
} from '../../api/training/training-data.ts';
import type { Collection, TrainingDocumentFilter } from '../../api/training/training-data.ts';
import { itemsOf } from '../../api/results/pages.ts';
import { PATHS } from '../../app/paths.ts';
import { ActionsMenu, DeleteItem } from '../../components/actions-menu.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { showDone } from '../../components/toasts.ts';
import { NewCollectionDialog } from './new-collection-dialog.tsx';
import { useCollectionName } from './use-collection-name.ts';
import classes from './collections.module.css';

interface CollectionsProps {
  readonly workflowId: string;
  readonly filter: TrainingDocumentFilter;
}

/** The collections, each of which shows its documents, with a way to make and to delete them. */
export const Collections = ({ workflowId, filter }: CollectionsProps) => {
  const { t } = useTranslation('training-data');
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(collectionsQuery(workflowId));
  const [making, setMaking] = useState(false);
  const [deleting, setDeleting] = useState<Collection>();
  const collections = itemsOf(data);
  return (
    <Stack component="section" gap="xs" aria-labelledby="collections">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id="collections">
          {t('collections.title')}
        </Title>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconFolderPlus size={16} aria-hidden />}
          onClick={() => {
            setMaking(true);
          }}
        >
          {t('collections.make')}
        </Button>
      </Group>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState />
      ) : (
        <ScrollArea.Autosize
          mah={230}
          type="auto"
          viewportProps={{ tabIndex: 0, 'aria-label': t('collections.title'), role: 'group' }}
        >
          <div className={classes['cards']}>
            {collections.map((collection) => (
              <CollectionCard
                key={collection.name}
                workflowId={workflowId}
                collection={collection}
                filter={filter}
                onDelete={() => {
                  setDeleting(collection);
                }}
              />
            ))}
          </div>
          {hasNextPage ? (
            <Button variant="subtle" size="xs" mt="xs" onClick={() => void fetchNextPage()}>
              {t('collections.more')}
            </Button>
          ) : null}
        </ScrollArea.Autosize>
      )}
      <NewCollectionDialog
        workflowId={workflowId}
        opened={making}
        onClose={() => {
          setMaking(false);
        }}
      />
      <DeleteDialog
        workflowId={workflowId}
        collection={deleting}
        onClose={() => {
          setDeleting(undefined);
        }}
      />
    </Stack>
  );
};

interface CollectionCardProps extends CollectionsProps {
  readonly collection: Collection;
  readonly onDelete: () => void;
}

const CollectionCard = ({ workflowId, collection, filter, onDelete }: CollectionCardProps) => {
  const { t } = useTranslation('training-data');
  const navigate = useNavigate();
  const nameOf = useCollectionName();
  const { name, document_count: files, annotated_count: annotated, page_count: pages } = collection;
  const isShown = filter.collection === name;
  const isUnnamed = name === UNNAMED_COLLECTION;
  if (isUnnamed && files === 0) return null;
  return (
    <div className={classes['card']} data-shown={isShown || undefined}>
      <button
        type="button"
        className={classes['choose']}
        aria-pressed={isShown}
        onClick={() => {
          void navigate({
            to: PATHS.trainingData,
            params: { workflowId },
            search: { ...filter, collection: isShown ? undefined : name },
          });
        }}
      >
        <IconFolder size={18} aria-hidden />
        <span className={classes['text']}>
          <Text span size="sm" fw={600} lineClamp={1} title={nameOf(name)}>
            {nameOf(name)}
          </Text>
          <Text span size="xs" c="dimmed">
            {t('collections.counts', {
              files: t('files', { count: files }),
              pages: t('pages', { count: pages }),
              annotated,
            })}
          </Text>
        </span>
      </button>
      <ActionsMenu label={t('collections.menu', { name: nameOf(name) })}>
        <DeleteItem label={t(isUnnamed ? 'collections.deleteDocuments' : 'collections.delete')} onClick={onDelete} />
      </ActionsMenu>
    </div>
  );
};

interface DeleteDialogProps {
  readonly workflowId: string;
  readonly collection: Collection | undefined;
  readonly onClose: () => void;
}

const DeleteDialog = ({ workflowId, collection, onClose }: DeleteDialogProps) => {
  const { t } = useTranslation('training-data');
  const nameOf = useCollectionName();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: (name: string) => deleteCollection(workflowId, name),
    onSuccess: async (_, name) => {
      showDone(t('collections.deleted', { name: nameOf(name) }));
      await navigate({ to: PATHS.trainingData, params: { workflowId }, search: {} });
      await queries.invalidateQueries({ queryKey: trainingDataKey(workflowId) });
    },
  });
  const { name, document_count: count } = collection ?? { name: '', document_count: 0 };
  const isUnnamed = name === UNNAMED_COLLECTION;
  return (
    <ConfirmDialog
      opened={collection !== undefined}
      onClose={onClose}
      onConfirm={() => remove.mutateAsync(name)}
      title={t('collections.deleteTitle', { name: nameOf(name) })}
      action={t(isUnnamed ? 'collections.deleteDocuments' : 'collections.delete')}
      name={nameOf(name)}
    >
      {t('collections.deleteText', { count })}
    </ConfirmDialog>
  );
};
