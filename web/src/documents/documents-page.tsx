import { Group } from '@mantine/core';
import IconFiles from '@tabler/icons-react/icons/IconFiles';
import IconFileUpload from '@tabler/icons-react/icons/IconFileUpload';
import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../api/documents.ts';
import { PATHS } from '../app/paths.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { ButtonTo } from '../components/links.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Page } from '../components/page.tsx';
import { useRole } from '../session/use-role.ts';
import { DownloadDialog } from './download-dialog.tsx';
import { isFiltered } from './filters/documents-search.ts';
import type { DocumentsSearch } from './filters/documents-search.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { DocumentList } from './list/document-list.tsx';
import { DocumentMenu } from './list/document-menu.tsx';
import { NextToReview } from './next-to-review.tsx';
import { DeleteDialog } from './selection/delete-dialog.tsx';
import { DeletedNotice } from './selection/deleted-notice.tsx';
import { SelectionBar } from './selection/selection-bar.tsx';
import { useDeletion } from './selection/use-deletion.ts';
import { useSelection } from './selection/use-selection.ts';
import { useDocuments } from './use-documents.ts';

const route = getRouteApi(PATHS.documents);

/** /workflows/{id}/documents: what was sent to the workflow. */
export const DocumentsPage: FC = () => {
  const { t } = useTranslation('documents');
  const { workflowId } = route.useParams();
  const nameField = useRef<HTMLInputElement>(null);
  const isMember = useRole('member');
  const find = useCallback(() => {
    nameField.current?.focus();
  }, []);
  return (
    <Page
      title={t('title')}
      actions={
        <Group gap="xs">
          {isMember ? (
            <ButtonTo
              to={PATHS.process}
              params={{ workflowId }}
              variant="default"
              leftSection={<IconFileUpload size={18} aria-hidden />}
            >
              {t('process')}
            </ButtonTo>
          ) : null}
          <NextToReview workflowId={workflowId} onFind={find} />
        </Group>
      }
    >
      <Documents workflowId={workflowId} nameField={nameField} />
    </Page>
  );
};

interface DocumentsProps {
  readonly workflowId: string;
  readonly nameField: React.RefObject<HTMLInputElement | null>;
}

const Documents = ({ workflowId, nameField }: DocumentsProps) => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isMember = useRole('member');
  const { query, documents } = useDocuments(workflowId, search);
  const selection = useSelection(documents);
  const deletion = useDeletion(workflowId, (id) => {
    selection.set([id], false);
  });
  const [downloaded, setDownloaded] = useState<ProcessedDocument | null>(null);
  const { ask } = deletion;
  const actions = useCallback(
    (document: ProcessedDocument) => (
      <DocumentMenu
        document={document}
        onDownload={() => {
          setDownloaded(document);
        }}
        onDelete={
          isMember
            ? () => {
                ask([document]);
              }
            : undefined
        }
      />
    ),
    [isMember, ask],
  );
  const change = (next: DocumentsSearch): void => {
    void navigate({ search: next, replace: true });
  };
  const { hasNextPage, fetchNextPage } = query;
  const fetchMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  // The list says it where its next rows did not come.
  const isOfNextRows = query.isFetchNextPageError && documents.length > 0;
  return (
    <>
      <FilterBar search={search} onChange={change} nameField={nameField} />
      <DeletedNotice documents={deletion.deleted} onClose={deletion.forgetDeleted} />
      <SelectionBar
        workflowId={workflowId}
        documents={selection.documents}
        onDelete={
          isMember
            ? () => {
                deletion.ask(selection.documents);
              }
            : undefined
        }
        onClear={selection.clear}
      />
      {query.error === null || isOfNextRows ? null : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending || (documents.length === 0 && hasNextPage) ? (
        query.error === null && <LoadingState />
      ) : documents.length === 0 ? (
        query.error === null && <NoDocuments workflowId={workflowId} search={search} onChange={change} />
      ) : (
        <DocumentList
          documents={documents}
          sort={search.sort}
          onSort={(sort) => {
            change({ ...search, sort });
          }}
          selection={selection}
          onEndReached={hasNextPage ? fetchMore : undefined}
          isFetchingMore={query.isFetchingNextPage}
          moreError={isOfNextRows ? query.error : null}
          actions={actions}
        />
      )}
      <DownloadDialog
        document={downloaded}
        onClose={() => {
          setDownloaded(null);
        }}
      />
      <DeleteDialog deletion={deletion} />
    </>
  );
};

interface NoDocumentsProps {
  readonly workflowId: string;
  readonly search: DocumentsSearch;
  readonly onChange: (search: DocumentsSearch) => void;
}

const NoDocuments = ({ workflowId, search, onChange }: NoDocumentsProps) => {
  const { t } = useTranslation('documents');
  const isMember = useRole('member');
  if (isFiltered(search))
    return (
      <EmptyState
        icon={<IconFiles />}
        title={t('none.filtered')}
        action={
          <Button
            variant="default"
            onClick={() => {
              onChange(search.sort === undefined ? {} : { sort: search.sort });
            }}
          >
            {t('none.showAll')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={<IconFiles />}
      title={t('none.title')}
      text={t('none.text')}
      action={
        isMember ? (
          <ButtonTo to={PATHS.process} params={{ workflowId }}>
            {t('process')}
          </ButtonTo>
        ) : null
      }
    />
  );
};
