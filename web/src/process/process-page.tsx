import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../api/account/account.ts';
import { workflowQuery } from '../api/workflows.ts';
import { PATHS } from '../app/paths.ts';
import { ErrorState } from '../components/error-state.tsx';
import { ButtonTo } from '../components/links.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { NoRightsState } from '../components/no-rights-state.tsx';
import { Page } from '../components/page.tsx';
import { includesRole } from '../session/roles.ts';
import { DropArea } from './drop-area.tsx';
import { FileList } from './file-list.tsx';
import { LeftOutNotice } from './left-out-notice.tsx';
import { ParametersSection } from './parameters-section.tsx';
import { QueueSummary } from './queue-summary.tsx';
import type { Parameters } from './queue/processing-queue.ts';
import { useQueue } from './queue/queue.ts';
import { useAddFiles } from './use-add-files.ts';
import { useFoundDocuments } from './use-found-documents.ts';

/** /workflows/{id}/process: sends files to the workflow and shows how far they are. */
export const ProcessPage: FC = () => {
  const { t } = useTranslation('process');
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  // The address has it.
  const workflowId = String(params['workflowId']);
  const { data: account } = useQuery(accountQuery);
  const { data: workflow, error, refetch } = useQuery(workflowQuery(workflowId));
  return (
    <Page
      title={t('title')}
      actions={
        <Group gap="xs">
          <ButtonTo to={PATHS.documents} params={{ workflowId }} variant="default">
            {t('documents')}
          </ButtonTo>
        </Group>
      }
    >
      {account !== undefined && !includesRole(account.caller.role, 'member') ? (
        <NoRightsState least="member" />
      ) : error !== null && workflow === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : account === undefined || workflow === undefined ? (
        <LoadingState />
      ) : (
        <ProcessFiles workflowId={workflowId} />
      )}
    </Page>
  );
};

const ProcessFiles = ({ workflowId }: { readonly workflowId: string }) => {
  const [parameters, setParameters] = useState<Parameters>({});
  const { addFiles, leftOut, forgetLeftOut, maxBytes } = useAddFiles(workflowId, parameters);
  const files = useQueue().filter((file) => file.workflowId === workflowId);
  useFoundDocuments(workflowId);
  return (
    <>
      <DropArea onFiles={addFiles} />
      <LeftOutNotice files={leftOut} maxBytes={maxBytes} onClose={forgetLeftOut} />
      <ParametersSection parameters={parameters} onChange={setParameters} />
      {files.length === 0 ? null : (
        <>
          <QueueSummary workflowId={workflowId} files={files} />
          <FileList files={files} />
        </>
      )}
    </>
  );
};
