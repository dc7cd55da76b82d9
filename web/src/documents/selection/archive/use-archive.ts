import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../../../api/documents.ts';
import { downloadFile, saveBlob } from '../../../components/download-file.ts';
import { fetchBlob } from '../../../components/images/use-api-object.ts';

const archivePath = ({ processing_id: id }: ProcessedDocument): string => `/processing/results/${id}/archive`;

/** Saves the archive of one document, or one archive of several. */
export const useArchive = () => {
  const { t } = useTranslation('documents');
  const [done, setDone] = useState(0);
  const { mutate, isPending, error } = useMutation({
    meta: { showsItsError: true },
    mutationFn: async (documents: readonly ProcessedDocument[]) => {
      const [first] = documents;
      if (first === undefined) return;
      if (documents.length === 1) {
        await downloadFile(archivePath(first));
        return;
      }
      setDone(0);
      const { joinArchives } = await import('./join-archives.ts');
      const archived = documents.map((document) => ({
        fileName: document.file_name,
        fetchArchive: async () => new Uint8Array(await (await fetchBlob(archivePath(document))).arrayBuffer()),
      }));
      const archive = await joinArchives(archived, setDone);
      saveBlob(archive, t('selection.archiveName', { day: new Date().toISOString().slice(0, 10) }));
    },
  });
  return { download: mutate, isPending, done, error };
};
