import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../../../api/documents.ts';
import { useArchiveWork } from '../../../components/archive/archive-work.ts';
import type { ArchiveWork } from '../../../components/archive/archive-work.ts';
import { downloadFile } from '../../../components/download-file.ts';
import { dayOf } from '../../../components/format/format.ts';
import { fetchBlob } from '../../../components/images/use-api-object.ts';
import { archivePathOf } from './archive-path-of.ts';

interface Archives {
  readonly download: (documents: readonly ProcessedDocument[]) => void;
  /** One archive is asked for. */
  readonly isAsking: boolean;
  /** Of one archive of several documents. */
  readonly work: ArchiveWork;
}

/** Saves the archive of one document, or one archive of several. */
export const useArchive = (workflowId: string): Archives => {
  const { t } = useTranslation('documents');
  const work = useArchiveWork(`documents of ${workflowId}`);
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ processing_id: id }: ProcessedDocument) => downloadFile(await archivePathOf(queries, id)),
  });
  const download = (documents: readonly ProcessedDocument[]): void => {
    const [first] = documents;
    if (first !== undefined && documents.length === 1) {
      mutate(first);
      return;
    }
    work.start({
      fileName: t('selection.archiveName', { day: dayOf(new Date()) }),
      make: async (signal, onProgress) => {
        const count = documents.length;
        onProgress({ done: 0, count });
        const { joinArchives } = await import('./join-archives.ts');
        const archived = documents.map((document) => ({
          fileName: document.file_name,
          fetchArchive: async () =>
            new Uint8Array(
              await (await fetchBlob(await archivePathOf(queries, document.processing_id), signal)).arrayBuffer(),
            ),
        }));
        return joinArchives(archived, (done) => {
          onProgress({ done, count });
        });
      },
    });
  };
  return { download, isAsking: isPending, work };
};
