import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DOCUMENTS } from '../../api/documents.ts';
import type { ProcessedDocument } from '../../api/documents.ts';
import { deleteDocuments } from './delete-documents.ts';
import type { DeletedDocument } from './delete-documents.ts';

interface Deletion {
  /** Those that the person is asked about. */
  readonly asked: readonly ProcessedDocument[];
  readonly ask: (documents: readonly ProcessedDocument[]) => void;
  readonly confirm: () => Promise<void>;
  readonly deleted: readonly DeletedDocument[];
  readonly forgetDeleted: () => void;
}

/** @param onGone  called with the id of each document that is deleted */
export const useDeletion = (workflowId: string, onGone: (processingId: string) => void): Deletion => {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<readonly ProcessedDocument[]>([]);
  const [deleted, setDeleted] = useState<readonly DeletedDocument[]>([]);
  const deleting = useMutation({
    mutationFn: async () => {
      setDeleted([]);
      await deleteDocuments(asked, (document) => {
        setDeleted((before) => [...before, document]);
        onGone(document.processingId);
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [DOCUMENTS, workflowId] }),
  });
  return {
    asked,
    ask: setAsked,
    confirm: () => deleting.mutateAsync(),
    deleted,
    forgetDeleted: () => {
      setDeleted([]);
    },
  };
};
