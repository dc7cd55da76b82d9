import { Button } from '@mantine/core';
import IconSparkles from '@tabler/icons-react/icons/IconSparkles';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { GENERIC_WORKFLOW_ID } from '../api/workflows.ts';
import { DropArea } from '../process/drop-area.tsx';
import { FileList } from '../process/file-list.tsx';
import { LeftOutNotice } from '../process/left-out-notice.tsx';
import { QueueSummary } from '../process/queue-summary.tsx';
import { useQueue } from '../process/queue/queue.ts';
import { useAddFiles } from '../process/use-add-files.ts';
import { useFoundDocuments } from '../process/use-found-documents.ts';
import { fetchSample } from './sample.ts';
import { SplitPreview } from './split-preview.tsx';

/** A place to drop files at once, which the generic workflow splits, and a packet to try it with. */
export const QuickStart = () => {
  const { addFiles, leftOut, forgetLeftOut, maxBytes } = useAddFiles(GENERIC_WORKFLOW_ID);
  const files = useQueue().filter(({ workflowId }) => workflowId === GENERIC_WORKFLOW_ID);
  useFoundDocuments(GENERIC_WORKFLOW_ID);
  const last = files.findLast(({ state }) => state.kind === 'succeeded');
  return (
    <>
      <DropArea onFiles={addFiles} more={<SampleButton onSample={addFiles} />} />
      <LeftOutNotice files={leftOut} maxBytes={maxBytes} onClose={forgetLeftOut} />
      {files.length === 0 ? null : (
        <>
          <QueueSummary workflowId={GENERIC_WORKFLOW_ID} files={files} />
          <FileList files={files} />
        </>
      )}
      {last?.state.kind === 'succeeded' ? (
        <SplitPreview key={last.id} processingId={last.state.processingId} fileName={last.name} />
      ) : null}
    </>
  );
};

const SampleButton = ({ onSample }: { readonly onSample: (files: readonly File[]) => void }) => {
  const { t } = useTranslation('start');
  const fetching = useMutation({
    mutationFn: fetchSample,
    onSuccess: (sample) => {
      onSample([sample]);
    },
  });
  return (
    <Button
      variant="light"
      leftSection={<IconSparkles size={18} aria-hidden />}
      loading={fetching.isPending}
      onClick={() => {
        fetching.mutate();
      }}
    >
      {t('sample')}
    </Button>
  );
};
