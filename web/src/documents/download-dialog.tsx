import { Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import IconFileZip from '@tabler/icons-react/icons/IconFileZip';
import IconPdf from '@tabler/icons-react/icons/IconPdf';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../api/documents.ts';
import { splitResultQuery } from '../api/results/results.ts';
import { ownNameOf } from '../api/results/own-name.ts';
import { pageRangeOf } from '../api/results/page-range.ts';
import { splitPdfPath } from '../api/results/split-pdf-path.ts';
import { downloadFile } from '../components/download-file.ts';
import { ErrorState } from '../components/error-state.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { archivePathOf } from './selection/archive/archive-path-of.ts';

interface DownloadDialogProps {
  /** Null: the dialog is closed. */
  readonly document: ProcessedDocument | null;
  readonly onClose: () => void;
}

/** The files of a result: one PDF, the whole one, or all as ZIP with a table of contents. */
export const DownloadDialog = ({ document, onClose }: DownloadDialogProps) => {
  const { t } = useTranslation('documents');
  return (
    <Modal opened={document !== null} onClose={onClose} title={t('download.title', { name: document?.file_name })}>
      {document === null ? null : <Files processingId={document.processing_id} />}
    </Modal>
  );
};

const Files = ({ processingId }: { readonly processingId: string }) => {
  const { t } = useTranslation('documents');
  const path = `/processing/results/${processingId}`;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(splitResultQuery(processingId));
  const downloading = useMutation({ mutationFn: (name: string) => downloadFile(`${path}/${name}`) });
  const archiving = useMutation({
    mutationFn: async () => downloadFile(await archivePathOf(queries, processingId)),
  });
  const documents = data?.document_splitting?.sub_documents;
  const download = (name: string) => () => {
    downloading.mutate(name);
  };
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button
          leftSection={<IconFileZip size={18} aria-hidden />}
          onClick={() => {
            archiving.mutate();
          }}
          data-autofocus
        >
          {t('download.archive')}
        </Button>
        <Button variant="default" leftSection={<IconPdf size={18} aria-hidden />} onClick={download('pdf')}>
          {t('download.whole')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('download.archiveText')}
      </Text>
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {documents === undefined ? (
        error === null && <LoadingState />
      ) : (
        <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0, 'aria-label': t('download.single') }}>
          {documents.map(({ name, pages }, index) => (
            <Button
              key={index}
              variant="subtle"
              color="gray"
              fullWidth
              justify="space-between"
              h="auto"
              mih={36}
              // A name takes as many lines as it needs, and its pages one below.
              styles={{
                label: { flexDirection: 'column', alignItems: 'start', whiteSpace: 'normal', textAlign: 'start' },
                section: { flex: 'none' },
              }}
              rightSection={t('list.pages', { count: pages.length })}
              onClick={download(splitPdfPath(documents, index))}
            >
              {ownNameOf(name, index) ?? t('download.unnamed', { number: index + 1 })}
              {/* It tells documents of one name apart. */}
              <Text span size="xs" c="dimmed">
                {t('download.range', { count: pages.length, range: pageRangeOf(documents, index) })}
              </Text>
            </Button>
          ))}
        </ScrollArea.Autosize>
      )}
    </Stack>
  );
};
