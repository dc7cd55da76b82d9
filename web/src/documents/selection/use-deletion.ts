import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DOCUMENTS } from '../../api/documents.ts';
import type { ProcessedDocument } from '../../api/documents.ts';
import { deleteDocuments } from './delete-documents.ts';
import type { DeletedDocument } from './delete-documents.ts';

export interface Deletion {
  /** Those that the person is asked about. */
  readonly asked: readonly ProcessedDocument[];
  readonly ask: (documents: readonly ProcessedDocument[]) => void;
  readonly confirm: () => Promise<void>;
  readonly isWorking: boolean;
  /** Ends it after the document that is being deleted. */
  readonly stop: () => void;
  readonly deleted: readonly DeletedDocument[];
  readonly forgetDeleted: () => void;
}

/** @param onGone  called with the id of each document that is deleted */
export const useDeletion = (workflowId: string, onGone: (processingId: string) => void): Deletion => {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<readonly ProcessedDocument[]>([]);
  const [deleted, setDeleted] = useState<readonly DeletedDocument[]>([]);
  const stopping = useRef<AbortController>(undefined);
  const deleting = useMutation({
    mutationFn: async () => {
      setDeleted([]);
      stopping.current = new AbortController();
      await deleteDocuments(asked, stopping.current.signal, (document) => {
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
    isWorking: deleting.isPending,
    stop: () => {
      stopping.current?.abort();
    },
    deleted,
    forgetDeleted: () => {
      setDeleted([]);
    },
  };
};
