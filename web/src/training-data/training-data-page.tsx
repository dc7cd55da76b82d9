import { Button, Group, Stack } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconSchool from '@tabler/icons-react/icons/IconSchool';
import { usePrefetchInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../api/account/account.ts';
import { trainingDataKey, trainingDataQuery, trainingDocumentsQuery } from '../api/training/training-data.ts';
import type { TrainingData } from '../api/training/training-data.ts';
import { PATHS } from '../app/paths.ts';
import { ButtonTo } from '../components/links.tsx';
import { MissingState } from '../components/loading-state.tsx';
import { NoRightsState } from '../components/no-rights-state.tsx';
import { Page } from '../components/page.tsx';
import { isEnded } from '../process/queue/queued-file.ts';
import { includesRole } from '../session/roles.ts';
import { AnnotateButton } from './annotation/annotate-button.tsx';
import { Collections } from './collections/collections.tsx';
import { Counts } from './counts/counts.tsx';
import { TrainingDocuments } from './documents/training-documents.tsx';
import { trainingDataSearch } from './training-data-search.ts';
import { trainingQueue, useTrainingQueue } from './upload/training-queue.ts';
import { UploadSection } from './upload/upload-section.tsx';

/** /workflows/{id}/training-data: what the workflow learns from. */
export const TrainingDataPage: FC = () => {
  const { t } = useTranslation('training-data');
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const { data: account, error, refetch } = useQuery(accountQuery);
  if (account === undefined)
    return (
      <Page title={t('title')}>
        <MissingState error={error} refetch={refetch} />
      </Page>
    );
  if (!includesRole(account.caller.role, 'member'))
    return (
      <Page title={t('title')}>
        <NoRightsState least="member" />
      </Page>
    );
  // The address has it.
  return <TrainingDataOf workflowId={String(params['workflowId'])} />;
};

/** For whoever may see it. */
const TrainingDataOf = ({ workflowId }: { readonly workflowId: string }) => {
  const { t } = useTranslation('training-data');
  // The rows are fetched with the counts, and not after them.
  usePrefetchInfiniteQuery(trainingDocumentsQuery(workflowId, trainingDataSearch(useSearch({ strict: false }))));
  const { data, error, refetch } = useQuery(trainingDataQuery(workflowId));
  if (data === undefined)
    return (
      <Page title={t('title')}>
        <MissingState error={error} refetch={refetch} />
      </Page>
    );
  return <Loaded workflowId={workflowId} data={data} />;
};

const Loaded = ({ workflowId, data }: { readonly workflowId: string; readonly data: TrainingData }) => {
  const { t } = useTranslation('training-data');
  const filter = trainingDataSearch(useSearch({ strict: false }));
  const isSending = useTrainingQueue().some((file) => file.workflowId === workflowId && !isEnded(file));
  const [adding, setAdding] = useState(data.files === 0 || isSending);
  const { button, section } = useFocusOfUpload(adding);
  useListsOfNow(workflowId, data);
  return (
    <Page
      title={t('title')}
      actions={
        <Group gap="xs">
          {adding ? null : (
            <Button
              ref={button}
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => {
                // What was added before is in the lists.
                trainingQueue.removeSucceeded(workflowId);
                setAdding(true);
              }}
            >
              {t('add')}
            </Button>
          )}
          <AnnotateButton workflowId={workflowId} count={data.files_by_status.awaiting_annotation} />
          <ButtonTo
            to={PATHS.training}
            params={{ workflowId }}
            variant="default"
            leftSection={<IconSchool size={18} aria-hidden />}
          >
            {t('train')}
          </ButtonTo>
        </Group>
      }
    >
      <Stack gap="lg">
        <Counts workflowId={workflowId} data={data} />
        {adding ? (
          <UploadSection
            ref={section}
            workflowId={workflowId}
            collection={filter.collection}
            onClose={() => {
              setAdding(false);
            }}
          />
        ) : null}
        {data.files === 0 && adding ? null : (
          <>
            <Collections workflowId={workflowId} filter={filter} />
            <TrainingDocuments workflowId={workflowId} filter={filter} counts={data} />
          </>
        )}
      </Stack>
    </Page>
  );
};

/** The focus goes to the place to add files when it is opened, and back to the button when it is closed. */
const useFocusOfUpload = (adding: boolean) => {
  const button = useRef<HTMLButtonElement>(null);
  const section = useRef<HTMLElement>(null);
  const before = useRef(adding);
  useEffect(() => {
    if (before.current === adding) return;
    before.current = adding;
    (adding ? section : button).current?.focus();
  }, [adding]);
  return { button, section };
};

/** Fetches the lists again when a file was read, annotated or deleted, as the counts tell. */
const useListsOfNow = (workflowId: string, { files_by_status: counts, pages }: TrainingData): void => {
  const queries = useQueryClient();
  const now = JSON.stringify([counts, pages]);
  useEffect(() => {
    for (const list of ['documents', 'collections', 'awaiting'])
      void queries.invalidateQueries({ queryKey: [...trainingDataKey(workflowId), list] });
  }, [queries, workflowId, now]);
};
